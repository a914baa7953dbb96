package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a chunk must satisfy in its world and room, beyond the format. */
public final class ChunkRules {
    private ChunkRules() {}

    /** The first fault, or null. */
    public static EditResult.@Nullable Invalid fault(Chunk chunk, World world, Room room) {
        if (!chunk.grid().equals(world.grid())) {
            return new EditResult.Invalid(
                    "/bounds",
                    "the chunk's size and origin are %s and %s, the world's %s and %s"
                            .formatted(
                                    chunk.grid().size(),
                                    chunk.grid().origin(),
                                    world.grid().size(),
                                    world.grid().origin()));
        }
        Box bounds = room.bounds();
        if (!chunk.bounds().intersects(bounds)) {
            return new EditResult.Invalid(
                    "/coord", "the chunk lies outside the room, whose bounds are " + bounds);
        }
        int outside = outside(chunk, bounds);
        return outside < 0
                ? null
                : new EditResult.Invalid(
                        "/objects/" + outside + "/transform/pos",
                        "object %s stands outside the room, whose bounds are %s"
                                .formatted(chunk.objects().get(outside).id(), bounds));
    }

    private static int outside(Chunk chunk, Box bounds) {
        for (int i = 0; i < chunk.objects().size(); i++) {
            if (!Chunk.stands(chunk.objects().get(i), bounds)) {
                return i;
            }
        }
        return -1;
    }

    /** The first object that stands outside these bounds. */
    public static Optional<WorldObject> findOutside(Chunk chunk, Box bounds) {
        int outside = outside(chunk, bounds);
        return outside < 0 ? Optional.empty() : Optional.of(chunk.objects().get(outside));
    }
}
