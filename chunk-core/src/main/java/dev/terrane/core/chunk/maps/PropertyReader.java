package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code <properties>} into JSON values. */
final class PropertyReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Would carry moderation flags, which are the server's alone. */
    private static final String CONTENT_FLAGS = "content_flags";

    /** Types whose values are texts. */
    private static final Set<String> TEXTUAL =
            Set.of("string", "color", "file", "bool", "float", "int", "object");

    private PropertyReader() {}

    /** Consumes the element. */
    static ObjectNode read(XmlCursor in) {
        return read(in, (_, _) -> {});
    }

    /**
     * Consumes the element.
     *
     * @param places told where each property stands
     */
    static ObjectNode read(XmlCursor in, BiConsumer<String, Place> places) {
        ObjectNode properties = NODES.objectNode();
        while (in.nextChild()) {
            String name = in.get("name");
            requireAllowed(name, in);
            if (properties.has(name)) {
                throw in.fault(ImportReason.BAD_PROPERTY, "property '" + name + "' stands twice");
            }
            places.accept(name, in.place());
            properties.set(name, property(in, name));
        }
        return properties;
    }

    /** Refuses the one name that may not stand in a map. */
    static void requireAllowed(String name, Faults at) {
        if (name.equals(CONTENT_FLAGS)) {
            throw at.fault(
                    ImportReason.UNSUPPORTED_FEATURE,
                    "property '" + CONTENT_FLAGS + "': flags come from the assets, not the map");
        }
    }

    private static JsonNode property(XmlCursor in, String name) {
        String type = in.find("type").orElse("string");
        @Nullable String value = in.find("value").orElse(null);
        if (type.equals("class")) {
            ObjectNode members = NODES.objectNode();
            while (in.nextChild()) {
                members.setAll(read(in));
            }
            return members;
        }
        if (!TEXTUAL.contains(type)) {
            throw in.fault(
                    ImportReason.BAD_PROPERTY, "property '" + name + "' of type '" + type + "'");
        }
        String text = value == null ? in.text() : value;
        if (value != null) {
            in.skip();
        }
        return switch (type) {
            case "string", "color", "file" -> NODES.stringNode(text);
            case "bool" -> bool(in, name, text);
            case "float" -> NODES.numberNode(in.real("property " + name, text));
            case "int" -> NODES.numberNode(integer(in, name, text));
            default -> JsonProperties.reference(integer(in, name, text));
        };
    }

    private static JsonNode bool(XmlCursor in, String name, String text) {
        return switch (text) {
            case "true" -> NODES.booleanNode(true);
            case "false" -> NODES.booleanNode(false);
            default ->
                    throw in.fault(
                            ImportReason.BAD_PROPERTY,
                            "property '" + name + "' is true or false, not '" + text + "'");
        };
    }

    private static long integer(XmlCursor in, String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw in.fault(
                    ImportReason.BAD_PROPERTY,
                    "property '" + name + "' is an integer, not '" + text + "'");
        }
    }

    /** A string property, if it is one. */
    static Optional<String> findString(ObjectNode properties, String name) {
        JsonNode value = properties.get(name);
        return value != null && value.isString()
                ? Optional.of(value.stringValue())
                : Optional.empty();
    }

    /** Whether a boolean property is set. */
    static boolean isTrue(ObjectNode properties, String name) {
        JsonNode value = properties.get(name);
        return value != null && value.isBoolean() && value.booleanValue();
    }
}
