package dev.terrane.core.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One profile: a value for every scalar field of its class, by field name.
 *
 * @param values the values; {@code id} is a positive {@code uint32}
 */
public record ConfigRow(Map<String, ScalarValue> values) {
    /** The field that identifies a row. */
    public static final String ID = "id";

    public ConfigRow {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        if (!(values.get(ID) instanceof ScalarValue.UInt32(long id)) || id == 0) {
            throw new IllegalArgumentException("a row needs a positive uint32 id");
        }
    }

    /** The row's id, 1..2³²−1, unique in its document. */
    public long id() {
        return values.get(ID) instanceof ScalarValue.UInt32(long id) ? id : 0;
    }

    /** The value of a field of the row's class. */
    public ScalarValue get(String fieldName) {
        ScalarValue value = values.get(fieldName);
        if (value == null) {
            throw new IllegalArgumentException("row " + id() + " has no field " + fieldName);
        }
        return value;
    }
}
