package dev.terrane.rpc.wire;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a JSON body says something its message does not have: the parser's own text names neither
 * the place nor what may stand there. Only asked when the parser has refused a body.
 */
final class JsonPlaces {
    /** A name is told so far. */
    private static final int SHOWN_MAX = 64;

    private static final String WELL_KNOWN = "google.protobuf.";

    private JsonPlaces() {}

    /** The first field or enum value that is unknown; empty if the body's defect is another. */
    static Optional<JsonRefusal> findUnknown(Descriptor message, String text) {
        JsonElement body;
        try {
            body = JsonParser.parseString(text);
        } catch (JsonParseException malformed) {
            return Optional.empty();
        }
        return inMessage(message, body, "");
    }

    private static Optional<JsonRefusal> inMessage(
            Descriptor message, JsonElement value, String pointer) {
        if (!(value instanceof JsonObject object) || message.getFullName().startsWith(WELL_KNOWN)) {
            return Optional.empty();
        }
        for (Map.Entry<String, JsonElement> member : object.entrySet()) {
            FieldDescriptor field = FieldPaths.find(message, member.getKey());
            String place = pointer + escaped(member.getKey());
            Optional<JsonRefusal> found =
                    field == null
                            ? Optional.of(unknownField(message, member.getKey(), place))
                            : inField(field, member.getValue(), place);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonRefusal> inField(
            FieldDescriptor field, JsonElement value, String pointer) {
        if (field.isMapField()) {
            FieldDescriptor values = field.getMessageType().findFieldByName("value");
            return value instanceof JsonObject map
                    ? first(
                            map.entrySet().stream()
                                    .map(
                                            entry ->
                                                    inValue(
                                                            values,
                                                            entry.getValue(),
                                                            pointer + escaped(entry.getKey())))
                                    .toList())
                    : Optional.empty();
        }
        if (field.isRepeated() && value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                Optional<JsonRefusal> found = inValue(field, array.get(i), pointer + "/" + i);
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        return inValue(field, value, pointer);
    }

    private static Optional<JsonRefusal> first(List<Optional<JsonRefusal>> found) {
        return found.stream().flatMap(Optional::stream).findFirst();
    }

    private static Optional<JsonRefusal> inValue(
            FieldDescriptor field, JsonElement value, String pointer) {
        return switch (field.getJavaType()) {
            case MESSAGE -> inMessage(field.getMessageType(), value, pointer);
            case ENUM -> inEnum(field.getEnumType(), value, pointer);
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, BYTE_STRING -> Optional.empty();
        };
    }

    private static Optional<JsonRefusal> inEnum(
            EnumDescriptor type, JsonElement value, String pointer) {
        if (!(value instanceof JsonPrimitive primitive)
                || !primitive.isString()
                || type.getFullName().startsWith(WELL_KNOWN)
                || type.findValueByName(primitive.getAsString()) != null) {
            return Optional.empty();
        }
        String allowed =
                type.getValues().stream()
                        .map(EnumValueDescriptor::getName)
                        .collect(Collectors.joining(", "));
        return Optional.of(
                new JsonRefusal(
                        pointer,
                        "'%s' is no %s; allowed are %s"
                                .formatted(
                                        shown(primitive.getAsString()), type.getName(), allowed)));
    }

    private static JsonRefusal unknownField(Descriptor message, String name, String place) {
        String known =
                message.getFields().stream()
                        .map(FieldDescriptor::getJsonName)
                        .collect(Collectors.joining(", "));
        return new JsonRefusal(
                place,
                "%s has no field '%s'; it has %s"
                        .formatted(
                                message.getName(), shown(name), known.isEmpty() ? "none" : known));
    }

    static String shown(String text) {
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
    }

    /** A step of a pointer. */
    static String escaped(String name) {
        return FieldPaths.pointer(List.of(shown(name)));
    }
}
