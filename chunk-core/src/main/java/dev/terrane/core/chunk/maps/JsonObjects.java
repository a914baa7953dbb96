package dev.terrane.core.chunk.maps;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads objects of Tiled's JSON form. */
final class JsonObjects {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonObjects() {}

    /** An object of a map. */
    static ObjectDraft read(JsonPart json, String layer) {
        int id = (int) json.requireObject().integer("id", 0, Integer.MAX_VALUE);
        return draft(json.about("object " + id + " of layer '" + layer + "'"), id);
    }

    /** An object of a map or of a template. */
    static ObjectDraft draft(JsonPart in, int id) {
        JsonPart gid = in.find("gid").orElse(null);
        JsonPart type = in.find("class").or(() -> in.find("type")).orElse(null);
        return new ObjectDraft(
                id,
                text(in, "template"),
                text(in, "name"),
                type == null ? null : in.string(in.find("class").isPresent() ? "class" : "type"),
                real(in, "x"),
                real(in, "y"),
                real(in, "width"),
                real(in, "height"),
                real(in, "rotation"),
                gid == null ? null : (int) gid.integer(0, 0xFFFF_FFFFL),
                shape(in),
                JsonProperties.read(in),
                unkept(in),
                in.place());
    }

    private static List<String> unkept(JsonPart in) {
        Unkept unkept = new Unkept().members(Unkept.OBJECT, in);
        in.find("text")
                .map(text -> new Unkept().members(Unkept.TEXT, text).namesOf("text"))
                .ifPresent(unkept::addAll);
        return unkept.names();
    }

    private static @Nullable String text(JsonPart in, String name) {
        return in.find(name).isPresent() ? in.string(name) : null;
    }

    private static @Nullable Double real(JsonPart in, String name) {
        JsonPart member = in.find(name).orElse(null);
        return member == null ? null : Double.valueOf(member.real());
    }

    private static @Nullable ObjectNode shape(JsonPart in) {
        for (String kind : new String[] {"point", "ellipse", "capsule"}) {
            if (in.flag(kind)) {
                return NODES.objectNode().put("kind", kind);
            }
        }
        for (String kind : new String[] {"polygon", "polyline"}) {
            JsonPart points = in.find(kind).orElse(null);
            if (points != null) {
                ObjectNode shape = NODES.objectNode().put("kind", kind);
                ArrayNode list = shape.putArray("points");
                for (JsonPart point : points.elements()) {
                    point.requireObject();
                    list.addArray().add(point.get("x").real()).add(point.get("y").real());
                }
                return shape;
            }
        }
        JsonPart text = in.find("text").orElse(null);
        return text == null
                ? null
                : NODES.objectNode()
                        .put("kind", "text")
                        .put("text", text.requireObject().string("text", ""));
    }
}
