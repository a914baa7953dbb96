package dev.terrane.schema.registry.plan;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.schema.registry.SchemaVersion;

/** Reads the documents of versions. */
@FunctionalInterface
interface Documents {
    /** The document of a version that exists. */
    SchemaDocument get(SchemaVersion version);
}
