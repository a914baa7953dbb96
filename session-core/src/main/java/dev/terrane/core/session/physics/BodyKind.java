package dev.terrane.core.session.physics;

import java.util.Arrays;
import java.util.Optional;

/** How a body moves. The numbers are on the wire and in files and never change. */
public enum BodyKind {
    /** Moved by forces and contacts. */
    DYNAMIC(1),
    /** Moves with its given velocity; contacts never change it. */
    KINEMATIC(2),
    /** Never moves but by teleport. */
    STATIC(3);

    private final int number;

    BodyKind(int number) {
        this.number = number;
    }

    /** The stable number. */
    public int number() {
        return number;
    }

    /** The kind of that number. */
    public static Optional<BodyKind> find(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
