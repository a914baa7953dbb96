package dev.terrane.core.chunk.maps;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A map as its file says, before it is cut into chunks.
 *
 * @param tilesets by first gid
 */
record TmxMap(
        String file,
        int width,
        int height,
        int tileWidth,
        int tileHeight,
        boolean infinite,
        NavigableMap<Integer, Tileset> tilesets,
        List<TmxLayer> layers,
        List<TmxObject> objects,
        List<String> warnings) {
    static final int FLIP_HORIZONTAL = 0x8000_0000;
    static final int FLIP_VERTICAL = 0x4000_0000;
    static final int FLIP_DIAGONAL = 0x2000_0000;
    static final int ROTATED_HEX = 0x1000_0000;
    static final int GID_MASK = 0x0FFF_FFFF;

    TmxMap {
        tilesets = new TreeMap<>(tilesets);
        layers = List.copyOf(layers);
        objects = List.copyOf(objects);
        warnings = List.copyOf(warnings);
    }

    /** A tile found by its gid. */
    record Found(Tileset set, int localId, Tileset.Tile tile) {}

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
