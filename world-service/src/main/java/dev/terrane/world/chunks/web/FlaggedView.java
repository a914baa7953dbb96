package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.world.chunks.FlaggedChunk;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a chunk is flagged for on REST. */
record FlaggedView(
        @Schema(example = "isle:main:0:0:0") String key,
        @Schema(example = "3") long revision,
        @Schema(example = "{\"violence\": \"moderate\"}") Map<String, String> categories,
        boolean mature,
        @Schema(
                        description = "Ids of the flagged assets, sorted, at most 256",
                        example = "[\"props/skull\"]")
                List<String> sources) {
    static FlaggedView of(FlaggedChunk chunk) {
        TreeMap<String, String> categories = new TreeMap<>();
        for (ContentCategory category : ContentCategory.values()) {
            categories.put(category.jsonName(), chunk.flags().severity(category).jsonName());
        }
        return new FlaggedView(
                chunk.head().key().toString(),
                chunk.head().revision(),
                categories,
                chunk.flags().mature(),
                chunk.flags().sources());
    }
}
