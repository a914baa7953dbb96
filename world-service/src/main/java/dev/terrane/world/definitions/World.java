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
 * @param changedAtMillis when this definition or one of its rooms' was changed, since 1970; 0 of
 *     one that is not stored
 */
public record World(
        WorldId id,
        String name,
        ChunkGrid grid,
        long revision,
        Durability durability,
        long changedAtMillis) {
    /** A world that is to be made, whose changes are acknowledged after their commit. */
    public World(WorldId id, String name, ChunkGrid grid, long revision) {
        this(id, name, grid, revision, Durability.COMMITTED);
    }

    /** A world that is to be made. */
    public World(WorldId id, String name, ChunkGrid grid, long revision, Durability durability) {
        this(id, name, grid, revision, durability, 0);
    }

    /** Names the state it and its rooms are in. */
    public DefinitionTag tag() {
        return DefinitionTag.of(this);
    }

    /**
     * Whether two definitions say the same, whatever their revisions, and whatever their
     * durability, which an operator changes.
     */
    public boolean sameAs(World other) {
        return id.equals(other.id) && name.equals(other.name) && grid.equals(other.grid);
    }
}
