package dev.terrane.world.definitions.web;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.RoomState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A room on REST. */
record RoomView(
        @Schema(example = "main") String id,
        @Schema(description = "Ignored on input", example = "isle") @Nullable String world,
        @Schema(example = "The village") String name,
        @Schema(description = "Lowest corner, inside", example = "[0, 0, 0]") List<Double> min,
        @Schema(description = "Highest corner, outside", example = "[96, 64, 1]") List<Double> max,
        @Schema(
                        description =
                                "The world's: of its definition and its rooms'; ignored on input",
                        example = "2")
                @Nullable Long revision,
        @Schema(
                        description =
                                "The world's, which If-Match names to change it; ignored on input",
                        example = "2-5d0c41f7be29a386")
                @Nullable String etag) {

    static RoomView of(RoomState state) {
        Room room = state.room();
        Box box = room.bounds();
        return new RoomView(
                room.key().room().value(),
                room.key().world().value(),
                room.name(),
                List.of(box.minX(), box.minY(), box.minZ()),
                List.of(box.maxX(), box.maxY(), box.maxZ()),
                state.revision(),
                state.tag().toString());
    }

    Room toRoom(WorldId worldId) {
        Requests.three("min", min);
        Requests.three("max", max);
        for (int i = 0; i < 3; i++) {
            MergePatch.finite("min", i, min.get(i));
            MergePatch.finite("max", i, max.get(i));
            if (min.get(i) >= max.get(i)) {
                throw MergePatch.bad(
                        "/max/" + i,
                        "max",
                        "%s is not above min, %s".formatted(max.get(i), min.get(i)));
            }
        }
        try {
            return new Room(
                    Requests.room(worldId, "id", id == null ? "" : id),
                    Requests.name("name", name == null ? "" : name),
                    new Box(
                            min.get(0),
                            min.get(1),
                            min.get(2),
                            max.get(0),
                            max.get(1),
                            max.get(2)));
        } catch (IllegalArgumentException e) {
            throw Requests.bad("max", String.valueOf(e.getMessage()));
        }
    }
}
