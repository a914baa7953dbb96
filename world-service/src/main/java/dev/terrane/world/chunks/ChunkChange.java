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

        /** A revision was made that is in memory only; {@link Durable} follows, or a loss. */
        record Pending(ChunkAction action) implements Kind {}

        /** All revisions up to this one are on disk. */
        record Durable() implements Kind {}

        /** Revisions that were in memory only are lost; the chunk is at this one. */
        record Lost() implements Kind {}

        /** Nothing was written, but who may see the chunk is another question now. */
        record Gate() implements Kind {}
    }

    /** A revision that was written. */
    public static ChunkChange wrote(ChunkHead head, ChunkAction action, ContentFlags flags) {
        return new ChunkChange(head, new Kind.Wrote(action), flags);
    }
}
