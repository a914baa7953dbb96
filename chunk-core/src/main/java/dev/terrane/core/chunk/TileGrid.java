package dev.terrane.core.chunk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An immutable dense array of palette ids, one a cell, in the order of {@link ChunkSize}. Kept as
 * the binary format has it: two bytes a cell, little-endian.
 */
public final class TileGrid {
    private static final VarHandle CHAR =
            MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** One in each of the four cells of a long. */
    private static final long LANES = 0x0001_0001_0001_0001L;

    private final byte[] ids;

    private TileGrid(byte[] ids) {
        this.ids = ids;
    }

    /** Copies the ids, each 0..65,535. */
    public static TileGrid of(int... ids) {
        byte[] copy = new byte[ids.length * 2];
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0 || ids[i] > 65_535) {
                throw new IllegalArgumentException("cell " + i + " holds " + ids[i]);
            }
            CHAR.set(copy, i * 2, (char) ids[i]);
        }
        return new TileGrid(copy);
    }

    /** All air. */
    public static TileGrid air(int cells) {
        return new TileGrid(new byte[cells * 2]);
    }

    /** Reads {@code cells} little-endian 16-bit ids; the bytes must be there. */
    public static TileGrid read(byte[] bytes, int offset, int cells) {
        return new TileGrid(Arrays.copyOfRange(bytes, offset, offset + cells * 2));
    }

    /** Writes the ids little-endian; there must be room for two bytes a cell. */
    public void write(byte[] bytes, int offset) {
        System.arraycopy(ids, 0, bytes, offset, ids.length);
    }

    /** Number of cells. */
    public int size() {
        return ids.length / 2;
    }

    /** Palette id of a cell. */
    public int get(int index) {
        return (char) CHAR.get(ids, index * 2);
    }

    /** The first cell whose id is above this one, or -1. */
    public int firstAbove(int id) {
        int whole = ids.length & -Long.BYTES;
        int cell = 0;
        if (id < 0x8000) {
            // Four cells a step: adding carries into a cell's top bit exactly if it is above the
            // id, or has that bit anyway; a carry into the neighbour comes only from such a cell.
            long add = LANES * (0x7FFF - id);
            long above = 0;
            for (int i = 0; i < whole; i += Long.BYTES) {
                long four = (long) LONG.get(ids, i);
                above |= (four + add) | four;
            }
            cell = (above & (LANES << 15)) == 0 ? whole / 2 : 0;
        }
        for (; cell < size(); cell++) {
            if (get(cell) > id) {
                return cell;
            }
        }
        return -1;
    }

    /** A copy of all ids. */
    public int[] toArray() {
        int[] copy = new int[size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = get(i);
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
        return "TileGrid[" + size() + " cells]";
    }
}
