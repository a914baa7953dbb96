package dev.terrane.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * A field, table or container of a class. Names and indices are unique among all members of a
 * class; the index, not the place in the document, is the member's identity.
 */
public sealed interface Member permits FieldDefinition, RelationDefinition {
    /** The smallest index. */
    long INDEX_MIN = 1;

    /** The largest index, 2³²−1. */
    long INDEX_MAX = 0xFFFF_FFFFL;

    /** What a member is. */
    enum Kind {
        FIELD,
        TABLE,
        CONTAINER
    }

    /** What this member is. */
    Kind kind();

    /** Name, not empty. */
    String name();

    /** Stable number, 1..2³²−1. */
    long index();

    /** The flags. */
    Mask mask();

    /** Text for people, without effect at run time; null when the document has none. */
    @Nullable String description();

    /** Refuses what no member may have. */
    static void check(String name, long index, @Nullable String description) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a member needs a name");
        }
        UnicodeText.require(name, "a member's name");
        UnicodeText.require(description, "the description of " + name);
        if (index < INDEX_MIN || index > INDEX_MAX) {
            throw new IllegalArgumentException("index of " + name + " is not 1..2^32-1: " + index);
        }
    }
}
