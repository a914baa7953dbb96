package dev.terrane.core.entity;

import java.util.List;

/**
 * One stage in the life of an entity.
 *
 * @param entity the entity; still readable in the stages of destruction
 * @param stage the stage
 * @param origin how the entity came to be
 * @param arguments in the stages of a creation its arguments, each value followed by its field
 *     index as {@code uint32}; with {@link Stage#ALL_FINISHED} what the application passed
 */
public record ClassEvent(Entity entity, Stage stage, Origin origin, List<Value> arguments) {
    public ClassEvent {
        arguments = List.copyOf(arguments);
    }

    /** How an entity came to be. */
    public enum Origin {
        /** By {@link Kernel#create}. */
        CREATED,
        /** By {@link Container#create}. */
        CONTAINED,
        /** By {@link Kernel#restore}: no default was merged into it. */
        RESTORED
    }
}
