package dev.terrane.world.definitions;

import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.WorldId;

/**
 * A named space.
 *
 * @param name plain string, not empty
 * @param grid fixed once the world has a chunk
 * @param revision of this definition and its rooms', from 1
 * @param durability when changes of its chunks are acknowledged
 */
public record World(WorldId id, String name, ChunkGrid grid, long revision, Durability durability) {
    /** A world whose changes are acknowledged after their commit. */
    public World(WorldId id, String name, ChunkGrid grid, long revision) {
        this(id, name, grid, revision, Durability.COMMITTED);
    }

    /** The same at another revision. */
    public World withRevision(long other) {
        return new World(id, name, grid, other, durability);
    }

    /**
     * Whether two definitions say the same, whatever their revisions, and whatever their
     * durability, which an operator changes.
     */
    public boolean sameAs(World other) {
        return id.equals(other.id) && name.equals(other.name) && grid.equals(other.grid);
    }
}
