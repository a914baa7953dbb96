package dev.terrane.core.chunk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** An immutable dense array of palette ids, one a cell, in the order of {@link ChunkSize}. */
public final class TileGrid {
    private final char[] ids;

    private TileGrid(char[] ids) {
        this.ids = ids;
    }

    /** Copies the ids, each 0..65,535. */
    public static TileGrid of(int... ids) {
        char[] copy = new char[ids.length];
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0 || ids[i] > 65_535) {
                throw new IllegalArgumentException("cell " + i + " holds " + ids[i]);
            }
            copy[i] = (char) ids[i];
        }
        return new TileGrid(copy);
    }

    /** All air. */
    public static TileGrid air(int cells) {
        return new TileGrid(new char[cells]);
    }

    /** Reads {@code cells} little-endian 16-bit ids; the bytes must be there. */
    public static TileGrid read(byte[] bytes, int offset, int cells) {
        char[] ids = new char[cells];
        ByteBuffer.wrap(bytes, offset, cells * 2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asCharBuffer()
                .get(ids);
        return new TileGrid(ids);
    }

    /** Writes the ids little-endian; there must be room for two bytes a cell. */
    public void write(byte[] bytes, int offset) {
        ByteBuffer.wrap(bytes, offset, ids.length * 2)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asCharBuffer()
                .put(ids);
    }

    /** Number of cells. */
    public int size() {
        return ids.length;
    }

    /** Palette id of a cell. */
    public int get(int index) {
        return ids[index];
    }

    /** A copy of all ids. */
    public int[] toArray() {
        int[] copy = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            copy[i] = ids[i];
        }
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TileGrid grid && Arrays.equals(ids, grid.ids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    @Override
    public String toString() {
        return "TileGrid[" + ids.length + " cells]";
    }
}
