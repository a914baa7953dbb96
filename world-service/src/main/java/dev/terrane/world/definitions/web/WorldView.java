package dev.terrane.world.definitions.web;

import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.World;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A world on REST. */
record WorldView(
        @Schema(example = "isle") String id,
        @Schema(example = "The isle") String name,
        @Schema(description = "Cells of a chunk along x, y, z", example = "[32, 32, 1]")
                @Nullable List<Integer> chunkSize,
        @Schema(description = "Where chunk 0,0,0 begins", example = "[0, 0, 0]")
                @Nullable List<Double> origin,
        @Schema(description = "Of this definition and its rooms'; ignored on input", example = "1")
                @Nullable Long revision,
        @Schema(
                        description =
                                "When changes of chunks are acknowledged; committed if not stated."
                                        + " An existing world's is not compared",
                        example = "committed",
                        allowableValues = {"committed", "write-behind"})
                @Nullable String durability,
        @Schema(
                        description = "What If-Match names to change it; ignored on input",
                        example = "1-0f3c9a52d1b84e67")
                @Nullable String etag) {

    static WorldView of(World world) {
        ChunkSize size = world.grid().size();
        ChunkGrid.Origin origin = world.grid().origin();
        return new WorldView(
                world.id().value(),
                world.name(),
                List.of(size.x(), size.y(), size.z()),
                List.of(origin.x(), origin.y(), origin.z()),
                world.revision(),
                world.durability().storedName(),
                world.tag().toString());
    }

    static Durability durability(String field, String name) {
        return Durability.find(name)
                .orElseThrow(
                        () ->
                                Requests.bad(
                                        field,
                                        "'committed' or 'write-behind', not '" + name + "'"));
    }

    World toWorld() {
        List<Integer> size = chunkSize == null ? List.of(32, 32, 1) : chunkSize;
        List<Double> at = origin == null ? List.of(0.0, 0.0, 0.0) : origin;
        Requests.three("chunkSize", size);
        Requests.three("origin", at);
        for (int i = 0; i < 3; i++) {
            MergePatch.finite("origin", i, at.get(i));
        }
        Requests.require("chunkSize", ChunkSize.fault(size.get(0), size.get(1), size.get(2)));
        try {
            return new World(
                    Requests.world("id", id == null ? "" : id),
                    Requests.name("name", name == null ? "" : name),
                    new ChunkGrid(
                            new ChunkSize(size.get(0), size.get(1), size.get(2)),
                            new ChunkGrid.Origin(at.get(0), at.get(1), at.get(2))),
                    1,
                    durability("durability", durability == null ? "committed" : durability));
        } catch (IllegalArgumentException e) {
            throw Requests.bad("origin", String.valueOf(e.getMessage()));
        }
    }
}
