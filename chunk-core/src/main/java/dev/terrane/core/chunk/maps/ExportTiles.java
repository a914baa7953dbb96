package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tilesets of an exported map. An asset {@code tiles/SET/N} becomes tile N of a tileset SET;
 * any other, and a second meaning of the same, a tile of one more set that names its asset.
 * Collect, then number, then ask for gids.
 */
final class ExportTiles {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern USUAL = Pattern.compile("tiles/(.+)/(0|[1-9][0-9]{0,4})");
    private static final int FLIPS = TileDef.FLIP_X | TileDef.FLIP_Y | TileDef.FLIP_DIAGONAL;

    private final Set<Look> looks = new LinkedHashSet<>();
    private final TreeMap<String, TreeMap<Integer, Look>> sets = new TreeMap<>();
    private final Map<Look, Integer> gids = new HashMap<>();

    /**
     * What a palette entry shows, without its flips.
     *
     * @param copy 0, or the how manieth entry of one palette shows the same
     */
    private record Look(String assetId, boolean solid, int flags, int variants, int copy) {}

    private static Look look(TileDef tile, int copy) {
        return new Look(tile.assetId(), tile.solid(), tile.flags() & ~FLIPS, tile.variants(), copy);
    }

    /** The looks of a palette by id; equal entries are copies of each other. */
    private static Map<Integer, Look> looks(TileLayer layer) {
        Map<Integer, Look> byId = new HashMap<>();
        Map<TileDef, Integer> seen = new HashMap<>();
        for (TileDef tile : layer.palette()) {
            if (tile.id() != 0) {
                TileDef plain =
                        new TileDef(1, tile.assetId(), tile.solid(), tile.flags(), tile.variants());
                byId.put(tile.id(), look(tile, seen.merge(plain, 1, Integer::sum) - 1));
            }
        }
        return byId;
    }

    void collect(TileLayer layer) {
        looks.addAll(looks(layer).values());
    }

    void number() {
        Set<Look> rest = new LinkedHashSet<>();
        for (Look look : looks) {
            Matcher usual = USUAL.matcher(look.assetId);
            boolean fits =
                    look.copy == 0
                            && usual.matches()
                            && Tileset.assetPart(usual.group(1)).equals(usual.group(1))
                            && sets.computeIfAbsent(usual.group(1), name -> new TreeMap<>())
                                            .putIfAbsent(Integer.parseInt(usual.group(2)), look)
                                    == null;
            if (!fits) {
                rest.add(look);
            }
        }
        if (!rest.isEmpty()) {
            String name = "room";
            Set<String> taken = new HashSet<>(sets.keySet());
            while (taken.contains(name)) {
                name += "_";
            }
            TreeMap<Integer, Look> set = new TreeMap<>();
            rest.forEach(look -> set.put(set.size(), look));
            sets.put(name, set);
        }
        int first = 1;
        for (TreeMap<Integer, Look> set : sets.values()) {
            for (Map.Entry<Integer, Look> tile : set.entrySet()) {
                gids.put(tile.getValue(), first + tile.getKey());
            }
            first += set.lastKey() + 1;
        }
    }

    /** The tile of a palette entry, flips included. */
    int gid(TileLayer layer, TileDef tile) {
        return gid(looks(layer), tile);
    }

    private int gid(Map<Integer, Look> byId, TileDef tile) {
        Look look = byId.get(tile.id());
        Integer gid = look == null ? null : gids.get(look);
        if (gid == null) {
            throw new IllegalStateException("tile " + tile + " was not collected");
        }
        return gid
                | ((tile.flags() & TileDef.FLIP_X) != 0 ? SourceMap.FLIP_HORIZONTAL : 0)
                | ((tile.flags() & TileDef.FLIP_Y) != 0 ? SourceMap.FLIP_VERTICAL : 0)
                | ((tile.flags() & TileDef.FLIP_DIAGONAL) != 0 ? SourceMap.FLIP_DIAGONAL : 0);
    }

    /** The cells of a layer. */
    long[] gids(TileLayer layer) {
        Map<Integer, Look> byId = looks(layer);
        Map<Integer, Integer> byPaletteId = new HashMap<>();
        for (TileDef tile : layer.palette()) {
            byPaletteId.put(tile.id(), tile.id() == 0 ? 0 : gid(byId, tile));
        }
        long[] cells = new long[layer.tiles().size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = byPaletteId.getOrDefault(layer.tiles().get(i), 0) & 0xFFFF_FFFFL;
        }
        return cells;
    }

    ArrayNode toNodes() {
        ArrayNode list = NODES.arrayNode();
        int first = 1;
        for (Map.Entry<String, TreeMap<Integer, Look>> set : sets.entrySet()) {
            ObjectNode node = list.addObject();
            node.put("firstgid", first).put("name", set.getKey());
            node.put("tilewidth", MapExporter.CELL_PIXELS);
            node.put("tileheight", MapExporter.CELL_PIXELS);
            node.put("tilecount", set.getValue().size()).put("columns", 0);
            node.put("margin", 0).put("spacing", 0);
            ArrayNode tiles = node.putArray("tiles");
            set.getValue().forEach((id, look) -> tiles.add(tile(set.getKey(), id, look)));
            first += set.getValue().lastKey() + 1;
        }
        return list;
    }

    private static ObjectNode tile(String set, int id, Look look) {
        ObjectNode tile = NODES.objectNode().put("id", id);
        ArrayNode properties = NODES.arrayNode();
        if (!look.assetId.equals("tiles/" + set + "/" + id)) {
            property(properties, "asset_id", "string").put("value", look.assetId);
        }
        flag(properties, "solid", look.solid);
        flag(properties, "walkable", (look.flags & TileDef.WALKABLE) != 0);
        flag(properties, "climbable", (look.flags & TileDef.CLIMBABLE) != 0);
        flag(properties, "liquid", (look.flags & TileDef.LIQUID) != 0);
        if (look.flags >>> 16 != 0) {
            property(properties, "game_flags", "int").put("value", look.flags >>> 16);
        }
        if (look.variants != 1) {
            property(properties, "variants", "int").put("value", look.variants);
        }
        if (!properties.isEmpty()) {
            tile.set("properties", properties);
        }
        return tile;
    }

    private static void flag(ArrayNode properties, String name, boolean value) {
        if (value) {
            property(properties, name, "bool").put("value", true);
        }
    }

    static ObjectNode property(ArrayNode properties, String name, String type) {
        return properties.addObject().put("name", name).put("type", type);
    }
}
