package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.RoomKey;

/**
 * A bounded region of a world.
 *
 * @param name plain string, not empty, unique in its world
 * @param bounds every chunk meets it, every object stands in it
 */
public record Room(RoomKey key, String name, Box bounds) {
    /** Farthest a new room may reach from zero. */
    public static final double SIDE_MAX = ChunkGrid.REACH_MAX;
}
