package dev.terrane.world.chunks.web;

import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.ChunkRevision;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

/** One revision on REST. */
record RevisionView(
        @Schema(example = "3") long revision,
        @Schema(
                        description =
                                "A deletion keeps the last one; empty when the caller may not see"
                                        + " that content")
                String checksum,
        @Schema(
                        description =
                                "The caller may not see that content, or what it is flagged for is"
                                        + " not known any more",
                        example = "false")
                boolean gated,
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
    static List<RevisionView> of(ChunkHistory.Page.Rows page) {
        return page.revisions().stream()
                .map(row -> of(row, page.gated().contains(row.head().revision())))
                .toList();
    }

    private static RevisionView of(ChunkRevision revision, boolean gated) {
        return new RevisionView(
                revision.head().revision(),
                gated ? "" : revision.head().checksum().hex(),
                gated,
                revision.actor(),
                revision.action().storedName(),
                revision.head().updatedAt(),
                revision.hasPayload());
    }
}
