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
        @Schema(
                        description =
                                "Chunks there were when it began; those of pending worlds are"
                                        + " counted when they are opened",
                        example = "120")
                long total,
        @Schema(description = "Worlds in files of their own in which it is not done", example = "0")
                int worldsPending,
        @Schema(example = "mo") String actor,
        Instant createdAt) {
    static JobView of(ReflagJob job) {
        return new JobView(
                job.id(),
                job.assetId(),
                job.state().name().toLowerCase(Locale.ROOT),
                job.done(),
                job.total(),
                job.worldsPending(),
                job.actor(),
                job.createdAt());
    }
}
