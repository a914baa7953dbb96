package dev.terrane.core.session.model;

import java.util.Arrays;
import java.util.Optional;

/** Kinds of operation, with their stable numbers and names. */
public enum CommandKind {
    SPAWN(1, "body.spawn"),
    REMOVE(2, "body.remove"),
    TELEPORT(3, "body.teleport"),
    SET_VELOCITY(4, "body.set_velocity"),
    CONFIGURE(5, "body.configure"),
    APPLY_FORCE(6, "body.apply_force"),
    APPLY_TORQUE(7, "body.apply_torque"),
    STEP(8, "session.step"),
    DISPOSE(9, "session.dispose"),
    SET_PROFILE(10, "body.set_profile");

    private final int number;
    private final String wireName;

    CommandKind(int number, String wireName) {
        this.number = number;
        this.wireName = wireName;
    }

    /** The number in files and on the wire. */
    public int number() {
        return number;
    }

    /** The dotted name. */
    public String wireName() {
        return wireName;
    }

    /** The kind of that number. */
    public static Optional<CommandKind> find(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
