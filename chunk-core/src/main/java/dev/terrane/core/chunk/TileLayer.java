package dev.terrane.core.chunk;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One layer of cells with its palette. The palette is kept in order of id, holds air as 0, and
 * every id a cell uses.
 *
 * @param name plain string, unique in the chunk, not empty
 * @param layerId 0..65,535, unique in the chunk; layers are ordered by it
 * @param size the chunk's size
 */
public record TileLayer(
        String name, int layerId, ChunkSize size, List<TileDef> palette, TileGrid tiles) {
    /** Entries of a palette at most. */
    public static final int PALETTE_MAX = 65_535;

    public TileLayer {
        palette = Orders.sorted(palette, Comparator.comparingInt(TileDef::id));
        Texts.require(nameFault(name), "layer name", name);
        if (layerId < 0 || layerId > 65_535) {
            throw new IllegalArgumentException("layer id " + layerId);
        }
        Texts.require(paletteFault(palette), "palette of layer", layerId);
        if (tiles.size() != size.cells()) {
            throw new IllegalArgumentException(
                    "layer %d has %d cells, not %d".formatted(layerId, tiles.size(), size.cells()));
        }
        int stray = strayCell(palette, tiles);
        if (stray >= 0) {
            throw new IllegalArgumentException(
                    "layer %d: cell %d holds %d, which is not in the palette"
                            .formatted(layerId, stray, tiles.get(stray)));
        }
    }

    /** What is wrong with a layer's name, or null. */
    public static @Nullable String nameFault(String name) {
        return name.isEmpty() ? "a layer has a name" : Texts.textFault(name);
    }

    /** What is wrong with a palette in order of id, or null. */
    public static @Nullable String paletteFault(List<TileDef> palette) {
        if (palette.isEmpty() || !palette.getFirst().equals(TileDef.AIR)) {
            return "entry 0 (air) is required";
        }
        if (palette.size() > PALETTE_MAX) {
            return "at most 65,535 entries";
        }
        for (int i = 1; i < palette.size(); i++) {
            if (palette.get(i).id() <= palette.get(i - 1).id()) {
                return "id " + palette.get(i).id() + " stands twice";
            }
        }
        return null;
    }

    /** The first cell whose id the palette (in order of id) does not hold, or -1. */
    public static int strayCell(List<TileDef> palette, TileGrid tiles) {
        int top = palette.getLast().id();
        boolean dense = top == palette.size() - 1;
        if (dense) {
            return tiles.firstAbove(top);
        }
        BitSet known = new BitSet(top + 1);
        palette.forEach(entry -> known.set(entry.id()));
        for (int i = 0; i < tiles.size(); i++) {
            int id = tiles.get(i);
            if (!known.get(id)) {
                return i;
            }
        }
        return -1;
    }

    /** The palette entry with this id. */
    public Optional<TileDef> findTile(int id) {
        int low = 0;
        int high = palette.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = palette.get(middle).id();
            if (found == id) {
                return Optional.of(palette.get(middle));
            }
            if (found < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }

    /** The palette entry of a cell of this layer. */
    public TileDef getTileAt(int index) {
        return findTile(tiles.get(index)).orElseThrow();
    }
}
