package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.Tileset.Tile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The definitions of an LDtk project: layers from bottom to top, tilesets, values of int grids. */
final class LdtkDefs {
    private static final List<String> WORDS = List.of("solid", "walkable", "climbable", "liquid");

    private final JsonPart defs;
    private final Map<Integer, Layer> layers = new HashMap<>();
    private final Map<Integer, Numbers> sets = new HashMap<>();
    private int nextGid = 1;

    LdtkDefs(JsonPart defs) {
        this.defs = defs;
        List<JsonPart> topDown = defs.list("layers");
        for (int i = 0; i < topDown.size(); i++) {
            JsonPart in = topDown.get(i).requireObject();
            String name = in.string("identifier");
            int uid = (int) in.integer("uid", 0, Integer.MAX_VALUE);
            Layer layer =
                    new Layer(
                            name,
                            topDown.size() - i,
                            in.string("__type", in.string("type", "")),
                            in.about("layer '" + name + "'"));
            if (layers.put(uid, layer) != null) {
                throw layer.in.fault(ImportReason.DUPLICATE_NAME, "its uid stands twice");
            }
        }
    }

    /**
     * A layer of every level.
     *
     * @param order 1 for the lowest
     */
    record Layer(String name, int order, String type, JsonPart in) {}

    /** Gids of a tileset or an int grid. */
    private record Numbers(int first, int extent) {}

    Optional<Layer> find(int uid) {
        return Optional.ofNullable(layers.get(uid));
    }

    /** Pixels of a cell: all layers with cells agree on it. */
    int gridSize(JsonPart root) {
        int grid = 0;
        for (Layer layer : layers.values()) {
            if (layer.type.equals("Entities")) {
                continue;
            }
            int mine = (int) layer.in.integer("gridSize", 1, 65_536);
            if (grid != 0 && mine != grid) {
                throw layer.in.fault(
                        ImportReason.UNSUPPORTED_FEATURE,
                        "its grid is %d pixels, another layer's %d".formatted(mine, grid));
            }
            grid = mine;
        }
        return grid != 0 ? grid : root.integer("defaultGridSize", 1, 65_536, 16);
    }

    /** Gives every tileset and every int grid numbers of their own. */
    void tilesets(MapBuilder map, JsonPart root) {
        for (JsonPart json : defs.list("tilesets")) {
            String name = json.requireObject().string("identifier");
            JsonPart in = json.about("tileset '" + name + "'");
            int uid = (int) in.integer("uid", 0, Integer.MAX_VALUE);
            long across = in.integer("__cWid", 0, 1 << 15, 0);
            long down = in.integer("__cHei", 0, 1 << 15, 0);
            Unkept unkept = new Unkept();
            Map<Integer, Tile> tiles = described(in, unkept);
            unkept.addAll(Tileset.unkept(tiles));
            Tileset set =
                    Tileset.of(name, (int) (across * down), true, tiles)
                            .with(Tileset.Objects.USUAL, unkept.at(in).stream().toList());
            add(uid, set, map, in);
        }
        for (Map.Entry<Integer, Layer> entry :
                layers.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.comparingInt(Layer::order)))
                        .toList()) {
            Layer layer = entry.getValue();
            if (layer.type.equals("IntGrid")) {
                add(-1 - entry.getKey(), values(layer), map, layer.in);
            }
        }
    }

    private void add(int key, Tileset set, MapBuilder map, JsonPart at) {
        if ((long) nextGid + set.extent() > SourceMap.GID_MASK) {
            throw at.fault(ImportReason.BAD_DATA, "too many tiles");
        }
        if (sets.put(key, new Numbers(nextGid, set.extent())) != null) {
            throw at.fault(ImportReason.DUPLICATE_NAME, "its uid stands twice");
        }
        map.tileset(nextGid, set, at);
        nextGid += set.extent();
    }

    /**
     * The gid of a tileset's tile.
     *
     * @param cell names the cell it lies in
     */
    int tile(int tilesetUid, int local, Faults at, Supplier<String> cell) {
        Numbers numbers = sets.get(tilesetUid);
        if (numbers == null) {
            throw at.fault(
                    ImportReason.UNKNOWN_TILE, cell.get() + ": no tileset has uid " + tilesetUid);
        }
        if (local < 0 || local >= numbers.extent) {
            throw at.fault(
                    ImportReason.UNKNOWN_TILE, cell.get() + ": its tileset has no tile " + local);
        }
        return numbers.first + local;
    }

    /**
     * The gid of a value of a layer's int grid.
     *
     * @param cell names the cell that holds it
     */
    int value(int layerUid, int value, Faults at, Supplier<String> cell) {
        Numbers numbers = sets.get(-1 - layerUid);
        if (numbers == null || value >= numbers.extent) {
            throw at.fault(
                    ImportReason.UNKNOWN_TILE, cell.get() + ": the layer has no value " + value);
        }
        return numbers.first + value;
    }

    /** What custom data and enum tags say of single tiles. */
    private static Map<Integer, Tile> described(JsonPart in, Unkept unkept) {
        Map<Integer, ObjectNode> properties = new HashMap<>();
        for (JsonPart data : in.list("customData")) {
            int tile = (int) data.requireObject().integer("tileId", 0, 1 << 27);
            JsonNode values = values(data);
            if (values instanceof ObjectNode object) {
                properties.put(tile, object);
            } else {
                unkept.add("custom data of tile " + tile);
            }
        }
        for (JsonPart tag : in.list("enumTags")) {
            String word = tag.requireObject().string("enumValueId").toLowerCase(Locale.ROOT);
            if (WORDS.contains(word)) {
                for (JsonPart tile : tag.list("tileIds")) {
                    properties
                            .computeIfAbsent(
                                    (int) tile.integer(0, 1 << 27),
                                    unknown -> JsonNodeFactory.instance.objectNode())
                            .put(word, true);
                }
            } else if (!tag.list("tileIds").isEmpty()) {
                unkept.add("enum tag '" + tag.string("enumValueId") + "'");
            }
        }
        Map<Integer, Tile> tiles = new HashMap<>();
        properties.forEach((id, values) -> tiles.put(id, new Tile("", values)));
        return tiles;
    }

    /** Custom data that is a JSON object counts as properties; any other text is the author's. */
    private static @Nullable JsonNode values(JsonPart data) {
        String text = data.string("data", "");
        if (!text.strip().startsWith("{")) {
            return null;
        }
        JsonNode values =
                new JsonTrees(ImportLimits.DEFAULT).embedded(data.get("data").place(), text).node();
        if (values.has("content_flags")) {
            PropertyReader.requireAllowed("content_flags", data);
        }
        return values;
    }

    /** An int grid as a tileset: value n is tile n; the words of its name say what it is. */
    private static Tileset values(Layer layer) {
        Map<Integer, String> groups = new HashMap<>();
        for (JsonPart group : layer.in.list("intGridValuesGroups")) {
            groups.put(
                    (int) group.requireObject().integer("uid", 0, Integer.MAX_VALUE),
                    group.string("identifier", ""));
        }
        Map<Integer, Tile> tiles = new HashMap<>();
        for (JsonPart value : layer.in.list("intGridValues")) {
            int number = (int) value.requireObject().integer("value", 1, 65_535);
            String name = value.string("identifier", "");
            String group =
                    groups.getOrDefault(value.integer("groupUid", 0, Integer.MAX_VALUE, 0), "");
            ObjectNode properties = JsonNodeFactory.instance.objectNode();
            properties.put(
                    "asset_id",
                    "intgrid/"
                            + Tileset.assetPart(layer.name)
                            + "/"
                            + (name.isEmpty() ? String.valueOf(number) : Tileset.assetPart(name)));
            List<String> words =
                    new ArrayList<>(
                            List.of(
                                    (name + "_" + group)
                                            .toLowerCase(Locale.ROOT)
                                            .split("[^a-z]+")));
            WORDS.stream().filter(words::contains).forEach(word -> properties.put(word, true));
            tiles.put(number, new Tile(name, properties));
        }
        return Tileset.of("intgrid/" + layer.name, 0, false, tiles);
    }
}
