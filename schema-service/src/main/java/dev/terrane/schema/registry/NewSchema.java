package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaWriter;
import java.time.Instant;

/**
 * A valid document on its way to a number.
 *
 * @param name the schema it becomes a version of
 * @param document the canonical export
 * @param contentHash its hash
 * @param wireHash hash of what matters on the wire
 * @param publishedAt when
 * @param publishedBy by whom
 */
public record NewSchema(
        SchemaName name,
        String document,
        SchemaHash contentHash,
        SchemaHash wireHash,
        Instant publishedAt,
        String publishedBy) {

    /** A document ready to be stored. */
    static NewSchema of(
            SchemaName name, SchemaDocument document, Instant publishedAt, String publishedBy) {
        return new NewSchema(
                name,
                SchemaWriter.writeText(document),
                SchemaHash.ofContent(document),
                SchemaHash.ofWire(document),
                publishedAt,
                publishedBy);
    }

    /** This document as that version. */
    public PublishedSchema toPublished(int version) {
        return new PublishedSchema(
                new SchemaVersion(
                        new SchemaId(name, version),
                        contentHash,
                        wireHash,
                        publishedAt,
                        publishedBy),
                document);
    }
}
