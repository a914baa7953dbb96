package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import java.time.Instant;

/**
 * What is known of a published version besides its document.
 *
 * @param id name and number
 * @param contentHash hash of the canonical export
 * @param wireHash hash of what matters on the wire
 * @param publishedAt when, to the millisecond
 * @param publishedBy subject that published it
 * @param isRetired whether it is found by its content only
 */
public record SchemaVersion(
        SchemaId id,
        SchemaHash contentHash,
        SchemaHash wireHash,
        Instant publishedAt,
        String publishedBy,
        boolean isRetired) {}
