package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.LdtkReader.Level;
import dev.terrane.core.chunk.maps.SourceMap.Area;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The layers of an LDtk project. An int grid is a layer of its own; tiles that lie on each other in
 * one cell become layers on each other. Layer ids count by layer from below, sixteen to each: the
 * int grid first, then the tiles. Used once, by one thread.
 */
final class LdtkLayers {
    private static final int IDS_EACH = 16;

    private final LdtkDefs defs;
    private final MapBuilder map;
    private final int grid;
    private final TreeMap<Integer, Made> made = new TreeMap<>();

    LdtkLayers(LdtkDefs defs, MapBuilder map, int grid) {
        this.defs = defs;
        this.map = map;
        this.grid = grid;
    }

    private record Made(String name, List<SourceLayer.Block> blocks, ImportOutcome.Place place) {}

    /** Reads one layer of one level. */
    void read(Level level, JsonPart json) {
        String name = json.string("__identifier");
        JsonPart in = json.about("level '" + level.name() + "', layer '" + name + "'");
        int uid = (int) in.integer("layerDefUid", 0, Integer.MAX_VALUE);
        LdtkDefs.Layer layer =
                defs.find(uid)
                        .orElseThrow(
                                () ->
                                        in.fault(
                                                ImportReason.BAD_DATA,
                                                "no layer is defined with uid " + uid));
        String type = in.string("__type");
        Unkept unkept = new Unkept();
        if (!in.find("visible").map(JsonPart::node).map(JsonNode::asBoolean).orElse(true)) {
            unkept.add("visible");
        }
        if (in.real("__opacity", 1) != 1) {
            unkept.add("opacity");
        }
        if (type.equals("Entities")) {
            map.warn(unkept, in);
            new LdtkEntities(map, grid, level).read(in);
            return;
        }
        boolean offset =
                in.integer("__pxTotalOffsetX", Integer.MIN_VALUE, Integer.MAX_VALUE, 0) != 0
                        || in.integer("__pxTotalOffsetY", Integer.MIN_VALUE, Integer.MAX_VALUE, 0)
                                != 0;
        if (offset) {
            unkept.add("offset");
        }
        if (isTranslucent(in, "autoLayerTiles") || isTranslucent(in, "gridTiles")) {
            unkept.add("alpha of tiles");
        }
        map.warn(unkept, in);
        switch (type) {
            case "IntGrid" -> {
                intGrid(level, in, layer, uid);
                tiles(level, in, layer, "autoLayerTiles");
            }
            case "AutoLayer" -> tiles(level, in, layer, "autoLayerTiles");
            case "Tiles" -> tiles(level, in, layer, "gridTiles");
            default ->
                    throw in.fault(
                            ImportReason.UNSUPPORTED_FEATURE, "a layer of type '" + type + "'");
        }
    }

    private void intGrid(Level level, JsonPart in, LdtkDefs.Layer layer, int uid) {
        JsonPart csv = in.get("intGridCsv");
        map.charge(level.width(), level.height(), in);
        Area area = level.cells();
        int[] gids = CellDecoder.packed(csv, area);
        for (int i = 0; i < gids.length; i++) {
            int cell = i;
            if (gids[i] < 0 || gids[i] > 65_535) {
                throw csv.fault(
                        ImportReason.BAD_DATA,
                        area.cell(i) + " holds " + Integer.toUnsignedString(gids[i]));
            }
            gids[i] = gids[i] == 0 ? 0 : defs.value(uid, gids[i], csv, () -> area.cell(cell));
        }
        block(layer, 0, layer.name(), level, gids, in);
    }

    private void tiles(Level level, JsonPart in, LdtkDefs.Layer layer, String member) {
        JsonPart list = in.find(member).orElse(null);
        IntArray placed = list == null ? null : list.packed().orElse(null);
        if (list == null || placed == null) {
            if (list != null && !isEmptyList(list.node())) {
                throw list.fault(ImportReason.BAD_DATA, "a list of tiles is expected");
            }
            return;
        }
        int tileset =
                in.integer(
                        "overrideTilesetUid",
                        0,
                        Integer.MAX_VALUE,
                        in.integer("__tilesetDefUid", 0, Integer.MAX_VALUE, -1));
        String base = layer.type().equals("IntGrid") ? layer.name() + ".tiles" : layer.name();
        List<int[]> stack = new ArrayList<>();
        for (int i = 0; i < placed.size(); i += JsonTrees.PLACED_INTS) {
            int cell = cell(level, list, placed.get(i), placed.get(i + 1));
            int flips = placed.get(i + 3);
            int gid =
                    defs.tile(tileset, placed.get(i + 2), list, () -> level.cells().cell(cell))
                            | ((flips & 1) != 0 ? SourceMap.FLIP_HORIZONTAL : 0)
                            | ((flips & 2) != 0 ? SourceMap.FLIP_VERTICAL : 0);
            int height = 0;
            while (height < stack.size() && stack.get(height)[cell] != 0) {
                height++;
            }
            if (height == stack.size()) {
                if (height == IDS_EACH - 1) {
                    throw list.about(in.about() + ", " + level.cells().cell(cell))
                            .over("tiles on each other", IDS_EACH - 1, height + 1);
                }
                stack.add(new int[map.charge(level.width(), level.height(), in)]);
            }
            stack.get(height)[cell] = gid;
        }
        for (int i = 0; i < stack.size(); i++) {
            String name = i == 0 ? base : base + "." + (i + 1);
            block(layer, i + 1, name, level, stack.get(i), in);
        }
    }

    private static boolean isTranslucent(JsonPart in, String member) {
        IntArray placed = in.find(member).flatMap(JsonPart::packed).orElse(null);
        for (int i = 3; placed != null && i < placed.size(); i += JsonTrees.PLACED_INTS) {
            if ((placed.get(i) & JsonTrees.TRANSLUCENT) != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEmptyList(JsonNode node) {
        return node.isArray() && node.isEmpty();
    }

    private int cell(Level level, JsonPart in, int x, int y) {
        if (x % grid != 0 || y % grid != 0) {
            throw in.fault(
                    ImportReason.UNSUPPORTED_FEATURE,
                    "a tile at pixel (%d, %d) is off the grid of %d".formatted(x, y, grid));
        }
        int column = x / grid;
        int row = y / grid;
        if (column < 0 || row < 0 || column >= level.width() || row >= level.height()) {
            throw in.fault(
                    ImportReason.OUTSIDE_MAP,
                    "a tile at pixel (%d, %d) is outside its level".formatted(x, y));
        }
        return row * level.width() + column;
    }

    private void block(
            LdtkDefs.Layer layer, int part, String name, Level level, int[] gids, JsonPart in) {
        made.computeIfAbsent(
                        layer.order() * IDS_EACH + part,
                        unknown -> new Made(name, new ArrayList<>(), in.place()))
                .blocks
                .add(
                        new SourceLayer.Block(
                                new Area(level.x(), level.y(), level.width(), level.height()),
                                gids));
    }

    /** Hands all layers over, from below. */
    void finish() {
        for (Map.Entry<Integer, Made> entry : made.entrySet()) {
            Made layer = entry.getValue();
            Faults at = layer::place;
            if (entry.getKey() > 65_535) {
                throw at.over("layer id", 65_535, entry.getKey());
            }
            map.claimLayer(layer.name, entry.getKey(), at);
            map.layer(layer.name, entry.getKey(), layer.blocks, layer.place);
        }
    }
}
