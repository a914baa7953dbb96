package dev.terrane.core.session.model;

import java.util.Arrays;
import java.util.Optional;

/** Kinds of contact fact in order of publication, with their stable numbers. */
public enum FactKind {
    BEGIN(1, "begin"),
    HIT(2, "hit"),
    END(3, "end");

    private final int number;
    private final String wireName;

    FactKind(int number, String wireName) {
        this.number = number;
        this.wireName = wireName;
    }

    /** The number in files and on the wire. */
    public int number() {
        return number;
    }

    /** The name within fact ids. */
    public String wireName() {
        return wireName;
    }

    /** The kind of that number. */
    public static Optional<FactKind> find(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
