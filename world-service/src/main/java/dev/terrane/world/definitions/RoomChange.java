package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import java.util.Optional;

/**
 * What is to change of a room; what is absent stays.
 *
 * @param name plain string, not empty
 * @param min lowest corner
 * @param max highest corner
 */
public record RoomChange(Optional<String> name, Optional<Corner> min, Optional<Corner> max) {
    /** A corner of a room, finite. */
    public record Corner(double x, double y, double z) {
        public Corner {
            // No corner is at -0.
            x += 0.0;
            y += 0.0;
            z += 0.0;
        }
    }

    /** Whether it asks for anything. */
    public boolean isEmpty() {
        return name.isEmpty() && min.isEmpty() && max.isEmpty();
    }

    /** Where it puts a side; empty when that stays. */
    Optional<Double> find(Side side) {
        return switch (side) {
            case MIN_X -> min.map(Corner::x);
            case MIN_Y -> min.map(Corner::y);
            case MIN_Z -> min.map(Corner::z);
            case MAX_X -> max.map(Corner::x);
            case MAX_Y -> max.map(Corner::y);
            case MAX_Z -> max.map(Corner::z);
        };
    }

    /** The side that leaves no length along its axis; empty if there is none, or none is stated. */
    Optional<Side> findFlat(Room room) {
        if (min.isEmpty() && max.isEmpty()) {
            return Optional.empty();
        }
        Corner low = minOf(room);
        Corner high = maxOf(room);
        int axis = low.x() >= high.x() ? 0 : low.y() >= high.y() ? 1 : low.z() >= high.z() ? 2 : -1;
        return axis < 0 ? Optional.empty() : Optional.of(Side.of(max.isPresent(), axis));
    }

    /** The room with the change, which is not {@linkplain #findFlat flat}. */
    Room on(Room room) {
        Corner low = minOf(room);
        Corner high = maxOf(room);
        return new Room(
                room.key(),
                name.orElse(room.name()),
                new Box(low.x(), low.y(), low.z(), high.x(), high.y(), high.z()));
    }

    private Corner minOf(Room room) {
        Box now = room.bounds();
        return min.orElse(new Corner(now.minX(), now.minY(), now.minZ()));
    }

    private Corner maxOf(Room room) {
        Box now = room.bounds();
        return max.orElse(new Corner(now.maxX(), now.maxY(), now.maxZ()));
    }
}
