package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.edit.PatchRefusal;

/** What became of an edit. Everything but {@link Applied} changed nothing. */
public sealed interface EditResult {
    /**
     * Done; or the retry of what was done before; or nothing to do.
     *
     * @param changed false when the content was what it is already, and nothing was written
     * @param action what the edit did
     * @param durable false while it is in memory only, in a world that writes behind
     */
    record Applied(ChunkHead head, boolean changed, ChunkAction action, boolean durable)
            implements EditResult {
        /** Of what is on disk. */
        public Applied(ChunkHead head, boolean changed, ChunkAction action) {
            this(head, changed, action, true);
        }
    }

    /**
     * The base is not the current state.
     *
     * @param revision current one; the last one when deleted; 0 when there never was a chunk
     * @param checksum current one; empty when deleted
     */
    record Stale(long revision, String checksum, boolean deleted) implements EditResult {
        /** There never was a chunk. */
        static final Stale NEVER = new Stale(0, "", false);

        /**
         * What the last row of a history says. The chunk itself was not there a moment ago, but
         * another instance may have made it since.
         */
        static Stale ofLast(ChunkRevision last) {
            boolean deleted = last.action() == ChunkAction.DELETE;
            return new Stale(
                    last.head().revision(), deleted ? "" : last.head().checksum().hex(), deleted);
        }
    }

    /** The edit id was used for another request, perhaps on another chunk. */
    record IdMismatch(String editId, ChunkKey usedFor) implements EditResult {}

    /** The editor may not see what it would change, or bring back. */
    record Gated(ContentFlags flags) implements EditResult {}

    /** The stored chunk is of a format newer than this service: it is left alone. */
    record Newer(int formatVersion) implements EditResult {}

    /** The revision cannot be brought back. */
    record NotInHistory(long revision, String why) implements EditResult {}

    /** The room does not exist. */
    record NoRoom() implements EditResult {}

    /** The patch was refused. */
    record Refused(PatchRefusal refusal) implements EditResult {}

    /** The content breaks a rule of the world, the room or the format; the pointer is into it. */
    record Invalid(String pointer, String detail) implements EditResult {}

    /** The stored chunk does not verify; it can be replaced, not patched. */
    record Corrupt(String detail) implements EditResult {}
}
