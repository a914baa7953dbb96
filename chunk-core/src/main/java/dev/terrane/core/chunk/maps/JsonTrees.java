package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.JsonFaults;
import dev.terrane.core.chunk.codec.TileArray;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON files of maps into trees of bounded size. Lists of cells become an {@link IntArray},
 * lists of placed tiles too, four ints each: x, y, tile, flips; cells of chunks a {@link
 * TileArray}. Used by one thread.
 */
final class JsonTrees {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEPTH_MAX = 64;
    private static final Set<String> CELLS = Set.of("data", "intGridCsv");
    private static final Set<String> PLACED = Set.of("autoLayerTiles", "gridTiles");
    private static final String TILES = "tiles";

    /** Members whose content is the author's: nothing in it is packed. */
    private static final Set<String> FREE = Set.of("properties", "fieldInstances", "objects");

    /** A bit of a placed tile's flips. */
    static final int TRANSLUCENT = 4;

    private static final int POINTER_MAX = 500;

    /** Ints of one placed tile. */
    static final int PLACED_INTS = 4;

    private final ImportLimits limits;
    private final JsonFactory factory;
    private long nodes;
    private long cells;

    JsonTrees(ImportLimits limits) {
        this.limits = limits;
        this.factory =
                JsonFactory.builder()
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxNestingDepth(DEPTH_MAX)
                                        .maxNumberLength(64)
                                        .maxStringLength(limits.fileBytesMax())
                                        .build())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build();
    }

    /** Parses a whole file. */
    JsonNode read(String file, Bytes content) {
        byte[] bytes = content.toArray();
        try (JsonParser in = factory.createParser(ObjectReadContext.empty(), bytes)) {
            return read(in, file);
        } catch (JacksonException e) {
            throw fault(e, file, "");
        }
    }

    /**
     * Parses JSON that stands in a text of a file. Faults are at that text, with the place in it.
     */
    JsonPart embedded(Place at, String text) {
        try {
            Bytes bytes = Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
            return new JsonPart(at, read(at.file(), bytes), "");
        } catch (ImportFault fault) {
            Place inside = fault.refused().place();
            throw fault.at(
                    at.within(
                                    "line %d, column %d of its JSON"
                                            .formatted(inside.line(), inside.column()))
                            .within(inside.element()));
        }
    }

    private JsonNode read(JsonParser in, String file) {
        try {
            if (in.nextToken() == null) {
                throw malformed(new Place(file, 1, 1, ""), "there is no JSON in it");
            }
            JsonNode tree = value(in, file, "", false);
            if (in.nextToken() != null) {
                throw malformed(place(file, in), "more than one value");
            }
            return tree;
        } catch (JacksonException e) {
            throw fault(e, file, pointer(in));
        }
    }

    private static ImportFault fault(JacksonException e, String file, String pointer) {
        TokenStreamLocation at = e.getLocation();
        int line = at == null ? 0 : Math.max(0, at.getLineNr());
        int column = at == null ? 0 : Math.max(0, at.getColumnNr());
        Place place = new Place(file, line, column, pointer);
        return JsonFaults.findLimit(e)
                .map(hit -> ImportFault.over(place, hit.name(), hit.limit(), hit.actual()))
                .orElseGet(() -> malformed(place, JsonFaults.sentence(e)));
    }

    private JsonNode value(JsonParser in, String file, String name, boolean free) {
        nodes++;
        if (nodes > limits.nodesMax()) {
            throw ImportFault.over(place(file, in), "nodesMax", limits.nodesMax(), nodes);
        }
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in, file, free);
            case START_ARRAY -> array(in, file, name, free);
            case VALUE_STRING -> NODES.stringNode(in.getString());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_NUMBER_INT ->
                    switch (in.getNumberType()) {
                        case INT -> NODES.numberNode(in.getIntValue());
                        case LONG -> NODES.numberNode(in.getLongValue());
                        default -> NODES.numberNode(in.getDoubleValue());
                    };
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(in.getDoubleValue());
            default -> throw malformed(place(file, in), "a value is expected");
        };
    }

    private ObjectNode object(JsonParser in, String file, boolean free) {
        ObjectNode object = NODES.objectNode();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            object.set(name, value(in, file, name, free || FREE.contains(name)));
        }
        return object;
    }

    private JsonNode array(JsonParser in, String file, String name, boolean free) {
        JsonToken first = in.nextToken();
        if (!free && TILES.equals(name) && first == JsonToken.VALUE_NUMBER_INT) {
            return NODES.pojoNode(TileArray.of(tiles(in, file)));
        }
        if (!free && CELLS.contains(name) && first == JsonToken.VALUE_NUMBER_INT) {
            return NODES.pojoNode(cells(in, file));
        }
        if (!free && PLACED.contains(name) && first == JsonToken.START_OBJECT) {
            return NODES.pojoNode(placed(in, file));
        }
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = first; token != JsonToken.END_ARRAY; token = in.nextToken()) {
            array.add(value(in, file, "", free));
        }
        return array;
    }

    private void charge(JsonParser in, String file) {
        cells++;
        if (cells > limits.cellsMax()) {
            throw ImportFault.over(place(file, in), "cellsMax", limits.cellsMax(), cells);
        }
    }

    private IntArray cells(JsonParser in, String file) {
        return numbers(in, file, 0xFFFF_FFFFL);
    }

    private int[] tiles(JsonParser in, String file) {
        return numbers(in, file, 65_535).toArray();
    }

    private IntArray numbers(JsonParser in, String file, long max) {
        IntArray list = new IntArray();
        for (JsonToken token = in.currentToken();
                token != JsonToken.END_ARRAY;
                token = in.nextToken()) {
            charge(in, file);
            list.add((int) number(in, file, 0, max));
        }
        return list;
    }

    private IntArray placed(JsonParser in, String file) {
        IntArray list = new IntArray();
        for (JsonToken token = in.currentToken();
                token != JsonToken.END_ARRAY;
                token = in.nextToken()) {
            charge(in, file);
            if (token != JsonToken.START_OBJECT) {
                throw malformed(place(file, in), "a tile is an object");
            }
            placedTile(in, file, list);
        }
        return list;
    }

    private static void placedTile(JsonParser in, String file, IntArray list) {
        int x = -1;
        int y = -1;
        int tile = -1;
        int flips = 0;
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case "px" -> {
                    if (in.currentToken() != JsonToken.START_ARRAY) {
                        throw malformed(place(file, in), "px is a list of two numbers");
                    }
                    in.nextToken();
                    x = (int) number(in, file, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    in.nextToken();
                    y = (int) number(in, file, Integer.MIN_VALUE, Integer.MAX_VALUE);
                    if (in.nextToken() != JsonToken.END_ARRAY) {
                        throw malformed(place(file, in), "px is a list of two numbers");
                    }
                }
                case "t" -> tile = (int) number(in, file, 0, SourceMap.GID_MASK);
                case "f" -> flips |= (int) number(in, file, 0, 3);
                case "a" -> flips |= isOpaque(in) ? 0 : TRANSLUCENT;
                default -> in.skipChildren();
            }
        }
        list.add(x);
        list.add(y);
        list.add(tile);
        list.add(flips);
    }

    private static boolean isOpaque(JsonParser in) {
        return !in.currentToken().isNumeric() || in.getDoubleValue() == 1;
    }

    private static long number(JsonParser in, String file, long min, long max) {
        if (in.currentToken() == JsonToken.VALUE_NUMBER_INT
                && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long value = in.getLongValue();
            if (value >= min && value <= max) {
                return value;
            }
        }
        throw new ImportFault(
                ImportReason.BAD_DATA,
                place(file, in),
                "an integer from %d to %d is expected".formatted(min, max));
    }

    private static ImportFault malformed(Place place, String detail) {
        return new ImportFault(
                ImportReason.NOT_WELL_FORMED, place, "not well-formed JSON: " + detail);
    }

    private static Place place(String file, JsonParser in) {
        TokenStreamLocation at = in.currentTokenLocation();
        return new Place(
                file, Math.max(0, at.getLineNr()), Math.max(0, at.getColumnNr()), pointer(in));
    }

    /** Where in the document the parser is, as far as it fits a line. */
    private static String pointer(JsonParser in) {
        String pointer = in.streamReadContext().pathAsPointer().toString();
        return pointer.length() <= POINTER_MAX
                ? pointer
                : "…" + pointer.substring(pointer.length() - POINTER_MAX);
    }
}
