package dev.terrane.core.chunk;

import java.util.Optional;

/**
 * A world's lattice: chunk size and where chunk (0,0,0) begins. Bounds are derived from it and
 * exist only where they are exact in float32.
 */
public record ChunkGrid(ChunkSize size, Origin origin) {

    /** 32 × 32 × 1 at (0,0,0). */
    public static final ChunkGrid DEFAULT = new ChunkGrid(ChunkSize.DEFAULT, Origin.ZERO);

    /** Farthest a room may reach from zero: up to here float32 tells all tiles apart. */
    public static final double REACH_MAX = 1 << 24;

    /**
     * World position of the corner of chunk (0,0,0) with the smallest coordinates.
     *
     * @param x world units, exactly representable in float32, as are y and z
     */
    public record Origin(double x, double y, double z) {
        /** (0,0,0). */
        public static final Origin ZERO = new Origin(0, 0, 0);

        public Origin {
            x = exact(x);
            y = exact(y);
            z = exact(z);
        }

        private static double exact(double value) {
            if (!Double.isFinite(value) || (float) value != value) {
                throw new IllegalArgumentException("not exact in float32: " + value);
            }
            return value + 0.0;
        }

        /** As in refusals: its coordinates. */
        @Override
        public String toString() {
            return x + ", " + y + ", " + z;
        }
    }

    /** The chunk's box, or empty where a corner is not exact in float32. */
    public Optional<Box> findBounds(ChunkCoord coord) {
        if (size.z() == 1 && coord.cz() != 0) {
            return Optional.empty();
        }
        double minX = corner(origin.x(), coord.cx(), size.x());
        double minY = corner(origin.y(), coord.cy(), size.y());
        double minZ = corner(origin.z(), coord.cz(), size.z());
        double maxX = corner(origin.x(), coord.cx() + 1L, size.x());
        double maxY = corner(origin.y(), coord.cy() + 1L, size.y());
        double maxZ = corner(origin.z(), coord.cz() + 1L, size.z());
        double sum = minX + minY + minZ + maxX + maxY + maxZ;
        return Double.isNaN(sum)
                ? Optional.empty()
                : Optional.of(new Box(minX, minY, minZ, maxX, maxY, maxZ));
    }

    /** The coordinate of the chunk that holds a position; empty beyond int32. */
    public Optional<ChunkCoord> findCoord(double x, double y, double z) {
        double cx = Math.floor((x - origin.x()) / size.x());
        double cy = Math.floor((y - origin.y()) / size.y());
        double cz = Math.floor((z - origin.z()) / size.z());
        return fits(cx) && fits(cy) && fits(cz)
                ? Optional.of(new ChunkCoord((int) cx, (int) cy, (int) cz))
                : Optional.empty();
    }

    private static boolean fits(double value) {
        return value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
    }

    /** NaN where the corner is not exact. */
    private static double corner(double origin, long index, int side) {
        double offset = (double) (index * side);
        double corner = origin + offset;
        return (float) corner == corner && corner - offset == origin ? corner : Double.NaN;
    }
}
