package dev.terrane.core.chunk.maps;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A map as its files say, whatever the program, before it is cut into chunks.
 *
 * @param areas rectangles the map covers; empty for an infinite map
 * @param tilesets by first gid
 */
record SourceMap(
        String file,
        int tileWidth,
        int tileHeight,
        List<Area> areas,
        NavigableMap<Integer, Tileset> tilesets,
        List<SourceLayer> layers,
        List<SourceObject> objects,
        ExportNotes notes,
        List<String> warnings) {
    static final int FLIP_HORIZONTAL = 0x8000_0000;
    static final int FLIP_VERTICAL = 0x4000_0000;
    static final int FLIP_DIAGONAL = 0x2000_0000;
    static final int ROTATED_HEX = 0x1000_0000;
    static final int GID_MASK = 0x0FFF_FFFF;

    SourceMap {
        areas = List.copyOf(areas);
        tilesets = new TreeMap<>(tilesets);
        layers = List.copyOf(layers);
        objects = List.copyOf(objects);
        warnings = List.copyOf(warnings);
    }

    /** A rectangle of cells. */
    record Area(int x, int y, int width, int height) {
        @Override
        public String toString() {
            return "(%d, %d), %d x %d".formatted(x, y, width, height);
        }

        int cells() {
            return width * height;
        }

        /** Names one of its cells, counted by rows. */
        String cell(int index) {
            return "cell (%d, %d)".formatted(x + index % width, y + index / width);
        }

        boolean contains(double cellX, double cellY) {
            return cellX >= x && cellY >= y && cellX < x + width && cellY < y + height;
        }
    }

    /** A tile found by its gid. */
    record Found(Tileset set, int localId, Tileset.Tile tile) {}

    boolean infinite() {
        return areas.isEmpty();
    }

    /** Whether a position, in cells, is on the map. */
    boolean covers(double cellX, double cellY) {
        return infinite() || areas.stream().anyMatch(area -> area.contains(cellX, cellY));
    }

    /** The tile of a gid without flip bits. */
    Optional<Found> findTile(int gid) {
        Map.Entry<Integer, Tileset> set = tilesets.floorEntry(gid);
        if (set == null) {
            return Optional.empty();
        }
        int local = gid - set.getKey();
        return set.getValue().findTile(local).map(tile -> new Found(set.getValue(), local, tile));
    }
}
