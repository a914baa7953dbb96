package dev.terrane.core.session.colliders;

import java.util.BitSet;

/**
 * Which cells of a rectangle of tiles are solid. One cell is one metre times the scale of whoever
 * merges it. Mutable until merged; one owner.
 */
public final class SolidGrid {
    /** Most cells of one grid. */
    public static final int CELLS_MAX = 1 << 24;

    private final int width;
    private final int height;
    private final BitSet solid;

    /** A grid without solid cells. */
    public SolidGrid(int width, int height) {
        if (width < 1 || height < 1 || (long) width * height > CELLS_MAX) {
            throw new IllegalArgumentException("grid of " + width + " x " + height);
        }
        this.width = width;
        this.height = height;
        this.solid = new BitSet(width * height);
    }

    /** Cells along x. */
    public int width() {
        return width;
    }

    /** Cells along y. */
    public int height() {
        return height;
    }

    /** Makes a cell solid. */
    public void setSolid(int x, int y) {
        solid.set(index(x, y));
    }

    /** Whether a cell is solid. */
    public boolean isSolid(int x, int y) {
        return solid.get(index(x, y));
    }

    private int index(int x, int y) {
        if (x < 0 || x >= width || y < 0 || y >= height) {
            throw new IllegalArgumentException("no cell " + x + ", " + y);
        }
        return y * width + x;
    }
}
