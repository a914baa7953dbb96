package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The object layer of an exported map. Each object is written as Tiled would have it and read back;
 * what does not come back the same goes into its notes. Used once.
 */
final class ExportObjects {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int PIXELS = MapExporter.CELL_PIXELS;

    private final ChunkGrid grid;
    private final ObjectPlacer placer;
    private final List<Pending> objects = new ArrayList<>();
    private final Set<Integer> numbers = new HashSet<>();
    private int next = 1;

    ExportObjects(ChunkGrid grid) {
        this.grid = grid;
        this.placer =
                new ObjectPlacer(
                        new SourceMap(
                                "export",
                                PIXELS,
                                PIXELS,
                                List.of(),
                                new TreeMap<>(),
                                List.of(),
                                List.of(),
                                ExportNotes.NONE,
                                List.of()),
                        grid,
                        (gid, place) -> {
                            throw new IllegalStateException("exports have no tile objects");
                        });
    }

    private record Pending(ChunkCoord coord, WorldObject object, int number) {}

    void add(ChunkCoord coord, WorldObject object) {
        int number = number(object.id().value());
        objects.add(new Pending(coord, object.withFlags(ContentFlags.NONE), number));
        if (number != 0) {
            next = Math.max(next, number == Integer.MAX_VALUE ? number : number + 1);
        }
    }

    /** The number in {@code obj_N}, once; 0 for other ids, which get a number later. */
    private int number(String id) {
        if (!id.matches("obj_[1-9][0-9]{0,8}")) {
            return 0;
        }
        int number = Integer.parseInt(id.substring(4));
        return numbers.add(number) ? number : 0;
    }

    /** The first number not used; ask after {@link #layer}. */
    int next() {
        return next;
    }

    ObjectNode layer(int id) {
        ObjectNode layer = NODES.objectNode();
        layer.put("type", "objectgroup").put("id", id).put("name", "objects");
        layer.put("visible", true).put("opacity", 1).put("x", 0).put("y", 0);
        layer.put("draworder", "topdown");
        ArrayNode list = layer.putArray("objects");
        for (Pending pending : objects) {
            list.add(
                    object(
                            pending.coord,
                            pending.object,
                            pending.number == 0 ? next++ : pending.number));
        }
        return layer;
    }

    private ObjectNode object(ChunkCoord coord, WorldObject object, int number) {
        for (boolean whole : new boolean[] {false, true}) {
            ObjectNode written = write(object, number, whole);
            if (comesBack(coord, object, written)) {
                return written;
            }
        }
        throw new TmjWriter.Unfit(
                "chunk " + coord + ", object " + object.id(),
                "its properties use a name that Tiled maps reserve");
    }

    private boolean comesBack(ChunkCoord coord, WorldObject object, ObjectNode written) {
        try {
            ObjectDraft draft = JsonObjects.read(JsonPart.root("export", written), "objects");
            return placer.place(draft.toSource()).equals(new ObjectPlacer.Placed(coord, object));
        } catch (ImportFault fault) {
            return false;
        }
    }

    /**
     * Writes an object.
     *
     * @param whole whether its properties go into the notes altogether
     */
    private ObjectNode write(WorldObject object, int number, boolean whole) {
        ObjectNode out = NODES.objectNode();
        ObjectNode notes = NODES.objectNode();
        out.put("id", number).put("type", object.type()).put("visible", true);
        Transform.Vector position = object.transform().position();
        out.put("x", (position.x() - grid.origin().x()) * PIXELS);
        out.put("y", (position.y() - grid.origin().y()) * PIXELS);
        if (!object.id().value().equals(SourceObject.objectId(number))) {
            notes.put("id", object.id().value());
        }
        if (whole || position.z() != grid.origin().z()) {
            notes.putArray("pos").add(position.x()).add(position.y()).add(position.z());
        }
        rotation(object.transform().rotation(), out, notes);
        Transform.Vector scale = object.transform().scale();
        if (!scale.equals(Transform.Vector.ONE)) {
            notes.putArray("scale").add(scale.x()).add(scale.y()).add(scale.z());
        }
        ArrayNode properties = NODES.arrayNode();
        String asset = "objects/" + Tileset.assetPart(object.type());
        if (!object.assetId().equals(asset)) {
            ExportTiles.property(properties, "asset_id", "string").put("value", object.assetId());
        }
        if (object.dynamic()) {
            ExportTiles.property(properties, "dynamic", "bool").put("value", true);
        }
        JsonNode values = object.properties().toTree();
        if (whole) {
            notes.set("properties", values);
            out.put("point", true);
        } else {
            plain(values, out, properties);
        }
        if (!notes.isEmpty()) {
            ExportTiles.property(properties, ExportNotes.PROPERTY, "string")
                    .put("value", notes.toString());
        }
        out.set("properties", properties);
        return out;
    }

    private static void rotation(Transform.Rotation rotation, ObjectNode out, ObjectNode notes) {
        double degrees = StrictMath.toDegrees(2 * StrictMath.atan2(rotation.z(), rotation.w()));
        out.put("rotation", degrees);
        double radians = StrictMath.toRadians(degrees);
        Transform.Rotation read =
                radians == 0 ? Transform.Rotation.NONE : Transform.Rotation.ofAngle(radians);
        if (!read.equals(rotation)) {
            notes.putArray("rot")
                    .add(rotation.x())
                    .add(rotation.y())
                    .add(rotation.z())
                    .add(rotation.w());
            notes.put("angle", radians);
        }
    }

    /** Name, shape and values as Tiled has them; what it has not is left out. */
    private static void plain(JsonNode values, ObjectNode out, ArrayNode properties) {
        boolean shaped = false;
        for (Map.Entry<String, JsonNode> entry : values.properties()) {
            JsonNode value = entry.getValue();
            if (entry.getKey().equals("name") && value.isString()) {
                out.put("name", value.stringValue());
                continue;
            }
            if (entry.getKey().equals("shape") && value.isObject()) {
                shaped = shape(value, out);
                continue;
            }
            String type =
                    switch (value.getNodeType()) {
                        case STRING -> "string";
                        case BOOLEAN -> "bool";
                        case NUMBER -> value.isInt() ? "int" : "float";
                        case OBJECT -> "class";
                        default -> "";
                    };
            if (!type.isEmpty()) {
                ExportTiles.property(properties, entry.getKey(), type).set("value", value);
            }
        }
        if (!shaped) {
            out.put("point", true);
        }
    }

    private static boolean shape(JsonNode shape, ObjectNode out) {
        String kind = shape.path("kind").asString("");
        if (shape.path("width").isNumber() && shape.path("height").isNumber()) {
            out.put("width", shape.get("width").doubleValue() * PIXELS);
            out.put("height", shape.get("height").doubleValue() * PIXELS);
        }
        switch (kind) {
            case "rectangle" -> {}
            case "ellipse", "capsule" -> out.put(kind, true);
            case "text" -> out.putObject("text").put("text", shape.path("text").asString(""));
            case "polygon", "polyline" -> {
                ArrayNode points = out.putArray(kind);
                for (JsonNode point : shape.path("points")) {
                    points.addObject()
                            .put("x", point.path(0).doubleValue(0) * PIXELS)
                            .put("y", point.path(1).doubleValue(0) * PIXELS);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }
}
