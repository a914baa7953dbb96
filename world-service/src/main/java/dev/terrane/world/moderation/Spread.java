package dev.terrane.world.moderation;

import java.time.Instant;

/**
 * A change of flags on its way to the databases of worlds that are not in the shared one.
 *
 * @param jobId id of the reflag jobs it makes in them
 * @param isDone whether all have taken it over and rewritten their chunks
 * @param done chunks gone over in all of them, when it is done
 * @param total chunks that referred to the asset in all of them, when it is done
 */
public record Spread(
        String jobId, String assetId, boolean isDone, long done, long total, Instant createdAt) {}
