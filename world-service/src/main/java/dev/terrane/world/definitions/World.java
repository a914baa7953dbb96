package dev.terrane.world.definitions;

import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.WorldId;

/**
 * A named space.
 *
 * @param name plain string, not empty
 * @param grid fixed once the world has a chunk
 * @param revision of this definition and its rooms', from 1
 */
public record World(WorldId id, String name, ChunkGrid grid, long revision) {

    /** Whether two definitions say the same, whatever their revisions. */
    public boolean sameAs(World other) {
        return id.equals(other.id) && name.equals(other.name) && grid.equals(other.grid);
    }
}
