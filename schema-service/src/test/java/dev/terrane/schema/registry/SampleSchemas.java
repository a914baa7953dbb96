package dev.terrane.schema.registry;

import java.nio.charset.StandardCharsets;

/** Small documents that differ by a number. */
public final class SampleSchemas {
    private SampleSchemas() {}

    /** A valid document; different numbers give different contents and wire forms. */
    public static String text(int number) {
        return """
                {"format": "ark.entity-schema", "version": 1, "classes": [{"name": "Marker",
                 "fields": [{"name": "id", "index": 1, "type": "uint32"},
                  {"name": "n%d", "index": 2, "type": "double", "mask": ["sync_view"]}],
                 "tables": [], "containers": []}], "configs": []}
                """
                .formatted(number);
    }

    /** The same in UTF-8. */
    public static byte[] bytes(int number) {
        return text(number).getBytes(StandardCharsets.UTF_8);
    }
}
