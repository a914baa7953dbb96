package dev.terrane.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * A scalar member of a class.
 *
 * @param name name, not empty
 * @param index 1..2³²−1
 * @param type type of the values
 * @param mask the flags
 * @param description text for people, or null
 */
public record FieldDefinition(
        String name, long index, ScalarType type, Mask mask, @Nullable String description)
        implements Member {
    public FieldDefinition {
        Member.check(name, index, description);
    }

    @Override
    public Kind kind() {
        return Kind.FIELD;
    }
}
