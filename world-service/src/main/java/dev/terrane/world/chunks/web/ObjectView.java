package dev.terrane.world.chunks.web;

import dev.terrane.world.chunks.ObjectEntry;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An object of the index on REST. */
record ObjectView(
        @Schema(example = "isle:main:0:0:0") String chunk,
        @Schema(example = "obj_7") String id,
        @Schema(example = "spawn") String type,
        @Schema(example = "objects/spawn") String assetId,
        @Schema(description = "World units", example = "[28.5, 19.5, 0]") List<Double> position,
        boolean dynamic,
        @Schema(type = "object") JsonNode properties) {
    static ObjectView of(ObjectEntry entry) {
        return new ObjectView(
                entry.chunk().toString(),
                entry.objectId(),
                entry.type(),
                entry.assetId(),
                List.of(entry.position().x(), entry.position().y(), entry.position().z()),
                entry.dynamic(),
                JsonMapper.shared().readTree(entry.propertiesJson()));
    }
}
