package dev.terrane.schema.config.web;

import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.rows.RowQuery;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A static row.
 *
 * @param className its class
 * @param id its id
 * @param row a value for every field of the class, in the class's order
 */
@Schema(name = "ConfigRow", description = "A static row")
record RowView(
        @Schema(example = "Player") String className,
        @Schema(example = "1") long id,
        @Schema(
                        example = "{\"id\": 1, \"name\": \"Guest\", \"hp\": 100}",
                        description =
                                "As in the document. 64-bit integers are JSON numbers: read them with"
                                        + " a reader that keeps every digit")
                Map<String, Object> row) {
    RowView {
        row = Collections.unmodifiableMap(new LinkedHashMap<>(row));
    }

    static RowView of(RowQuery.Found found) {
        Map<String, Object> row = new LinkedHashMap<>();
        found.row().values().forEach((field, value) -> row.put(field, json(value)));
        return new RowView(found.className(), found.row().id(), row);
    }

    private static Object json(ScalarValue value) {
        return switch (value) {
            case ScalarValue.Bool(boolean bool) -> bool;
            case ScalarValue.Int32(int number) -> number;
            case ScalarValue.UInt32(long number) -> number;
            case ScalarValue.Int64(long number) -> number;
            case ScalarValue.UInt64(long bits) -> new BigInteger(Long.toUnsignedString(bits));
            case ScalarValue.Float32(float number) -> number;
            case ScalarValue.Float64(double number) -> number;
            case ScalarValue.Text(String text) -> text;
            case ScalarValue.Guid(long number) -> Long.toString(number);
        };
    }
}
