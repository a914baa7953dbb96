package dev.terrane.world.moderation.web;

import dev.terrane.world.moderation.ReflagJob;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Locale;

/** A reflag job on REST. */
record JobView(
        @Schema(example = "flag-skull-1") String id,
        @Schema(example = "props/skull") String asset,
        @Schema(
                        example = "running",
                        allowableValues = {"running", "done"})
                String state,
        @Schema(description = "Chunks gone over", example = "32") long done,
        @Schema(description = "Chunks there were when it began", example = "120") long total,
        @Schema(example = "mo") String actor,
        Instant createdAt) {
    static JobView of(ReflagJob job) {
        return new JobView(
                job.id(),
                job.assetId(),
                job.state().name().toLowerCase(Locale.ROOT),
                job.done(),
                job.total(),
                job.actor(),
                job.createdAt());
    }
}
