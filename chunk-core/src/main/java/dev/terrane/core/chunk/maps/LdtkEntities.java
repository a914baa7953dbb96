package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.JsonNumbers;
import dev.terrane.core.chunk.maps.LdtkReader.Level;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Entities of an LDtk layer: objects at their centre, id = iid, fields as properties. */
final class LdtkEntities {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final MapBuilder map;
    private final int grid;
    private final Level level;

    LdtkEntities(MapBuilder map, int grid, Level level) {
        this.map = map;
        this.grid = grid;
        this.level = level;
    }

    void read(JsonPart layer) {
        int offsetX = layer.integer("__pxTotalOffsetX", -1_000_000, 1_000_000, 0);
        int offsetY = layer.integer("__pxTotalOffsetY", -1_000_000, 1_000_000, 0);
        for (JsonPart entity : layer.list("entityInstances")) {
            String iid = entity.requireObject().string("iid");
            JsonPart in = entity.about(layer.about() + ", entity " + iid);
            Unkept unkept = new Unkept();
            in.list("__tags").forEach(tag -> unkept.add("tag " + tag.node()));
            map.warn(unkept, in);
            map.object(iid, object(in, iid, offsetX, offsetY));
        }
    }

    private SourceObject object(JsonPart in, String iid, int offsetX, int offsetY) {
        String type = in.string("__identifier");
        double width = in.real("width", 0);
        double height = in.real("height", 0);
        double[] px = pair(in.get("px"));
        double[] pivot = in.find("__pivot").map(LdtkEntities::pair).orElse(new double[2]);
        ObjectNode shape = NODES.objectNode();
        if (width != 0 || height != 0) {
            shape.put("kind", "rectangle");
        }
        return new SourceObject(
                iid,
                "",
                type,
                level.x() * (double) grid + px[0] + offsetX + (0.5 - pivot[0]) * width,
                level.y() * (double) grid + px[1] + offsetY + (0.5 - pivot[1]) * height,
                width,
                height,
                0,
                0,
                shape,
                fields(in),
                in.place());
    }

    private static double[] pair(JsonPart list) {
        List<JsonPart> parts = list.elements();
        if (parts.size() != 2) {
            throw list.fault(ImportReason.BAD_DATA, "two numbers are expected");
        }
        return new double[] {parts.get(0).real(), parts.get(1).real()};
    }

    private ObjectNode fields(JsonPart in) {
        ObjectNode fields = NODES.objectNode();
        for (JsonPart field : in.list("fieldInstances")) {
            String name = field.requireObject().string("__identifier");
            PropertyReader.requireAllowed(name, field);
            if (name.equals(ExportNotes.PROPERTY)) {
                throw field.fault(
                        ImportReason.BAD_PROPERTY, "a field may not be named '" + name + "'");
            }
            String type = field.string("__type");
            JsonNode value = field.node().get("__value");
            fields.set(name, value == null ? NODES.nullNode() : value(type, value, field));
        }
        return fields;
    }

    private JsonNode value(String type, JsonNode value, JsonPart field) {
        if (value.isNull()) {
            return value;
        }
        if (type.startsWith("Array<") && type.endsWith(">") && value.isArray()) {
            ArrayNode list = NODES.arrayNode();
            String inner = type.substring(6, type.length() - 1);
            value.forEach(element -> list.add(value(inner, element, field)));
            return list;
        }
        return switch (type) {
            case "EntityRef" -> {
                JsonNode iid = value.get("entityIid");
                if (iid == null || !iid.isString()) {
                    throw field.fault(ImportReason.BAD_PROPERTY, "a reference has no entityIid");
                }
                yield iid;
            }
            case "Point" -> point(value, field);
            default -> value;
        };
    }

    /**
     * A point of LDtk is a cell of its level; here, as everywhere, the cell's centre in the room.
     */
    private JsonNode point(JsonNode value, JsonPart field) {
        JsonNode x = value.get("cx");
        JsonNode y = value.get("cy");
        if (x == null || y == null || !x.isIntegralNumber() || !y.isIntegralNumber()) {
            throw field.fault(ImportReason.BAD_PROPERTY, "a point has cx and cy");
        }
        return NODES.objectNode()
                .put("x", level.x() + JsonNumbers.toDouble(x) + 0.5)
                .put("y", level.y() + JsonNumbers.toDouble(y) + 0.5);
    }
}
