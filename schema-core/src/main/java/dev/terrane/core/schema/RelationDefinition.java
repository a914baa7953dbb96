package dev.terrane.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * A table or container of a class.
 *
 * @param kind {@code TABLE} or {@code CONTAINER}
 * @param name name, not empty
 * @param index 1..2³²−1
 * @param className a table's columns are this class's fields; a container holds entities of it
 * @param mask the flags
 * @param description text for people, or null
 */
public record RelationDefinition(
        Kind kind,
        String name,
        long index,
        String className,
        Mask mask,
        @Nullable String description)
        implements Member {
    public RelationDefinition {
        if (kind == Kind.FIELD) {
            throw new IllegalArgumentException("a relation is a table or a container");
        }
        Member.check(name, index, description);
    }
}
