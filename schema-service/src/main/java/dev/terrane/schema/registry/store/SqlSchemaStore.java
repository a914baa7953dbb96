package dev.terrane.schema.registry.store;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.PublishResult;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.support.store.StoreThreads;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Published versions in SQLite or PostgreSQL; the statements are the same for both. No {@code
 * Repository} stereotype: exceptions are translated by the store already, and a proxy could not be
 * made of it.
 */
@Component
final class SqlSchemaStore implements SchemaStore {
    private static final String LATEST =
            """
            SELECT name, max(version) AS version
            FROM schema_version
            WHERE name = :name
            GROUP BY name
            """;
    private static final String BY_CONTENT =
            """
            SELECT name, version
            FROM schema_version
            WHERE content_hash = :hash
            ORDER BY position
            LIMIT 1
            """;
    private static final String BY_NAME_AND_CONTENT =
            """
            SELECT name, version
            FROM schema_version
            WHERE content_hash = :hash AND name = :name
            ORDER BY position
            LIMIT 1
            """;
    private static final String PAGE =
            """
            SELECT name, version, content_hash, wire_hash, published_at_millis, published_by
            FROM schema_version
            WHERE (name > :afterName OR (name = :afterName AND version > :afterVersion))
            ORDER BY name, version
            LIMIT :limit
            """;
    private static final String PAGE_OF_NAME =
            """
            SELECT name, version, content_hash, wire_hash, published_at_millis, published_by
            FROM schema_version
            WHERE name = :name AND version > :afterVersion
            ORDER BY version
            LIMIT :limit
            """;

    /** Other processes may publish too; each round one of them has won a number. */
    private static final int ROUNDS_MAX = 20;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final SchemaVersionRepository rows;
    private final SchemaContents contents;

    SqlSchemaStore(
            StoreThreads threads,
            JdbcClient sql,
            SchemaVersionRepository rows,
            SchemaContents contents) {
        this.threads = threads;
        this.sql = sql;
        this.rows = rows;
        this.contents = contents;
    }

    @Override
    public PublishResult publish(NewSchema schema, OptionalInt expectedLatest) {
        DuplicateKeyException lost = null;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            try {
                return threads.write(() -> publishOnce(schema, expectedLatest));
            } catch (DuplicateKeyException taken) {
                lost = taken;
            }
        }
        throw new IllegalStateException(
                schema.name() + " lost its number " + ROUNDS_MAX + " times", lost);
    }

    private PublishResult publishOnce(NewSchema schema, OptionalInt expectedLatest) {
        Optional<SchemaVersionRow> latest =
                rows.findFirstByNameOrderByVersionDesc(schema.name().value());
        if (latest.isPresent()
                && latest.get().contentHash().equals(schema.content().contentHash().hex())) {
            return new PublishResult.Unchanged(published(latest.get()));
        }
        int number = latest.map(SchemaVersionRow::version).orElse(0);
        if (expectedLatest.isPresent() && expectedLatest.getAsInt() != number) {
            return new PublishResult.Conflict(expectedLatest.getAsInt(), number);
        }
        contents.put(schema.content());
        SchemaVersionRow saved = rows.save(SchemaVersionRow.of(schema, number + 1));
        return new PublishResult.Created(schema.toPublished(saved.version()));
    }

    private PublishedSchema published(SchemaVersionRow row) {
        SchemaVersion version = row.toVersion();
        SchemaContent content =
                contents.findContent(version.contentHash())
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                version.id() + " has lost its content"));
        return new PublishedSchema(version, content.document());
    }

    @Override
    public Optional<PublishedSchema> find(SchemaId id) {
        return threads.read(
                () ->
                        rows.findByNameAndVersion(id.name().value(), id.version())
                                .map(this::published));
    }

    @Override
    public Optional<SchemaId> findLatest(SchemaName name) {
        return threads.read(
                () ->
                        sql.sql(LATEST)
                                .param("name", name.value())
                                .query((row, _) -> id(row))
                                .optional());
    }

    @Override
    public Optional<SchemaId> findByContent(SchemaHash contentHash) {
        return threads.read(
                () ->
                        sql.sql(BY_CONTENT)
                                .param("hash", contentHash.hex())
                                .query((row, _) -> id(row))
                                .optional());
    }

    @Override
    public Optional<SchemaId> findByContent(SchemaName name, SchemaHash contentHash) {
        return threads.read(
                () ->
                        sql.sql(BY_NAME_AND_CONTENT)
                                .param("hash", contentHash.hex())
                                .param("name", name.value())
                                .query((row, _) -> id(row))
                                .optional());
    }

    @Override
    public SchemaPage list(@Nullable SchemaName name, @Nullable SchemaId after, int limit) {
        List<SchemaVersion> found = threads.read(() -> query(name, after, limit + 1));
        if (found.size() <= limit) {
            return new SchemaPage(found, Optional.empty());
        }
        List<SchemaVersion> page = found.subList(0, limit);
        return new SchemaPage(page, Optional.of(page.getLast().id()));
    }

    private List<SchemaVersion> query(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit) {
        if (name == null) {
            return sql.sql(PAGE)
                    .param("afterName", after == null ? "" : after.name().value())
                    .param("afterVersion", after == null ? 0 : after.version())
                    .param("limit", limit)
                    .query((row, _) -> version(row))
                    .list();
        }
        return sql.sql(PAGE_OF_NAME)
                .param("name", name.value())
                .param("afterVersion", after == null ? 0 : after.version())
                .param("limit", limit)
                .query((row, _) -> version(row))
                .list();
    }

    private static SchemaId id(ResultSet row) throws SQLException {
        return new SchemaId(new SchemaName(row.getString("name")), row.getInt("version"));
    }

    private static SchemaVersion version(ResultSet row) throws SQLException {
        return new SchemaVersion(
                id(row),
                new SchemaHash(row.getString("content_hash")),
                new SchemaHash(row.getString("wire_hash")),
                Instant.ofEpochMilli(row.getLong("published_at_millis")),
                row.getString("published_by"));
    }
}
