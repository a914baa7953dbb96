package dev.terrane.schema.registry.store;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.CommitResult;
import dev.terrane.schema.registry.NewSchema;
import dev.terrane.schema.registry.Publication;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelStore;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.support.store.StoreThreads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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
    private static final String STATE =
            "SELECT compatibility, revision FROM schema_name WHERE name = :name";
    private static final String NUMBERS =
            "SELECT coalesce(max(version), 0) FROM schema_version WHERE name = :name";
    private static final String VERSIONS =
            """
            SELECT name, version, content_hash, wire_hash, published_at_millis, published_by,
                   retired_at_millis
            FROM schema_version
            WHERE name = :name AND retired_at_millis IS NULL
            ORDER BY version
            """;
    private static final String RESERVE =
            """
            UPDATE schema_retired_member SET removed_in_version = :version
            WHERE name = :name AND class_name = :className AND member_index = :index
              AND removed_in_version IS NULL
            """;
    private static final String LATEST =
            """
            SELECT name, max(version) AS version
            FROM schema_version
            WHERE name = :name AND retired_at_millis IS NULL
            GROUP BY name
            """;
    private static final String BY_CHANNEL =
            "SELECT name, version FROM schema_channel WHERE channel = :channel AND name = :name";
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
            SELECT name, version, content_hash, wire_hash, published_at_millis, published_by,
                   retired_at_millis
            FROM schema_version
            WHERE (name > :afterName OR (name = :afterName AND version > :afterVersion))
              AND (:retired = 1 OR retired_at_millis IS NULL)
            ORDER BY name, version
            LIMIT :limit
            """;
    private static final String PAGE_OF_NAME =
            """
            SELECT name, version, content_hash, wire_hash, published_at_millis, published_by,
                   retired_at_millis
            FROM schema_version
            WHERE name = :name AND version > :afterVersion
              AND (:retired = 1 OR retired_at_millis IS NULL)
            ORDER BY version
            LIMIT :limit
            """;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final SchemaVersionRepository rows;
    private final SchemaContents contents;
    private final SqlNames names;
    private final SqlReferenceStore references;
    private final SqlLifecycleStore lifecycle;
    private final ChannelStore channels;

    SqlSchemaStore(
            StoreThreads threads,
            JdbcClient sql,
            SchemaVersionRepository rows,
            SchemaContents contents,
            SqlNames names,
            SqlReferenceStore references,
            SqlLifecycleStore lifecycle,
            ChannelStore channels) {
        this.threads = threads;
        this.sql = sql;
        this.rows = rows;
        this.contents = contents;
        this.names = names;
        this.references = references;
        this.lifecycle = lifecycle;
        this.channels = channels;
    }

    /** Unwinds a commit whose ground has moved. */
    private static final class MovedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient SchemaName name;

        MovedException(SchemaName name) {
            super(name + " has moved", null, false, false);
            this.name = name;
        }
    }

    private record State(CompatibilityMode mode, long revision) {}

    @Override
    public SchemaSnapshot snapshot(SchemaName name) {
        return threads.read(
                () -> {
                    State state =
                            sql.sql(STATE)
                                    .param("name", name.value())
                                    .query(
                                            (row, _) ->
                                                    new State(
                                                            CompatibilityMode.valueOf(
                                                                    row.getString("compatibility")),
                                                            row.getLong("revision")))
                                    .optional()
                                    .orElse(new State(SchemaSnapshot.MODE_DEFAULT, 0));
                    return new SchemaSnapshot(
                            name,
                            state.mode(),
                            state.revision(),
                            lastNumber(name),
                            sql.sql(VERSIONS)
                                    .param("name", name.value())
                                    .query((row, _) -> Rows.version(row))
                                    .list(),
                            lifecycle.members(name),
                            references.all(name));
                });
    }

    private int lastNumber(SchemaName name) {
        return sql.sql(NUMBERS).param("name", name.value()).query(Integer.class).single();
    }

    @Override
    public CommitResult commit(List<Publication> publications) {
        try {
            return threads.write(() -> commitAll(publications));
        } catch (MovedException moved) {
            return new CommitResult.Moved(moved.name);
        } catch (DuplicateKeyException taken) {
            // Two processes began the same name at once; the database let one of them.
            return new CommitResult.Moved(publications.getFirst().name());
        }
    }

    private CommitResult commitAll(List<Publication> publications) {
        Map<SchemaName, PublishedSchema> stored = new HashMap<>();
        // In the order of names, so that two commits never wait for each other in a circle.
        List<Publication> sorted = new ArrayList<>(publications);
        sorted.sort(Comparator.comparing(publication -> publication.name().value()));
        for (Publication publication : sorted) {
            if (!names.advance(publication.name(), publication.revision())) {
                throw new MovedException(publication.name());
            }
            PublishedSchema schema = publication.schema().map(this::append).orElse(null);
            if (schema == null) {
                schema =
                        findLatest(publication.name())
                                .flatMap(this::find)
                                .orElseThrow(() -> new MovedException(publication.name()));
            }
            stored.put(publication.name(), schema);
            int version = schema.id().version();
            publication.reserved().forEach(key -> reserve(publication.name(), key, version));
            publication.move().ifPresent(move -> move(publication.name(), version, move));
        }
        return new CommitResult.Committed(
                publications.stream().map(each -> stored.get(each.name())).toList());
    }

    private PublishedSchema append(NewSchema schema) {
        contents.put(schema.content());
        int number = lastNumber(schema.name()) + 1;
        rows.save(SchemaVersionRow.of(schema, number));
        return schema.toPublished(number);
    }

    private void reserve(SchemaName name, MemberKey key, int version) {
        sql.sql(RESERVE)
                .param("version", version)
                .param("name", name.value())
                .param("className", key.className())
                .param("index", key.index())
                .update();
    }

    private void move(SchemaName name, int version, Publication.Move move) {
        channels.move(
                move.channel(),
                name,
                version,
                OptionalLong.empty(),
                new ChannelStore.Cause(move.reason(), move.at(), move.subject()));
    }

    @Override
    public Optional<PublishedSchema> find(SchemaId id) {
        return threads.read(
                () ->
                        rows.findByNameAndVersion(id.name().value(), id.version())
                                .map(this::published));
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
    public Optional<SchemaId> findLatest(SchemaName name) {
        return threads.read(
                () ->
                        sql.sql(LATEST)
                                .param("name", name.value())
                                .query((row, _) -> Rows.id(row))
                                .optional());
    }

    @Override
    public Optional<SchemaId> findChannel(SchemaName name, ChannelName channel) {
        return threads.read(
                () ->
                        sql.sql(BY_CHANNEL)
                                .param("channel", channel.value())
                                .param("name", name.value())
                                .query((row, _) -> Rows.id(row))
                                .optional());
    }

    @Override
    public Optional<SchemaId> findByContent(SchemaHash contentHash) {
        return threads.read(
                () ->
                        sql.sql(BY_CONTENT)
                                .param("hash", contentHash.hex())
                                .query((row, _) -> Rows.id(row))
                                .optional());
    }

    @Override
    public Optional<SchemaId> findByContent(SchemaName name, SchemaHash contentHash) {
        return threads.read(
                () ->
                        sql.sql(BY_NAME_AND_CONTENT)
                                .param("hash", contentHash.hex())
                                .param("name", name.value())
                                .query((row, _) -> Rows.id(row))
                                .optional());
    }

    @Override
    public SchemaPage list(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit, boolean retired) {
        List<SchemaVersion> found = threads.read(() -> query(name, after, limit + 1, retired));
        if (found.size() <= limit) {
            return new SchemaPage(found, Optional.empty());
        }
        List<SchemaVersion> page = found.subList(0, limit);
        return new SchemaPage(page, Optional.of(page.getLast().id()));
    }

    private List<SchemaVersion> query(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit, boolean retired) {
        JdbcClient.StatementSpec page =
                name == null
                        ? sql.sql(PAGE)
                                .param("afterName", after == null ? "" : after.name().value())
                        : sql.sql(PAGE_OF_NAME).param("name", name.value());
        return page.param("afterVersion", after == null ? 0 : after.version())
                .param("retired", retired ? 1 : 0)
                .param("limit", limit)
                .query((row, _) -> Rows.version(row))
                .list();
    }
}
