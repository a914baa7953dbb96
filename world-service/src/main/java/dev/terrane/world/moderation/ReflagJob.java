package dev.terrane.world.moderation;

import java.time.Instant;

/**
 * Work that rewrites the flags of chunks that refer to an asset.
 *
 * @param requestHash tells another request under the same id
 * @param cursor key of the last chunk gone over
 * @param done chunks gone over
 * @param total chunks that referred to the asset when it began
 */
public record ReflagJob(
        String id,
        String assetId,
        String requestHash,
        State state,
        String cursor,
        long done,
        long total,
        String actor,
        Instant createdAt) {
    /** This job and a part of it that runs elsewhere, as one. */
    public ReflagJob with(ReflagJob part) {
        return new ReflagJob(
                id,
                assetId,
                requestHash,
                part.state() == State.RUNNING ? State.RUNNING : state,
                cursor,
                done + part.done(),
                total + part.total(),
                actor,
                createdAt);
    }

    /** How far it is. */
    public enum State {
        RUNNING,
        DONE
    }
}
