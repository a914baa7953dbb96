package dev.terrane.schema.registry;

/**
 * A published version with its document. Never changes.
 *
 * @param version what is known of it
 * @param document the canonical export
 */
public record PublishedSchema(SchemaVersion version, String document) {
    /** Name and number. */
    public SchemaId id() {
        return version.id();
    }

    /** Its content. */
    public SchemaContent content() {
        return new SchemaContent(version.contentHash(), version.wireHash(), document);
    }
}
