package dev.terrane.world.chunks;

import java.time.Instant;

/**
 * A chunk that had acknowledged changes in memory only when the service ended without its leave.
 *
 * @param id order in which they were found
 * @param head what it fell back to: the last state on disk; its time is when it was found
 */
public record LostChunk(long id, ChunkHead head) {
    /** When it was found, at the start that followed. */
    public Instant foundAt() {
        return head.updatedAt();
    }
}
