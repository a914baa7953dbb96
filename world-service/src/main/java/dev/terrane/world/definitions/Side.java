package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import java.util.Optional;

/** One of the six sides of a room. */
public enum Side {
    MIN_X(false, 0),
    MIN_Y(false, 1),
    MIN_Z(false, 2),
    MAX_X(true, 0),
    MAX_Y(true, 1),
    MAX_Z(true, 2);

    private static final String AXES = "xyz";

    private final boolean max;
    private final int axis;

    Side(boolean max, int axis) {
        this.max = max;
        this.axis = axis;
    }

    private String corner() {
        return max ? "max" : "min";
    }

    /** The number of a room on REST, where corners are arrays. */
    public String restPointer() {
        return "/" + corner() + "/" + axis;
    }

    /** The number of a request that has the room's bounds as a message. */
    public String messagePointer() {
        return "/bounds/" + corner() + "/" + AXES.charAt(axis);
    }

    /** Where a box has this side. */
    public double of(Box box) {
        return switch (this) {
            case MIN_X -> box.minX();
            case MIN_Y -> box.minY();
            case MIN_Z -> box.minZ();
            case MAX_X -> box.maxX();
            case MAX_Y -> box.maxY();
            case MAX_Z -> box.maxZ();
        };
    }

    /** The side of an axis, 0 to 2 for x, y and z. */
    static Side of(boolean max, int axis) {
        return values()[max ? axis + 3 : axis];
    }

    /** The first side at which a box reaches beyond another; empty when it lies inside. */
    public static Optional<Side> beyond(Box box, Box bounds) {
        for (Side side : values()) {
            double outside = side.of(box) - side.of(bounds);
            if (side.max ? outside > 0 : outside < 0) {
                return Optional.of(side);
            }
        }
        return Optional.empty();
    }

    /** The first side behind which all of a box lies; empty when the two meet. */
    public static Optional<Side> behind(Box box, Box bounds) {
        for (Side side : values()) {
            double inside = of(!side.max, side.axis).of(box) - side.of(bounds);
            if (side.max ? inside >= 0 : inside <= 0) {
                return Optional.of(side);
            }
        }
        return Optional.empty();
    }

    /** The first side behind which a point lies; empty when it lies inside, which is half-open. */
    public static Optional<Side> behind(double x, double y, double z, Box bounds) {
        double[] point = {x, y, z};
        for (Side side : values()) {
            double at = point[side.axis] - side.of(bounds);
            if (side.max ? at >= 0 : at < 0) {
                return Optional.of(side);
            }
        }
        return Optional.empty();
    }
}
