package dev.terrane.world.definitions.web;

import dev.terrane.world.definitions.RoomChange;
import dev.terrane.world.definitions.RoomChange.Corner;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A merge patch of a room, as documents describe it. */
record RoomPatchView(
        @Schema(description = "As it is: it never changes", example = "main") @Nullable String id,
        @Schema(description = "As it is: it never changes", example = "isle")
                @Nullable String world,
        @Schema(description = "Unique in its world, 1..256 bytes", example = "The village")
                @Nullable String name,
        @Schema(description = "Lowest corner, inside; within ±16,777,216", example = "[0, 0, 0]")
                @Nullable List<Double> min,
        @Schema(
                        description = "Highest corner, outside; within ±16,777,216",
                        example = "[128, 96, 1]")
                @Nullable List<Double> max,
        @Schema(description = "As If-Match says", example = "2") @Nullable Long revision,
        @Schema(description = "As If-Match says", example = "2-5d0c41f7be29a386")
                @Nullable String etag) {

    static final Set<String> MEMBERS =
            Set.of("id", "world", "name", "min", "max", "revision", "etag");

    static RoomChange change(MergePatch patch) {
        return new RoomChange(patch.name("name"), corner(patch, "min"), corner(patch, "max"));
    }

    private static Optional<Corner> corner(MergePatch patch, String name) {
        double[] at = patch.numbers(name);
        return at == null ? Optional.empty() : Optional.of(new Corner(at[0], at[1], at[2]));
    }
}
