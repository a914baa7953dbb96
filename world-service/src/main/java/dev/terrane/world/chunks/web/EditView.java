package dev.terrane.world.chunks.web;

import dev.terrane.world.chunks.EditResult;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * What a change did on REST.
 *
 * @param changed false when the content was what it is already
 * @param durable false while it is in memory only, in a world that writes behind
 */
record EditView(
        @Schema(example = "isle:main:0:0:0") String key,
        @Schema(example = "4") long revision,
        @Schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
                String checksum,
        boolean changed,
        @Schema(example = "true") boolean durable) {
    static EditView of(EditResult.Applied applied) {
        return new EditView(
                applied.head().key().toString(),
                applied.head().revision(),
                applied.head().checksum().hex(),
                applied.changed(),
                applied.durable());
    }
}
