package dev.terrane.schema.registry;

import java.nio.charset.StandardCharsets;

/**
 * Small documents that differ by a number, and only in a description: each may follow any other.
 */
public final class SampleSchemas {
    private SampleSchemas() {}

    /** A valid document; different numbers give different contents and the same wire form. */
    public static String text(int number) {
        return """
                {"format": "ark.entity-schema", "version": 1, "classes": [{"name": "Marker",
                 "fields": [{"name": "id", "index": 1, "type": "uint32"},
                  {"name": "x", "index": 2, "type": "double", "mask": ["sync_view"], "description": "n%d"}],
                 "tables": [], "containers": []}], "configs": []}
                """
                .formatted(number);
    }

    /** The same in UTF-8. */
    public static byte[] bytes(int number) {
        return text(number).getBytes(StandardCharsets.UTF_8);
    }

    /** A document with these fields of one class. */
    public static byte[] fields(String... fields) {
        return ("{\"format\": \"ark.entity-schema\", \"version\": 1, \"classes\": [{\"name\":"
                        + " \"Marker\", \"fields\": ["
                        + String.join(", ", fields)
                        + "], \"tables\": [], \"containers\": []}], \"configs\": []}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A field for {@link #fields}. */
    public static String field(String name, int index, String type) {
        return "{\"name\": \"%s\", \"index\": %d, \"type\": \"%s\", \"mask\": [\"save\"]}"
                .formatted(name, index, type);
    }
}
