package dev.terrane.world.chunks.web;

import dev.terrane.world.chunks.ChunkDiff;
import dev.terrane.world.chunks.StoredChunk;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;

/** What differs between two revisions on REST. */
record DiffView(
        @Schema(example = "1") long from,
        @Schema(example = "2") long to,
        @Schema(description = "Ids of layers that came, went or were renamed") List<Integer> layers,
        List<CellView> cells,
        @Schema(description = "Cells beyond those named", example = "0") int cellsLeftOut,
        List<ObjectDiffView> objects,
        @Schema(description = "Whether the chunk's flags differ") boolean flags) {

    /** A cell by its lowest corner in world units. */
    record CellView(
            @Schema(example = "0") int layer,
            @Schema(example = "[3, 4, 0]") List<Double> at,
            @Schema(description = "Asset; empty for air", example = "tiles/grass") String before,
            @Schema(example = "tiles/rock") String after) {}

    /** An object. */
    record ObjectDiffView(
            @Schema(example = "sign") String id,
            @Schema(example = "sign") String type,
            @Schema(
                            example = "changed",
                            allowableValues = {"added", "removed", "changed"})
                    String kind,
            @Schema(example = "[\"transform\"]") List<String> members) {}

    static DiffView of(StoredChunk from, StoredChunk to, ChunkDiff diff) {
        return new DiffView(
                from.head().revision(),
                to.head().revision(),
                diff.layers(),
                diff.cells().stream()
                        .map(
                                cell ->
                                        new CellView(
                                                cell.layer(),
                                                List.of(cell.x(), cell.y(), cell.z()),
                                                cell.before(),
                                                cell.after()))
                        .toList(),
                diff.cellsLeftOut(),
                diff.objects().stream()
                        .map(
                                object ->
                                        new ObjectDiffView(
                                                object.id(),
                                                object.type(),
                                                object.kind().name().toLowerCase(Locale.ROOT),
                                                object.members()))
                        .toList(),
                diff.flags());
    }
}
