package dev.terrane.core.chunk.maps;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads Tiled's {@code properties} of JSON files into JSON values. */
final class JsonProperties {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonProperties() {}

    /** The properties of an object, layer, tile or map. */
    static ObjectNode read(JsonPart owner) {
        ObjectNode properties = NODES.objectNode();
        for (JsonPart property : owner.list("properties")) {
            String name = property.requireObject().string("name");
            PropertyReader.requireAllowed(name, property);
            if (properties.has(name)) {
                throw property.fault(
                        ImportReason.BAD_PROPERTY, "property '" + name + "' stands twice");
            }
            properties.set(name, value(property, name));
        }
        return properties;
    }

    private static JsonNode value(JsonPart property, String name) {
        String type = property.string("type", "string");
        JsonNode value = property.node().get("value");
        boolean fits =
                value != null
                        && switch (type) {
                            case "string", "color", "file" -> value.isString();
                            case "bool" -> value.isBoolean();
                            case "float" -> value.isNumber();
                            case "int" -> value.isIntegralNumber();
                            case "object" -> value.isIntegralNumber() && value.canConvertToLong();
                            case "class" -> value.isObject();
                            default ->
                                    throw property.fault(
                                            ImportReason.BAD_PROPERTY,
                                            "property '" + name + "' of type '" + type + "'");
                        };
        if (!fits || value == null) {
            throw property.fault(
                    ImportReason.BAD_PROPERTY,
                    "property '" + name + "' of type '" + type + "' has another value");
        }
        if (type.equals("class")) {
            checkClass(value, property);
        }
        return type.equals("object") ? reference(value.longValue()) : value;
    }

    /** An object reference; Tiled writes 0 for none. */
    static JsonNode reference(long id) {
        return id == 0 ? NODES.nullNode() : NODES.stringNode(SourceObject.objectId(id));
    }

    private static void checkClass(JsonNode value, JsonPart property) {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            PropertyReader.requireAllowed(member.getKey(), property);
            if (member.getValue().isObject()) {
                checkClass(member.getValue(), property);
            }
        }
    }
}
