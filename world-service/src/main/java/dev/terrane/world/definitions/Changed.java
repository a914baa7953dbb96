package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import java.util.List;

/** What became of a change of a definition. */
public sealed interface Changed<T> {
    /** It is so now; nothing was written if it was so before. */
    record Done<T>(T value, boolean wrote) implements Changed<T> {}

    /** There is nothing of this name. */
    record Missing<T>() implements Changed<T> {}

    /** The definitions are in another state than the change was made for. */
    record Stale<T>(DefinitionTag now) implements Changed<T> {}

    /** Another room of the world has the name. */
    record NameTaken<T>(String name) implements Changed<T> {}

    /** This side would leave the room no length along its axis. */
    record Flat<T>(Side side) implements Changed<T> {}

    /**
     * Content of the room would lie outside.
     *
     * @param first the first of it, in the order (cz, cy, cx, object)
     * @param more whether there is more of it
     */
    record Outside<T>(Box bounds, List<OutsideRoom> first, boolean more) implements Changed<T> {
        public Outside {
            first = List.copyOf(first);
        }
    }

    /** Chunks are laid out by the grid already: says what holds it. */
    record GridFixed<T>(boolean size, String by) implements Changed<T> {}
}
