package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Decoded.Location;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads layers and objects of a JSON tree. A patched chunk is read by it too: there a node may
 * carry a value of the model, untouched, instead of its tree.
 */
public final class JsonModelReader {
    private static final Set<String> LAYER =
            Set.of("name", "layer_id", "width", "height", "depth", "palette", "tiles");
    private static final Set<String> TILE = Set.of("id", "asset_id", "solid", "flags", "variants");
    private static final Set<String> OBJECT =
            Set.of("id", "type", "asset_id", "transform", "properties", "dynamic", "flags");
    private static final Set<String> TRANSFORM = Set.of("pos", "rot", "scale");
    private static final Set<String> FLAGS = Set.of("categories", "mature", "sources");

    private JsonModelReader() {}

    /** Runs a reader and turns its fault into a result. */
    public static <T> Decoded<T> decode(Supplier<T> reader) {
        try {
            return new Decoded.Ok<>(reader.get());
        } catch (DecodeFault fault) {
            return fault.toRejected();
        }
    }

    /** The layers of a list; call within {@link #decode}. Null is none. */
    public static List<TileLayer> layers(
            @Nullable JsonNode list, String pointer, ChunkSize size, ChunkLimits limits) {
        List<TileLayer> layers = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        Set<String> names = new HashSet<>();
        JsonNode elements = elements(list, pointer, "layersMax", limits.layersMax());
        for (int i = 0; i < elements.size(); i++) {
            String at = pointer + "/" + i;
            TileLayer layer =
                    TreeValues.find(elements.get(i)) instanceof TileLayer untouched
                            ? untouched
                            : layer(elements.get(i), at, size);
            if (!ids.add(layer.layerId())) {
                throw DecodeFault.at(
                        at + "/layer_id",
                        RejectReason.DUPLICATE,
                        "layer id " + layer.layerId() + " stands twice");
            }
            if (!names.add(layer.name())) {
                throw DecodeFault.at(
                        at + "/name",
                        RejectReason.DUPLICATE,
                        "layer name '" + layer.name() + "' stands twice");
            }
            layers.add(layer);
        }
        return layers;
    }

    /** The objects of a list; call within {@link #decode}. Null is none. */
    public static List<WorldObject> objects(
            @Nullable JsonNode list, String pointer, Box box, ChunkLimits limits) {
        List<WorldObject> objects = new ArrayList<>();
        Set<ObjectId> ids = new HashSet<>();
        JsonNode elements = elements(list, pointer, "objectsMax", limits.objectsMax());
        for (int i = 0; i < elements.size(); i++) {
            String at = pointer + "/" + i;
            WorldObject object =
                    TreeValues.find(elements.get(i)) instanceof WorldObject untouched
                            ? untouched
                            : object(elements.get(i), at, box);
            if (!ids.add(object.id())) {
                throw DecodeFault.at(
                        at + "/id",
                        RejectReason.DUPLICATE,
                        "object id " + object.id() + " stands twice");
            }
            objects.add(object);
        }
        return objects;
    }

    /** A list within its limit; null is an empty one. */
    private static JsonNode elements(
            @Nullable JsonNode list, String pointer, String limitName, int limit) {
        if (list == null) {
            return JsonNodeFactory.instance.arrayNode();
        }
        if (!list.isArray()) {
            throw DecodeFault.at(pointer, RejectReason.BAD_VALUE, "a list is expected");
        }
        if (list.size() > limit) {
            throw DecodeFault.over(new Location.Pointer(pointer), limitName, limit, list.size());
        }
        return list;
    }

    private static TileLayer layer(JsonNode node, String pointer, ChunkSize size) {
        JsonObjectReader in = new JsonObjectReader(node, pointer, LAYER);
        String name = in.string("name");
        in.requireRule("name", TileLayer.nameFault(name));
        int layerId = (int) in.integer("layer_id", 0, 65_535);
        in.requireSame("width", in.findInteger("width", 0, Integer.MAX_VALUE), (long) size.x());
        in.requireSame("height", in.findInteger("height", 0, Integer.MAX_VALUE), (long) size.y());
        in.requireSame("depth", in.findInteger("depth", 0, Integer.MAX_VALUE), (long) size.z());
        List<TileDef> palette = palette(in.find("palette"), pointer + "/palette");
        TileGrid tiles = tiles(in.find("tiles"), pointer + "/tiles", size);
        int stray = TileLayer.strayCell(palette, tiles);
        if (stray >= 0) {
            throw DecodeFault.at(
                    pointer + "/tiles/" + stray,
                    RejectReason.BAD_VALUE,
                    tiles.get(stray) + " is not in the palette");
        }
        return new TileLayer(name, layerId, size, palette, tiles);
    }

    private static List<TileDef> palette(@Nullable JsonNode list, String pointer) {
        if (list == null || !list.isArray()) {
            throw DecodeFault.at(pointer, RejectReason.MISSING_MEMBER, "a palette is required");
        }
        List<TileDef> palette = new ArrayList<>();
        JsonNode elements = elements(list, pointer, "paletteMax", TileLayer.PALETTE_MAX);
        for (int i = 0; i < elements.size(); i++) {
            JsonObjectReader in = new JsonObjectReader(elements.get(i), pointer + "/" + i, TILE);
            int id = (int) in.integer("id", 0, 65_535);
            String asset = in.string("asset_id");
            boolean solid = in.flag("solid", false);
            int flags = (int) (long) in.findInteger("flags", 0, 0xFFFF_FFFFL).orElse(0L);
            int variants = (int) (long) in.findInteger("variants", 0, 255).orElse(1L);
            String fault = TileDef.fault(id, asset, solid, flags, variants);
            if (fault != null) {
                throw DecodeFault.at(pointer + "/" + i, RejectReason.BAD_VALUE, fault);
            }
            palette.add(new TileDef(id, asset, solid, flags, variants));
        }
        palette.sort(Comparator.comparingInt(TileDef::id));
        String fault = TileLayer.paletteFault(palette);
        if (fault != null) {
            throw DecodeFault.at(pointer, RejectReason.BAD_VALUE, fault);
        }
        return palette;
    }

    private static TileGrid tiles(@Nullable JsonNode list, String pointer, ChunkSize size) {
        if (list != null && TreeValues.find(list) instanceof TileArray array) {
            requireCells(array.size(), pointer, size);
            return array.toGrid();
        }
        if (list == null || !list.isArray()) {
            throw DecodeFault.at(pointer, RejectReason.MISSING_MEMBER, "a list of ids is required");
        }
        requireCells(list.size(), pointer, size);
        int[] ids = new int[list.size()];
        for (int i = 0; i < ids.length; i++) {
            JsonNode id = list.get(i);
            if (!TileArray.isTileId(id)) {
                throw DecodeFault.at(
                        pointer + "/" + i,
                        RejectReason.BAD_VALUE,
                        "a cell holds a palette id, 0 to 65,535");
            }
            ids[i] = id.intValue();
        }
        return TileGrid.of(ids);
    }

    private static void requireCells(int cells, String pointer, ChunkSize size) {
        if (cells != size.cells()) {
            throw DecodeFault.at(
                    pointer,
                    RejectReason.MISMATCH,
                    "%d cells where %d × %d × %d are %d"
                            .formatted(cells, size.x(), size.y(), size.z(), size.cells()));
        }
    }

    private static WorldObject object(JsonNode node, String pointer, Box box) {
        JsonObjectReader in = new JsonObjectReader(node, pointer, OBJECT);
        ObjectId id = new ObjectId(in.id("id"));
        String type = in.string("type");
        in.requireRule("type", WorldObject.typeFault(type));
        String asset = in.string("asset_id");
        in.requireRule("asset_id", Texts.assetFault(asset));
        Transform transform = transform(in.object("transform", TRANSFORM), box);
        return new WorldObject(
                id,
                type,
                asset,
                transform,
                properties(in.find("properties"), pointer + "/properties"),
                in.flag("dynamic", false),
                flags(in.find("flags"), pointer + "/flags"));
    }

    private static Transform transform(JsonObjectReader in, Box box) {
        float[] pos = floats(in, "pos", 3);
        if (!box.contains(pos[0], pos[1], pos[2])) {
            throw DecodeFault.at(
                    in.pointer("pos"),
                    RejectReason.BAD_VALUE,
                    "%s, %s, %s is outside the chunk".formatted(pos[0], pos[1], pos[2]));
        }
        Transform.Rotation rotation = Transform.Rotation.NONE;
        if (in.find("rot") != null) {
            float[] rot = floats(in, "rot", 4);
            rotation = new Transform.Rotation(rot[0], rot[1], rot[2], rot[3]);
            require(in.pointer("rot"), rotation.fault());
        }
        Transform.Vector scale = Transform.Vector.ONE;
        if (in.find("scale") != null) {
            float[] factors = floats(in, "scale", 3);
            scale = new Transform.Vector(factors[0], factors[1], factors[2]);
            require(in.pointer("scale"), Transform.scaleFault(scale));
        }
        return new Transform(new Transform.Vector(pos[0], pos[1], pos[2]), rotation, scale);
    }

    private static void require(String pointer, @Nullable String fault) {
        if (fault != null) {
            throw DecodeFault.at(pointer, RejectReason.BAD_VALUE, fault);
        }
    }

    private static float[] floats(JsonObjectReader in, String name, int count) {
        JsonNode list = in.find(name);
        String pointer = in.pointer(name);
        if (list == null || !list.isArray() || list.size() != count) {
            throw DecodeFault.at(
                    pointer,
                    list == null ? RejectReason.MISSING_MEMBER : RejectReason.BAD_VALUE,
                    "a list of " + count + " numbers is expected");
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) JsonObjectReader.real(list.get(i), pointer + "/" + i);
            if (!Float.isFinite(values[i])) {
                throw DecodeFault.at(pointer + "/" + i, RejectReason.BAD_VALUE, "beyond float32");
            }
        }
        return values;
    }

    private static Properties properties(@Nullable JsonNode node, String pointer) {
        if (node == null) {
            return Properties.EMPTY;
        }
        return switch (Properties.from(node)) {
            case Decoded.Ok<Properties>(Properties properties) -> properties;
            case Decoded.Rejected<Properties> rejected ->
                    throw rejected.limit() == null
                            ? DecodeFault.at(
                                    pointer + rejectedPointer(rejected.location()),
                                    rejected.reason(),
                                    rejected.detail())
                            : DecodeFault.over(
                                    new Location.Pointer(pointer),
                                    rejected.limit().name(),
                                    rejected.limit().limit(),
                                    rejected.limit().actual());
        };
    }

    private static String rejectedPointer(Location location) {
        return location instanceof Location.Pointer(String inner) ? inner : "";
    }

    static ContentFlags flags(@Nullable JsonNode node, String pointer) {
        if (node == null) {
            return ContentFlags.NONE;
        }
        JsonObjectReader in = new JsonObjectReader(node, pointer, FLAGS);
        Map<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        in.findObject("categories", CATEGORY_NAMES)
                .ifPresent(categories -> severities(categories, severities));
        List<String> names = new ArrayList<>();
        String at = pointer + "/sources";
        JsonNode sources = elements(in.find("sources"), at, "sourcesMax", ContentFlags.SOURCES_MAX);
        for (int i = 0; i < sources.size(); i++) {
            JsonNode source = sources.get(i);
            String fault =
                    source.isString()
                            ? Texts.textFault(source.stringValue())
                            : "a string is expected";
            if (fault != null) {
                throw DecodeFault.at(at + "/" + i, RejectReason.BAD_TEXT, fault);
            }
            names.add(source.stringValue());
        }
        return new ContentFlags(severities, in.flag("mature", false), names);
    }

    private static final Set<String> CATEGORY_NAMES =
            Set.of(
                    "violence",
                    "sexual",
                    "language",
                    "substance",
                    "gambling",
                    "horror",
                    "hate",
                    "custom");

    private static void severities(JsonObjectReader in, Map<ContentCategory, Severity> severities) {
        for (ContentCategory category : ContentCategory.values()) {
            String name = category.jsonName();
            in.findString(name)
                    .ifPresent(
                            text ->
                                    severities.put(
                                            category,
                                            Severity.find(text)
                                                    .orElseThrow(
                                                            () ->
                                                                    DecodeFault.at(
                                                                            in.pointer(name),
                                                                            RejectReason.BAD_VALUE,
                                                                            "none, mild, moderate"
                                                                                    + " or severe"))));
        }
    }
}
