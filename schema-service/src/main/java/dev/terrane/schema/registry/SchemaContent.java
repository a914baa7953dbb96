package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaWriter;

/**
 * A valid document by its content. The same content has the same hash and is stored once, whoever
 * holds it: versions of any name, and drafts.
 *
 * @param contentHash hash of the canonical export, the content's id
 * @param wireHash hash of what matters on the wire
 * @param document the canonical export
 */
public record SchemaContent(SchemaHash contentHash, SchemaHash wireHash, String document) {
    /** The content of a document. */
    public static SchemaContent of(SchemaDocument document) {
        return new SchemaContent(
                SchemaHash.ofContent(document),
                SchemaHash.ofWire(document),
                SchemaWriter.writeText(document));
    }
}
