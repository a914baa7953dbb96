package dev.terrane.core.chunk;

import org.jspecify.annotations.Nullable;

/**
 * Cells of a chunk along each axis.
 *
 * @param x width, 1..65,535
 * @param y height, 1..65,535
 * @param z depth, 1..65,535; 1 is a flat world
 */
public record ChunkSize(int x, int y, int z) {
    /** Cells a chunk may have at most. */
    public static final int CELLS_MAX = 65_536;

    /** 32 × 32 × 1. */
    public static final ChunkSize DEFAULT = new ChunkSize(32, 32, 1);

    public ChunkSize {
        Texts.require(fault(x, y, z), "chunk size", x + "x" + y + "x" + z);
    }

    /** What is wrong with these dimensions, or null. */
    public static @Nullable String fault(long x, long y, long z) {
        if (x < 1 || y < 1 || z < 1 || x > 65_535 || y > 65_535 || z > 65_535) {
            return "each side is 1 to 65,535 cells";
        }
        return x * y * z > CELLS_MAX ? "a chunk has at most 65,536 cells, not " + x * y * z : null;
    }

    /** Number of cells. */
    public int cells() {
        return x * y * z;
    }

    /** Index of a cell, {@code (z·h + y)·w + x}; the arguments are not checked. */
    public int indexOf(int cellX, int cellY, int cellZ) {
        return (cellZ * y + cellY) * x + cellX;
    }

    /** As in refusals: 32 × 32 × 1. */
    @Override
    public String toString() {
        return x + " × " + y + " × " + z;
    }
}
