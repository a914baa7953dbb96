package dev.terrane.world.definitions.web;

import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.world.definitions.WorldChange;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A merge patch of a world, as documents describe it. */
record WorldPatchView(
        @Schema(description = "As it is: it never changes", example = "isle") @Nullable String id,
        @Schema(description = "1..256 bytes", example = "The isle") @Nullable String name,
        @Schema(
                        description =
                                "Cells of a chunk along x, y, z; while there never was a chunk",
                        example = "[32, 32, 1]")
                @Nullable List<Integer> chunkSize,
        @Schema(
                        description =
                                "Where chunk 0,0,0 begins, exact in float32; while there never was"
                                        + " a chunk",
                        example = "[0, 0, 0]")
                @Nullable List<Double> origin,
        @Schema(description = "As If-Match says", example = "1") @Nullable Long revision,
        @Schema(
                        description = "As it is: PUT …/durability changes it",
                        example = "committed",
                        allowableValues = {"committed", "write-behind"})
                @Nullable String durability,
        @Schema(description = "As If-Match says", example = "1-0f3c9a52d1b84e67")
                @Nullable String etag) {

    static final Set<String> MEMBERS =
            Set.of("id", "name", "chunkSize", "origin", "revision", "durability", "etag");

    static WorldChange change(MergePatch patch) {
        return new WorldChange(patch.name("name"), size(patch), origin(patch));
    }

    private static Optional<ChunkSize> size(MergePatch patch) {
        int[] sides = patch.wholes("chunkSize");
        if (sides == null) {
            return Optional.empty();
        }
        String fault = ChunkSize.fault(sides[0], sides[1], sides[2]);
        if (fault != null) {
            throw MergePatch.bad("/chunkSize", "chunkSize", fault);
        }
        return Optional.of(new ChunkSize(sides[0], sides[1], sides[2]));
    }

    private static Optional<ChunkGrid.Origin> origin(MergePatch patch) {
        double[] at = patch.numbers("origin");
        if (at == null) {
            return Optional.empty();
        }
        for (int i = 0; i < at.length; i++) {
            if ((float) at[i] != at[i]) {
                throw MergePatch.bad("/origin/" + i, "origin", "not exact in float32: " + at[i]);
            }
        }
        return Optional.of(new ChunkGrid.Origin(at[0], at[1], at[2]));
    }
}
