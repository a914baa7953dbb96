package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a room has and a Tiled map cannot say, kept in the property {@code terrane} of an exported
 * map so that importing it gives the same chunks: which chunks there are, palettes that are not
 * numbered as the importer would, and layers a chunk has not. Of use only for chunks of one size.
 *
 * @param chunks chunks that exist though they may hold nothing
 * @param palettes by layer id and chunk, in order of palette id
 * @param absent layer ids a chunk has not
 * @param bounds of the room, in cells: left, top, right, bottom
 */
record ExportNotes(
        Set<ChunkCoord> chunks,
        Map<Integer, Map<ChunkCoord, List<Entry>>> palettes,
        Map<ChunkCoord, Set<Integer>> absent,
        Optional<List<Double>> bounds) {
    /** Of a map that is no export. */
    static final ExportNotes NONE = new ExportNotes(Set.of(), Map.of(), Map.of(), Optional.empty());

    /** The property. */
    static final String PROPERTY = "terrane";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int VERSION = 1;

    /** A palette id and the tile, with its flips, it stands for. */
    record Entry(int id, int gid) {}

    List<Entry> palette(int layerId, ChunkCoord coord) {
        return palettes.getOrDefault(layerId, Map.of()).getOrDefault(coord, List.of());
    }

    boolean lacks(ChunkCoord coord, int layerId) {
        return absent.getOrDefault(coord, Set.of()).contains(layerId);
    }

    /** The notes of a map; none if it has none or they are of another chunk size. */
    static ExportNotes read(JsonPart map, ImportOptions options, JsonTrees trees) {
        for (JsonPart property : map.list("properties")) {
            if (property.requireObject().string("name").equals(PROPERTY)) {
                return parse(
                        property.get("value").about("map property '" + PROPERTY + "'").place(),
                        property.string("value"),
                        options,
                        trees);
            }
        }
        return NONE;
    }

    /** The notes in a property's text, which stands at this place. */
    static ExportNotes parse(Place at, String text, ImportOptions options, JsonTrees trees) {
        return read(trees.embedded(at, text).requireObject(), options);
    }

    private static ExportNotes read(JsonPart in, ImportOptions options) {
        in.integer("version", VERSION, VERSION);
        List<JsonPart> size = in.get("chunkSize").elements();
        ChunkSize mine = options.grid().size();
        if (size.size() != 2
                || size.get(0).integer(1, 65_535) != mine.x()
                || size.get(1).integer(1, 65_535) != mine.y()) {
            return NONE;
        }
        Set<ChunkCoord> chunks = new TreeSet<>();
        for (JsonPart chunk : in.list("chunks")) {
            chunks.add(coord(chunk));
            requireChunks(chunk, options, chunks.size());
        }
        Map<Integer, Map<ChunkCoord, List<Entry>>> palettes = new HashMap<>();
        for (JsonPart note : in.list("palettes")) {
            int layer = (int) note.requireObject().integer("layer", 0, 65_535);
            palettes.computeIfAbsent(layer, unknown -> new HashMap<>())
                    .put(coord(note.get("chunk")), entries(note));
        }
        Map<ChunkCoord, Set<Integer>> absent = new HashMap<>();
        for (JsonPart note : in.list("absent")) {
            Set<Integer> layers = new HashSet<>();
            for (JsonPart layer : note.requireObject().list("layers")) {
                layers.add((int) layer.integer(0, 65_535));
            }
            absent.put(coord(note.get("chunk")), layers);
        }
        return new ExportNotes(
                chunks, palettes, absent, in.find("bounds").map(ExportNotes::bounds));
    }

    private static List<Double> bounds(JsonPart list) {
        List<Double> sides = list.elements().stream().map(JsonPart::real).toList();
        if (sides.size() != 4 || !(sides.get(0) < sides.get(2)) || !(sides.get(1) < sides.get(3))) {
            throw list.fault(
                    ImportReason.BAD_PROPERTY,
                    "left, top, right, bottom are expected, left below right and top below bottom");
        }
        if (sides.stream().anyMatch(side -> Math.abs(side) > ChunkGrid.REACH_MAX)) {
            throw list.fault(
                    ImportReason.BAD_PROPERTY, "a room lies within ±16,777,216 world units");
        }
        return sides;
    }

    private static void requireChunks(JsonPart at, ImportOptions options, int count) {
        if (count > options.limits().chunksMax()) {
            throw at.over("chunksMax", options.limits().chunksMax(), count);
        }
    }

    private static ChunkCoord coord(JsonPart in) {
        List<JsonPart> parts = in.elements();
        if (parts.size() != 2) {
            throw in.fault(ImportReason.BAD_PROPERTY, "[cx, cy] is expected");
        }
        return new ChunkCoord(
                (int) parts.get(0).integer(-MapBuilder.SIDE_MAX, MapBuilder.SIDE_MAX),
                (int) parts.get(1).integer(-MapBuilder.SIDE_MAX, MapBuilder.SIDE_MAX),
                0);
    }

    private static List<Entry> entries(JsonPart note) {
        List<Entry> entries = new ArrayList<>();
        int previous = 0;
        for (JsonPart pair : note.list("entries")) {
            List<JsonPart> parts = pair.elements();
            if (parts.size() != 2) {
                throw pair.fault(ImportReason.BAD_PROPERTY, "[id, tile] is expected");
            }
            int id = (int) parts.get(0).integer(previous + 1L, 65_535);
            entries.add(new Entry(id, (int) parts.get(1).integer(1, 0xFFFF_FFFFL)));
            previous = id;
        }
        return entries;
    }

    /** The property's value. */
    String toText(ChunkSize size) {
        ObjectNode out = NODES.objectNode();
        out.put("version", VERSION);
        out.putArray("chunkSize").add(size.x()).add(size.y());
        ArrayNode list = out.putArray("chunks");
        new TreeSet<>(chunks).forEach(coord -> list.add(node(coord)));
        ArrayNode numbered = out.putArray("palettes");
        palettes.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        layer ->
                                layer.getValue().entrySet().stream()
                                        .sorted(Map.Entry.comparingByKey())
                                        .forEach(
                                                chunk ->
                                                        numbered.add(node(layer.getKey(), chunk))));
        ArrayNode lacking = out.putArray("absent");
        absent.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        chunk -> {
                            ObjectNode note = lacking.addObject();
                            note.set("chunk", node(chunk.getKey()));
                            ArrayNode layers = note.putArray("layers");
                            new TreeSet<>(chunk.getValue()).forEach(layers::add);
                        });
        bounds.ifPresent(
                sides -> {
                    ArrayNode box = out.putArray("bounds");
                    sides.forEach(box::add);
                });
        return out.toString();
    }

    private static JsonNode node(ChunkCoord coord) {
        return NODES.arrayNode().add(coord.cx()).add(coord.cy());
    }

    private static ObjectNode node(int layer, Map.Entry<ChunkCoord, List<Entry>> chunk) {
        ObjectNode note = NODES.objectNode().put("layer", layer);
        note.set("chunk", node(chunk.getKey()));
        ArrayNode entries = note.putArray("entries");
        for (Entry entry : chunk.getValue()) {
            entries.add(NODES.arrayNode().add(entry.id()).add(entry.gid() & 0xFFFF_FFFFL));
        }
        return note;
    }
}
