package dev.terrane.world.definitions;

import dev.terrane.core.chunk.ChunkKey;

/** Something of a room that would lie outside other bounds. */
public sealed interface OutsideRoom {
    /** The chunk that is meant, or that the object is in. */
    ChunkKey chunk();

    /** Behind which side of the bounds it would lie. */
    Side side();

    /** A chunk that would not meet the room. */
    record WholeChunk(ChunkKey chunk, Side side) implements OutsideRoom {}

    /** An object that would not stand in the room, of a chunk that would meet it. */
    record StandingObject(ChunkKey chunk, Side side, String id, double x, double y, double z)
            implements OutsideRoom {}

    /**
     * A chunk the asker may not see, of which a part would be cut off; whether anything stands in
     * that part makes no difference.
     */
    record GatedChunk(ChunkKey chunk, Side side) implements OutsideRoom {}
}
