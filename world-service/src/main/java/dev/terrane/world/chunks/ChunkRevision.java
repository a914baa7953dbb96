package dev.terrane.world.chunks;

/**
 * One row of a chunk's history.
 *
 * @param head key, revision, checksum (a deletion keeps the last one) and time
 * @param formatVersion of its payload; -1 for deletions and for what was pruned
 */
public record ChunkRevision(ChunkHead head, String actor, ChunkAction action, int formatVersion) {
    /** Whether its content can be had. */
    public boolean hasPayload() {
        return formatVersion >= 0;
    }

    /** The same with another head. */
    ChunkRevision with(ChunkHead other) {
        return new ChunkRevision(other, actor, action, formatVersion);
    }
}
