package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.TileDef;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tileset as an importer needs it.
 *
 * @param tileCount number of tiles when they are numbered 0.. without gaps, else -1
 * @param tiles what is said of single tiles, by local id
 */
record Tileset(String name, int tileCount, boolean collection, Map<Integer, Tile> tiles) {
    Tileset {
        tiles = Map.copyOf(tiles);
    }

    /** A set as a file says. Without an image of its own it is a collection: ids may have gaps. */
    static Tileset of(String name, int declared, boolean image, Map<Integer, Tile> tiles) {
        boolean collection = !image && !tiles.isEmpty();
        return new Tileset(name, collection ? -1 : declared, collection, tiles);
    }

    /** Tile numbers it takes up, at least 1. */
    int extent() {
        int described = tiles.keySet().stream().mapToInt(id -> id + 1).max().orElse(1);
        return Math.max(Math.min(tileCount, SourceMap.GID_MASK), described);
    }

    /** What a tileset says of one tile. */
    record Tile(String type, ObjectNode properties) {
        static final Tile PLAIN = new Tile("", JsonNodeFactory.instance.objectNode());
    }

    /** The tile with this local id, if the set has it. */
    Optional<Tile> findTile(int localId) {
        Tile described = tiles.get(localId);
        if (described != null) {
            return Optional.of(described);
        }
        boolean inside = !collection && (tileCount < 0 || localId < tileCount);
        return inside ? Optional.of(Tile.PLAIN) : Optional.empty();
    }

    /** The tile's own {@code asset_id}, else {@code tiles/SET/ID} with the set's name made safe. */
    String assetId(int localId, Tile tile) {
        return PropertyReader.findString(tile.properties(), "asset_id")
                .orElseGet(() -> "tiles/" + assetPart(name) + "/" + localId);
    }

    /** Replaces what may not stand in an asset id by an underscore. */
    static String assetPart(String text) {
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), 128); i++) {
            char c = text.charAt(i);
            part.append(Texts.isAssetCharacter(c) ? c : '_');
        }
        return part.isEmpty() ? "_" : part.toString();
    }

    /** Palette flags of a tile's properties. */
    static int flags(Tile tile) {
        return (PropertyReader.isTrue(tile.properties(), "walkable") ? TileDef.WALKABLE : 0)
                | (PropertyReader.isTrue(tile.properties(), "climbable") ? TileDef.CLIMBABLE : 0)
                | (PropertyReader.isTrue(tile.properties(), "liquid") ? TileDef.LIQUID : 0)
                | number(tile, "game_flags", 0, 65_535) << 16;
    }

    /** The tile's {@code variants}, 1 when absent or out of range. */
    static int variants(Tile tile) {
        return number(tile, "variants", 1, 255);
    }

    private static int number(Tile tile, String name, int absent, int max) {
        JsonNode value = tile.properties().get(name);
        return value != null
                        && value.isIntegralNumber()
                        && value.canConvertToInt()
                        && value.intValue() >= 0
                        && value.intValue() <= max
                ? value.intValue()
                : absent;
    }
}
