package dev.terrane.core.schema.codegen;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The classes of a document, and the value lists of its hints, as custom types of the Tiled map
 * editor: the array under {@code propertyTypes} of a Tiled project, which its Custom Types editor
 * imports. Fields become members; Tiled has nothing for tables and containers, and its int has 32
 * bits, so 64-bit values are strings there. The same input gives the same bytes.
 */
public final class TiledTypes {
    private final SchemaDocument document;
    private final SchemaHints hints;
    private final Set<String> names = new HashSet<>();
    private final List<String> types = new ArrayList<>();

    /** Name of the enum of a field, by class and field. */
    private final Map<List<String>, String> enums = new LinkedHashMap<>();

    private TiledTypes(SchemaDocument document, SchemaHints hints) {
        this.document = document;
        this.hints = hints;
        document.classes().forEach(type -> names.add(type.name()));
    }

    /** The types as JSON, enums first. */
    public static String write(SchemaDocument document, SchemaHints hints) {
        return new TiledTypes(document, hints).text();
    }

    private String text() {
        for (ClassDefinition type : document.classes()) {
            for (FieldDefinition field : type.fields()) {
                enumOf(type, field).ifPresent(text -> types.add(text));
            }
        }
        for (ClassDefinition type : document.classes()) {
            types.add(type(type));
        }
        return types.isEmpty() ? "[]\n" : "[\n" + String.join(",\n", types) + "\n]\n";
    }

    /** An enum, where Tiled can store the values as they are. */
    private Optional<String> enumOf(ClassDefinition type, FieldDefinition field) {
        List<SchemaHints.AllowedValue> values =
                hints.find(type.name(), field.name())
                        .map(SchemaHints.MemberHints::values)
                        .orElse(List.of());
        List<String> shown = new ArrayList<>();
        boolean texts = field.type() == ScalarType.STRING;
        for (SchemaHints.AllowedValue allowed : values) {
            if (allowed.value() instanceof ScalarValue.Text(String text)) {
                shown.add(text);
            } else if (whole(allowed.value())
                    .filter(number -> number == shown.size())
                    .isPresent()) {
                String label = allowed.label();
                shown.add(label == null ? SchemaWriter.writeValue(allowed.value()) : label);
            }
        }
        // Tiled stores a number as the place in the list: 0, 1, 2, … and nothing else will do.
        boolean exact = shown.size() == values.size() && Set.copyOf(shown).size() == shown.size();
        if (values.isEmpty() || !exact) {
            return Optional.empty();
        }
        String name = free(type.name() + "." + field.name());
        enums.put(List.of(type.name(), field.name()), name);
        List<String> quoted = shown.stream().map(SchemaWriter::writeString).toList();
        return Optional.of(
                "  {\"id\": %d, \"name\": %s, \"storageType\": \"%s\", \"type\": \"enum\", \"values\": [%s], \"valuesAsFlags\": false}"
                        .formatted(
                                types.size() + 1,
                                SchemaWriter.writeString(name),
                                texts ? "string" : "int",
                                String.join(", ", quoted)));
    }

    private static Optional<Long> whole(ScalarValue value) {
        return switch (value) {
            case ScalarValue.Int32(int number) -> Optional.of((long) number);
            case ScalarValue.UInt32(long number) -> Optional.of(number);
            case ScalarValue.Bool _,
                    ScalarValue.Int64 _,
                    ScalarValue.UInt64 _,
                    ScalarValue.Float32 _,
                    ScalarValue.Float64 _,
                    ScalarValue.Text _,
                    ScalarValue.Guid _ ->
                    Optional.empty();
        };
    }

    private String type(ClassDefinition type) {
        List<String> members = new ArrayList<>();
        for (FieldDefinition field : type.fields()) {
            members.add("      " + member(type, field));
        }
        String list = members.isEmpty() ? "[]" : "[\n" + String.join(",\n", members) + "\n    ]";
        return """
                  {
                    "color": "#ff%06x",
                    "drawFill": true,
                    "id": %d,
                    "members": %s,
                    "name": %s,
                    "type": "class",
                    "useAs": ["property", "object", "tile"]
                  }
                """
                .stripTrailing()
                .formatted(
                        colour(type.name()),
                        types.size() + 1,
                        list,
                        SchemaWriter.writeString(type.name()));
    }

    private String member(ClassDefinition type, FieldDefinition field) {
        String name = enums.get(List.of(type.name(), field.name()));
        String propertyType =
                name == null ? "" : "\"propertyType\": " + SchemaWriter.writeString(name) + ", ";
        return "{\"name\": %s, %s\"type\": \"%s\", \"value\": %s}"
                .formatted(
                        SchemaWriter.writeString(field.name()),
                        propertyType,
                        tiledType(field.type()),
                        initial(type, field, name != null));
    }

    /** Zero, or the first of the values there are. */
    private String initial(ClassDefinition type, FieldDefinition field, boolean listed) {
        return switch (field.type()) {
            case BOOL -> "false";
            case INT32, UINT32, FLOAT, DOUBLE -> "0";
            case INT64, UINT64, GUID -> "\"0\"";
            case STRING ->
                    listed
                            ? hints.find(type.name(), field.name())
                                    .map(member -> member.values().getFirst().value())
                                    .map(SchemaWriter::writeValue)
                                    .orElse("\"\"")
                            : "\"\"";
        };
    }

    private static String tiledType(ScalarType type) {
        return switch (type) {
            case BOOL -> "bool";
            case INT32, UINT32 -> "int";
            case FLOAT, DOUBLE -> "float";
            case INT64, UINT64, GUID, STRING -> "string";
        };
    }

    private String free(String name) {
        String candidate = name;
        for (int next = 2; !names.add(candidate); next++) {
            candidate = name + "_" + next;
        }
        return candidate;
    }

    /** A colour that stays the class's, light enough to read a name on. */
    private static int colour(String name) {
        int hash = name.hashCode() * 0x9E3779B9;
        return (hash >>> 8 & 0x7F7F7F) + 0x606060;
    }
}
