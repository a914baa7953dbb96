package dev.terrane.world.imports.web;

import dev.terrane.core.chunk.Box;
import dev.terrane.world.imports.ImportResult;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** A finished import on REST. */
record ImportView(
        @Schema(example = "isle") String world,
        @Schema(example = "main") String room,
        @Schema(example = "6") int chunks,
        @Schema(example = "13") int objects,
        @Schema(description = "Lowest corner of the map", example = "[0, 0, 0]") List<Double> min,
        @Schema(description = "Highest corner of the map", example = "[96, 64, 1]")
                List<Double> max,
        @Schema(description = "What was dropped, each with its place") List<String> warnings) {
    static ImportView of(ImportResult.Done done) {
        Box box = done.bounds();
        return new ImportView(
                done.room().world().value(),
                done.room().room().value(),
                done.chunks(),
                done.objects(),
                List.of(box.minX(), box.minY(), box.minZ()),
                List.of(box.maxX(), box.maxY(), box.maxZ()),
                done.warnings());
    }
}
