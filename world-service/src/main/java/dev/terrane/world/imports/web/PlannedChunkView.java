package dev.terrane.world.imports.web;

import static dev.terrane.world.imports.ImportJob.nameOf;

import dev.terrane.world.imports.ImportConflict;
import dev.terrane.world.imports.ImportPlans;
import dev.terrane.world.imports.StagedChunk;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** One chunk of an import's plan on REST. */
record PlannedChunkView(
        @Schema(example = "isle:main:0:0:0") String key,
        @Schema(
                        description = "Empty before it was compared",
                        example = "conflicting",
                        allowableValues = {
                            "",
                            "added",
                            "changed",
                            "removed",
                            "untouched",
                            "conflicting"
                        })
                String kind,
        @Schema(description = "The plan was made for it; 0: there was no chunk", example = "4")
                long baseRevision,
        @Schema(description = "How many there are", example = "1") int conflicts,
        @Schema(description = "The first 64") List<ConflictView> items,
        @Schema(
                        description = "The caller may not see the chunk, so no conflict is listed",
                        example = "false")
                boolean gated,
        @Schema(
                        description =
                                "What the commit did; left: edits had changed the chunk since the"
                                        + " plan, or it may not be changed",
                        example = "none",
                        allowableValues = {"none", "wrote", "removed", "left"})
                String outcome,
        @Schema(description = "Revision the commit wrote; 0 for none", example = "0")
                long revision) {

    /** What map and edits changed differently. */
    record ConflictView(
            @Schema(
                            example = "cell",
                            allowableValues = {"cell", "object", "layer", "chunk"})
                    String kind,
            @Schema(description = "Name of the layer; empty for none", example = "ground")
                    String layer,
            @Schema(description = "Cell, from the chunk's corner; -1 for none", example = "3")
                    int x,
            @Schema(example = "5") int y,
            @Schema(example = "0") int z,
            @Schema(description = "Id of the object; empty for none", example = "") String object,
            @Schema(
                            description = "Asset at the last import; empty for air",
                            example = "tiles/sea/1")
                    String base,
            @Schema(description = "Asset now, or what edits did", example = "tiles/sea/2")
                    String ours,
            @Schema(description = "Asset in the map, or what the map did", example = "tiles/sea/9")
                    String theirs,
            @Schema(description = "All of it, for people") String text) {
        static ConflictView of(ImportConflict conflict) {
            return new ConflictView(
                    conflict.kind(),
                    conflict.layer(),
                    conflict.x(),
                    conflict.y(),
                    conflict.z(),
                    conflict.object(),
                    conflict.base(),
                    conflict.ours(),
                    conflict.theirs(),
                    conflict.text());
        }
    }

    static PlannedChunkView of(ImportPlans.Entry entry) {
        StagedChunk chunk = entry.chunk();
        StagedChunk.Kind kind = chunk.plan().kind();
        return new PlannedChunkView(
                chunk.key().toString(),
                kind == null ? "" : nameOf(kind),
                chunk.plan().revision(),
                chunk.plan().conflicts(),
                entry.conflicts().stream().map(ConflictView::of).toList(),
                entry.gated(),
                nameOf(chunk.result().outcome()),
                chunk.result().revision());
    }
}
