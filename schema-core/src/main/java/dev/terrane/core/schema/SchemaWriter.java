package dev.terrane.core.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the canonical export of a document: one text for one document, byte for byte, on every
 * machine. Keys come in a fixed order, arrays keep the document's, rows list their fields in the
 * class's order, optional parts are left out when absent, members and rows take one line each,
 * lines end with LF. {@code docs/formats/entity-schema.md} specifies it. Stateless.
 */
public final class SchemaWriter {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder();

    private SchemaWriter() {}

    /** The canonical export in UTF-8. Reading it gives an equal document. */
    public static byte[] write(SchemaDocument document) {
        return writeText(document).getBytes(StandardCharsets.UTF_8);
    }

    /** The canonical export as text. */
    public static String writeText(SchemaDocument document) {
        SchemaWriter writer = new SchemaWriter();
        writer.document(document);
        return writer.text.toString();
    }

    /** A member as it stands in the canonical export. */
    public static String writeMember(Member member) {
        SchemaWriter writer = new SchemaWriter();
        switch (member) {
            case FieldDefinition field -> writer.field(field);
            case RelationDefinition relation -> writer.relation(relation);
        }
        return writer.text.toString();
    }

    /** A value as it stands in the canonical export. */
    public static String writeValue(ScalarValue value) {
        SchemaWriter writer = new SchemaWriter();
        writer.value(value);
        return writer.text.toString();
    }

    /** A string as it stands in the canonical export, quotes included. */
    public static String writeString(String value) {
        SchemaWriter writer = new SchemaWriter();
        writer.string(value);
        return writer.text.toString();
    }

    private void document(SchemaDocument document) {
        text.append("{\n  \"format\": ");
        string(SchemaDocument.FORMAT);
        text.append(",\n  \"version\": ").append(SchemaDocument.VERSION);
        text.append(",\n  \"classes\": ");
        array("  ", document.classes(), this::type);
        text.append(",\n  \"configs\": ");
        array("  ", document.configs(), config -> config(document, config));
        text.append("\n}\n");
    }

    private interface Item<T> {
        void write(T value);
    }

    /** An array with one element to a line, or [] when empty. */
    private <T> void array(String indent, List<T> values, Item<T> item) {
        if (values.isEmpty()) {
            text.append("[]");
            return;
        }
        String separator = "[\n";
        for (T value : values) {
            text.append(separator).append(indent).append("  ");
            item.write(value);
            separator = ",\n";
        }
        text.append('\n').append(indent).append(']');
    }

    private void type(ClassDefinition type) {
        text.append("{\n      \"name\": ");
        string(type.name());
        if (type.description() != null) {
            text.append(",\n      \"description\": ");
            string(type.description());
        }
        text.append(",\n      \"fields\": ");
        array("      ", type.fields(), this::field);
        text.append(",\n      \"tables\": ");
        array("      ", type.tables(), this::relation);
        text.append(",\n      \"containers\": ");
        array("      ", type.containers(), this::relation);
        text.append("\n    }");
    }

    private void field(FieldDefinition field) {
        text.append("{\"name\": ");
        string(field.name());
        text.append(", \"index\": ").append(field.index()).append(", \"type\": ");
        string(field.type().text());
        rest(field.mask(), field.description());
    }

    private void relation(RelationDefinition relation) {
        text.append("{\"name\": ");
        string(relation.name());
        text.append(", \"index\": ").append(relation.index()).append(", \"class\": ");
        string(relation.className());
        rest(relation.mask(), relation.description());
    }

    private void rest(Mask mask, @Nullable String description) {
        if (!mask.names().isEmpty()) {
            List<String> names = new ArrayList<>();
            for (MaskName name : mask.names()) {
                names.add('"' + name.text() + '"');
            }
            text.append(", \"mask\": [").append(String.join(", ", names)).append(']');
        }
        if (description != null) {
            text.append(", \"description\": ");
            string(description);
        }
        text.append('}');
    }

    private void config(SchemaDocument document, ConfigDefinition config) {
        text.append("{\n      \"class\": ");
        string(config.className());
        text.append(",\n      \"rows\": ");
        List<FieldDefinition> fields =
                document.findClass(config.className()).orElseThrow().fields();
        array("      ", config.rows(), row -> row(fields, row));
        text.append("\n    }");
    }

    private void row(List<FieldDefinition> fields, ConfigRow row) {
        String separator = "{";
        for (FieldDefinition field : fields) {
            text.append(separator);
            string(field.name());
            text.append(": ");
            value(row.get(field.name()));
            separator = ", ";
        }
        text.append('}');
    }

    private void value(ScalarValue value) {
        switch (value) {
            case ScalarValue.Bool(boolean bool) -> text.append(bool);
            case ScalarValue.Int32(int number) -> text.append(number);
            case ScalarValue.UInt32(long number) -> text.append(number);
            case ScalarValue.Int64(long number) -> text.append(number);
            case ScalarValue.UInt64(long bits) -> text.append(Long.toUnsignedString(bits));
            case ScalarValue.Float32(float number) -> text.append(NumberText.of(number));
            case ScalarValue.Float64(double number) -> text.append(NumberText.of(number));
            case ScalarValue.Text(String string) -> string(string);
            case ScalarValue.Guid(long number) -> text.append('"').append(number).append('"');
        }
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            switch (unit) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (unit < 0x20) {
                        text.append("\\u00")
                                .append(HEX.charAt(unit >> 4))
                                .append(HEX.charAt(unit & 15));
                    } else {
                        text.append(unit);
                    }
                }
            }
        }
        text.append('"');
    }
}
