package dev.terrane.core.entity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to create. Members start as zero, then the profile's value, then the last argument for the
 * field, an explicit zero included.
 *
 * @param className class of the entity
 * @param guid its identity; null lets the kernel's source give one
 * @param profileId configuration row to start from; 0 for none
 * @param arguments field values in order
 * @param place map and instance the entity comes to be in
 */
public record Creation(
        String className,
        @Nullable Guid guid,
        long profileId,
        List<Argument> arguments,
        MapPlace place) {
    public Creation {
        arguments = List.copyOf(arguments);
    }

    /** A creation in the instance every kernel starts with. */
    public Creation(
            String className, @Nullable Guid guid, long profileId, List<Argument> arguments) {
        this(className, guid, profileId, arguments, MapPlace.HOME);
    }

    /** A creation with nothing but zeros. */
    public static Creation of(String className) {
        return new Creation(className, null, 0, List.of());
    }

    /**
     * One argument.
     *
     * @param index field index in the class
     * @param value its value
     */
    public record Argument(long index, Value value) {}
}
