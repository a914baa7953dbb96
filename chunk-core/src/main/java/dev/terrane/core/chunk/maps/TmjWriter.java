package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the chunks of a flat room as an infinite Tiled map. Used once, by one thread. */
final class TmjWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<Chunk> chunks;
    private final ChunkGrid grid;
    private final Box room;
    private final ExportTiles tiles;
    private final TreeMap<Integer, String> layerNames = new TreeMap<>();

    TmjWriter(List<Chunk> chunks, ChunkGrid grid, Box room) {
        this.chunks = chunks;
        this.grid = grid;
        this.room = room;
        this.tiles = new ExportTiles();
    }

    /** Unwinds; caught by the exporter. */
    static final class Unfit extends RuntimeException {
        private final String place;
        private final String detail;

        Unfit(String place, String detail) {
            super(detail, null, false, false);
            this.place = place;
            this.detail = detail;
        }

        String place() {
            return place;
        }

        String detail() {
            return detail;
        }
    }

    ObjectNode write() {
        if (grid.size().z() != 1) {
            throw new Unfit("the room", "Tiled maps are flat, these chunks are " + grid.size());
        }
        for (Chunk chunk : chunks) {
            requireFit(chunk);
            for (TileLayer layer : chunk.layers()) {
                nameLayer(chunk, layer);
                tiles.collect(layer);
            }
        }
        tiles.number();
        ObjectNode map = NODES.objectNode();
        map.put("type", "map").put("version", "1.10").put("tiledversion", "1.11.0");
        map.put("orientation", "orthogonal").put("renderorder", "right-down");
        map.put("infinite", true).put("compressionlevel", -1);
        map.put("width", grid.size().x()).put("height", grid.size().y());
        map.put("tilewidth", MapExporter.CELL_PIXELS).put("tileheight", MapExporter.CELL_PIXELS);
        ArrayNode layers = map.putArray("layers");
        layerNames.forEach((id, name) -> layers.add(layer(id, name)));
        ExportObjects objects = new ExportObjects(grid);
        for (Chunk chunk : chunks) {
            for (WorldObject object : chunk.objects()) {
                objects.add(chunk.key().coord(), object);
            }
        }
        int objectLayer = layerNames.isEmpty() ? 1 : layerNames.lastKey() + 1;
        layers.add(objects.layer(objectLayer));
        map.put("nextlayerid", objectLayer + 1).put("nextobjectid", objects.next());
        map.set("tilesets", tiles.toNodes());
        map.putObject("editorsettings")
                .putObject("chunksize")
                .put("width", grid.size().x())
                .put("height", grid.size().y());
        map.putArray("properties")
                .addObject()
                .put("name", ExportNotes.PROPERTY)
                .put("type", "string")
                .put("value", notes().toText(grid.size()));
        return map;
    }

    private void requireFit(Chunk chunk) {
        ChunkCoord coord = chunk.key().coord();
        long x = (long) coord.cx() * grid.size().x();
        long y = (long) coord.cy() * grid.size().y();
        if (Math.max(Math.abs(x), Math.abs(y)) + 65_536 > MapBuilder.SIDE_MAX) {
            throw new Unfit("chunk " + coord, "it lies too far from the origin for a Tiled map");
        }
    }

    private void nameLayer(Chunk chunk, TileLayer layer) {
        String known = layerNames.putIfAbsent(layer.layerId(), layer.name());
        if (known != null && !known.equals(layer.name())) {
            throw new Unfit(
                    "chunk " + chunk.key().coord() + ", layer " + layer.layerId(),
                    "it is named '%s' here and '%s' elsewhere".formatted(layer.name(), known));
        }
    }

    private ObjectNode layer(int id, String name) {
        ObjectNode layer = NODES.objectNode();
        layer.put("type", "tilelayer").put("id", id).put("name", name);
        layer.put("visible", true).put("opacity", 1).put("x", 0).put("y", 0);
        layer.put("startx", 0).put("starty", 0);
        layer.put("width", grid.size().x()).put("height", grid.size().y());
        ArrayNode blocks = layer.putArray("chunks");
        for (Chunk chunk : chunks) {
            find(chunk, id)
                    .filter(found -> found.tiles().firstAbove(0) >= 0)
                    .ifPresent(
                            found -> {
                                ObjectNode block = blocks.addObject();
                                block.put("x", chunk.key().coord().cx() * grid.size().x());
                                block.put("y", chunk.key().coord().cy() * grid.size().y());
                                block.put("width", grid.size().x());
                                block.put("height", grid.size().y());
                                block.set("data", NODES.pojoNode(tiles.gids(found)));
                            });
        }
        return layer;
    }

    private static Optional<TileLayer> find(Chunk chunk, int id) {
        return chunk.layers().stream().filter(layer -> layer.layerId() == id).findFirst();
    }

    /** What the importer would not find out by itself. */
    private ExportNotes notes() {
        Set<ChunkCoord> coords = new TreeSet<>();
        Map<Integer, Map<ChunkCoord, List<ExportNotes.Entry>>> palettes = new HashMap<>();
        Map<ChunkCoord, Set<Integer>> absent = new HashMap<>();
        for (Chunk chunk : chunks) {
            ChunkCoord coord = chunk.key().coord();
            coords.add(coord);
            Set<Integer> missing = new HashSet<>(layerNames.keySet());
            for (TileLayer layer : chunk.layers()) {
                missing.remove(layer.layerId());
                List<ExportNotes.Entry> entries = new ArrayList<>();
                for (TileDef tile : layer.palette().subList(1, layer.palette().size())) {
                    entries.add(new ExportNotes.Entry(tile.id(), tiles.gid(layer, tile)));
                }
                if (!entries.equals(usual(layer))) {
                    palettes.computeIfAbsent(layer.layerId(), unknown -> new HashMap<>())
                            .put(coord, entries);
                }
            }
            if (!missing.isEmpty()) {
                absent.put(coord, missing);
            }
        }
        double x = grid.origin().x();
        double y = grid.origin().y();
        return new ExportNotes(
                coords,
                palettes,
                absent,
                Optional.of(
                        List.of(
                                room.minX() - x,
                                room.minY() - y,
                                room.maxX() - x,
                                room.maxY() - y)));
    }

    /** The palette the importer makes of the layer's cells. */
    private List<ExportNotes.Entry> usual(TileLayer layer) {
        long[] gids = tiles.gids(layer);
        int[] plain = new int[gids.length];
        for (int i = 0; i < gids.length; i++) {
            plain[i] = (int) gids[i];
        }
        List<ExportNotes.Entry> entries = new ArrayList<>();
        for (int gid : ChunkAssembler.inOrder(plain)) {
            entries.add(new ExportNotes.Entry(entries.size() + 1, gid));
        }
        return entries;
    }
}
