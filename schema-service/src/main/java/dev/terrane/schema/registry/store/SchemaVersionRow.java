package dev.terrane.schema.registry.store;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaVersion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/**
 * A row of the table, written once but for its retirement.
 *
 * @param position order of publication over all names; null until stored
 */
@Table("schema_version")
record SchemaVersionRow(
        @Id @Nullable Long position,
        String name,
        int version,
        String contentHash,
        String wireHash,
        long publishedAtMillis,
        String publishedBy,
        @Nullable Long retiredAtMillis,
        @Nullable String retiredBy) {

    static SchemaVersionRow of(NewSchema schema, int version) {
        return new SchemaVersionRow(
                null,
                schema.name().value(),
                version,
                schema.content().contentHash().hex(),
                schema.content().wireHash().hex(),
                schema.publishedAt().toEpochMilli(),
                schema.publishedBy(),
                null,
                null);
    }

    SchemaVersion toVersion() {
        return new SchemaVersion(
                new SchemaId(new SchemaName(name), version),
                new SchemaHash(contentHash),
                new SchemaHash(wireHash),
                Instant.ofEpochMilli(publishedAtMillis),
                publishedBy,
                retiredAtMillis != null);
    }
}
