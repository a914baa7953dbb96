package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.TileGrid;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/**
 * The cells of a layer while a patch is applied: a list of palette ids that may grow and shrink on
 * the way. Four bytes a cell instead of a node. Used by one thread.
 */
public final class TileArray {
    private int[] ids;
    private int size;

    private TileArray(int[] ids, int size) {
        this.ids = ids;
        this.size = size;
    }

    /** A private copy of a layer's cells. */
    public static TileArray of(TileGrid grid) {
        int[] ids = grid.toArray();
        return new TileArray(ids, ids.length);
    }

    /** Takes the ids, each 0..65,535; the caller gives the array up. */
    public static TileArray of(int[] ids) {
        return new TileArray(ids, ids.length);
    }

    /** Whether a node may stand in a cell. */
    public static boolean isTileId(JsonNode node) {
        return node.isIntegralNumber()
                && node.canConvertToInt()
                && node.intValue() >= 0
                && node.intValue() <= 65_535;
    }

    public int size() {
        return size;
    }

    /** Id at an index below the size. */
    public int get(int index) {
        return ids[index];
    }

    /** Replaces an id. */
    public void set(int index, int id) {
        ids[index] = id;
    }

    /** Inserts before an index, which may be the size. */
    public void insert(int index, int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, size + 64 + size / 2);
        }
        System.arraycopy(ids, index, ids, index + 1, size - index);
        ids[index] = id;
        size++;
    }

    /** Removes and returns an id. */
    public int remove(int index) {
        int removed = ids[index];
        System.arraycopy(ids, index + 1, ids, index, size - index - 1);
        size--;
        return removed;
    }

    /** An independent copy. */
    public TileArray copy() {
        return new TileArray(Arrays.copyOf(ids, size), size);
    }

    /** The immutable form. */
    public TileGrid toGrid() {
        return TileGrid.of(Arrays.copyOf(ids, size));
    }
}
