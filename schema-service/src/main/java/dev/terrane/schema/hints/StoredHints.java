package dev.terrane.schema.hints;

import dev.terrane.schema.registry.SchemaName;
import java.time.Instant;

/**
 * The hints of a schema as they were written.
 *
 * @param name the schema
 * @param text the text, UTF-8 JSON
 * @param hash SHA-256 of the text, 64 lower-case hexadecimal digits
 * @param updatedAt when they were written, to the millisecond
 * @param updatedBy who wrote them
 */
public record StoredHints(
        SchemaName name, String text, String hash, Instant updatedAt, String updatedBy) {}
