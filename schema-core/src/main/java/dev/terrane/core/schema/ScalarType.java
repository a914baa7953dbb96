package dev.terrane.core.schema;

import java.util.Locale;
import java.util.Optional;

/** The value types of version 1. No value is ever converted from one to another. */
public enum ScalarType {
    /** True or false. */
    BOOL,
    /** Signed 32-bit integer. */
    INT32,
    /** Unsigned 32-bit integer. */
    UINT32,
    /** Signed 64-bit integer. */
    INT64,
    /** Unsigned 64-bit integer. */
    UINT64,
    /** Finite IEEE 754 single. */
    FLOAT,
    /** Finite IEEE 754 double. */
    DOUBLE,
    /** Unicode text without NUL. */
    STRING,
    /** Identity of an entity: a signed 64-bit number, written as a decimal string. */
    GUID;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** The name in documents, for example {@code uint32}. */
    public String text() {
        return text;
    }

    /** The type with exactly this name. */
    public static Optional<ScalarType> find(String text) {
        for (ScalarType type : values()) {
            if (type.text.equals(text)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
