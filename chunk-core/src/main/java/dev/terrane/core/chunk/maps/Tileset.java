package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.TileDef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tileset as an importer needs it.
 *
 * @param tileCount number of tiles when they are numbered 0.. without gaps, else -1
 * @param tiles what is said of single tiles, by local id
 * @param objects how objects of its tiles stand
 * @param warnings what of it is not kept
 */
record Tileset(
        String name,
        int tileCount,
        boolean collection,
        Map<Integer, Tile> tiles,
        Objects objects,
        List<String> warnings) {
    /** Tile properties that say what a palette entry is. */
    private static final Set<String> PALETTE =
            Set.of(
                    "asset_id",
                    "solid",
                    "walkable",
                    "climbable",
                    "liquid",
                    "variants",
                    "game_flags");

    private static final int VARIANTS_MAX = 255;
    private static final int GAME_FLAGS_MAX = 65_535;

    Tileset {
        tiles = Map.copyOf(tiles);
        warnings = List.copyOf(warnings);
    }

    /** A set as a file says. Without an image of its own it is a collection: ids may have gaps. */
    static Tileset of(String name, int declared, boolean image, Map<Integer, Tile> tiles) {
        boolean collection = !image && !tiles.isEmpty();
        return new Tileset(
                name, collection ? -1 : declared, collection, tiles, Objects.USUAL, List.of());
    }

    /** The same with how its objects stand, and with what of it is not kept. */
    Tileset with(Objects how, List<String> lost) {
        return new Tileset(name, tileCount, collection, tiles, how, lost);
    }

    /**
     * How objects of a set's tiles stand.
     *
     * @param alignX where in its width an object's position is: 0 left, 1 right
     * @param alignY where in its height: 0 top, 1 bottom
     * @param width pixels of an object that states none; 0 if unknown
     * @param height pixels of an object that states none; 0 if unknown
     */
    record Objects(double alignX, double alignY, int width, int height) {
        /** As orthogonal maps have them when nothing is said. */
        static final Objects USUAL = new Objects(0, 1, 0, 0);

        /** Of an {@code objectalignment} of Tiled. */
        static Objects of(String alignment, int width, int height, Faults at) {
            double x = alignment.endsWith("left") ? 0 : alignment.endsWith("right") ? 1 : 0.5;
            double y = alignment.startsWith("top") ? 0 : alignment.startsWith("bottom") ? 1 : 0.5;
            return switch (alignment) {
                case "unspecified" -> new Objects(0, 1, width, height);
                case "topleft",
                        "top",
                        "topright",
                        "left",
                        "center",
                        "right",
                        "bottomleft",
                        "bottom",
                        "bottomright" ->
                        new Objects(x, y, width, height);
                default ->
                        throw at.fault(
                                ImportReason.UNSUPPORTED_FEATURE,
                                "objectalignment '" + alignment + "'");
            };
        }
    }

    /**
     * What tiles say that palette entries cannot keep; an object of a tile keeps its properties.
     */
    static List<String> unkept(Map<Integer, Tile> tiles) {
        Set<String> lost = new TreeSet<>();
        tiles.forEach(
                (id, tile) -> {
                    if (!tile.type().isEmpty()) {
                        lost.add("class of cells");
                    }
                    tile.properties()
                            .forEachEntry(
                                    (name, value) -> lost.addAll(unkept(id, tile, name, value)));
                });
        return List.copyOf(lost);
    }

    private static List<String> unkept(int id, Tile tile, String name, JsonNode value) {
        boolean kept =
                switch (name) {
                    case "asset_id" -> value.isString();
                    case "solid", "walkable", "climbable", "liquid" -> value.isBoolean();
                    case "variants" -> number(tile, name, -1, VARIANTS_MAX) >= 0;
                    case "game_flags" -> number(tile, name, -1, GAME_FLAGS_MAX) >= 0;
                    default -> false;
                };
        if (kept) {
            return List.of();
        }
        return PALETTE.contains(name)
                ? List.of("property '%s' of tile %d, %s".formatted(name, id, cut(value)))
                : List.of("property '" + name + "' of cells");
    }

    private static String cut(JsonNode value) {
        String text = value.toString();
        return text.length() > 20 ? text.substring(0, 20) + "…" : text;
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
                | number(tile, "game_flags", 0, GAME_FLAGS_MAX) << 16;
    }

    /** The tile's {@code variants}, 1 when absent. */
    static int variants(Tile tile) {
        return number(tile, "variants", 1, VARIANTS_MAX);
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
