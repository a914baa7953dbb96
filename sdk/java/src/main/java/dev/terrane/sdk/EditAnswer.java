package dev.terrane.sdk;

/** The answer to an edit of a chunk. */
public sealed interface EditAnswer {
    /**
     * The edit is done.
     *
     * @param at where
     * @param revision revision after it
     * @param checksum checksum after it
     * @param durable whether it is on disk; false in a world that writes behind, where a crash may
     *     still lose it
     */
    record Accepted(ChunkPosition at, long revision, String checksum, boolean durable)
            implements EditAnswer {}

    /**
     * Nothing changed.
     *
     * @param at where
     * @param problem why
     * @param currentRevision the current revision, when the base was stale
     * @param currentChecksum the current checksum, when the base was stale
     */
    record Refused(ChunkPosition at, Problem problem, long currentRevision, String currentChecksum)
            implements EditAnswer {}
}
