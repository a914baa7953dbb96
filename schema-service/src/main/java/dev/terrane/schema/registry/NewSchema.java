package dev.terrane.schema.registry;

import java.time.Instant;

/**
 * A valid document on its way to a number.
 *
 * @param name the schema it becomes a version of
 * @param content the document
 * @param publishedAt when
 * @param publishedBy by whom
 */
public record NewSchema(
        SchemaName name, SchemaContent content, Instant publishedAt, String publishedBy) {

    /** This document as that version. */
    public PublishedSchema toPublished(int version) {
        return new PublishedSchema(
                new SchemaVersion(
                        new SchemaId(name, version),
                        content.contentHash(),
                        content.wireHash(),
                        publishedAt,
                        publishedBy,
                        false),
                content.document());
    }
}
