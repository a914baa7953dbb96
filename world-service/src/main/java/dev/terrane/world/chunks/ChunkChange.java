package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ContentFlags;

/**
 * What happened to a chunk.
 *
 * @param flags what it is flagged for now
 */
public record ChunkChange(ChunkHead head, Kind kind, ContentFlags flags) {
    /** What kind of change it is. */
    public sealed interface Kind {
        /** A revision was written. */
        record Wrote(ChunkAction action) implements Kind {}

        /** Nothing was written, but who may see the chunk is another question now. */
        record Gate() implements Kind {}
    }

    /** A revision that was written. */
    public static ChunkChange wrote(ChunkHead head, ChunkAction action, ContentFlags flags) {
        return new ChunkChange(head, new Kind.Wrote(action), flags);
    }
}
