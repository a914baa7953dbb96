package dev.terrane.world.chunks.web;

import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ListedChunk;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** A chunk without its content on REST. */
record ChunkHeadView(
        @Schema(example = "isle:main:0:0:0") String key,
        @Schema(example = "3") long revision,
        @Schema(
                        description = "Empty when the caller may not see the chunk",
                        example =
                                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
                String checksum,
        @Schema(description = "The caller may not see the chunk", example = "false") boolean gated,
        Instant updatedAt) {
    static ChunkHeadView of(ListedChunk chunk) {
        ChunkHead head = chunk.head();
        return new ChunkHeadView(
                head.key().toString(),
                head.revision(),
                chunk.gated() ? "" : head.checksum().hex(),
                chunk.gated(),
                head.updatedAt());
    }
}
