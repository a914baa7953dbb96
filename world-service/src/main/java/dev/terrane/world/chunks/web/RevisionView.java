package dev.terrane.world.chunks.web;

import dev.terrane.world.chunks.ChunkRevision;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** One revision on REST. */
record RevisionView(
        @Schema(example = "3") long revision,
        @Schema(description = "A deletion keeps the last one") String checksum,
        @Schema(example = "ann") String actor,
        @Schema(
                        example = "update",
                        allowableValues = {
                            "create",
                            "update",
                            "delete",
                            "rollback",
                            "migrate",
                            "reflag"
                        })
                String action,
        Instant at,
        @Schema(description = "False for deletions and what was pruned") boolean hasContent) {
    static RevisionView of(ChunkRevision revision) {
        return new RevisionView(
                revision.head().revision(),
                revision.head().checksum().hex(),
                revision.actor(),
                revision.action().storedName(),
                revision.head().updatedAt(),
                revision.hasPayload());
    }
}
