package dev.terrane.world.moderation;

import java.time.Instant;

/**
 * Work that rewrites the flags of chunks that refer to an asset.
 *
 * @param requestHash tells another request under the same id
 * @param cursor key of the last chunk gone over
 * @param done chunks gone over
 * @param total chunks that referred to the asset when it began, as far as that is known: those of
 *     worlds that are pending are counted when they are opened
 * @param worldsPending worlds in files of their own in which it is not done
 */
public record ReflagJob(
        String id,
        String assetId,
        String requestHash,
        State state,
        String cursor,
        long done,
        long total,
        int worldsPending,
        String actor,
        Instant createdAt) {
    /** This job and what of it is done elsewhere, as one. */
    public ReflagJob with(long moreDone, long moreTotal, int worldsPending) {
        return new ReflagJob(
                id,
                assetId,
                requestHash,
                worldsPending > 0 ? State.RUNNING : state,
                cursor,
                done + moreDone,
                total + moreTotal,
                worldsPending,
                actor,
                createdAt);
    }

    /** How far it is. */
    public enum State {
        RUNNING,
        DONE
    }
}
