package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.flags.Viewer;
import java.util.List;
import java.util.function.Supplier;

/** What lies in worlds, as far as a change of their definitions has to know. */
public interface WorldContents {
    /**
     * Runs a change between changes of the world's chunks by this process: none is only in memory
     * before, and none is taken meanwhile. Not inside work of StoreThreads.
     */
    <T> T between(WorldId world, Supplier<T> change);

    /**
     * Inside a write, with the world held: what of a room would lie outside other bounds, in order.
     * What is told, and whether there is any, depends on nothing the viewer may not see.
     *
     * @param limit how many at most
     */
    List<OutsideRoom> listOutside(World world, Room room, Box bounds, Viewer viewer, int limit);
}
