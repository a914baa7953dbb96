package dev.terrane.schema.registry.store;

import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import dev.terrane.schema.registry.references.ReferenceStore;
import dev.terrane.support.store.StoreThreads;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** References in SQLite or PostgreSQL. */
@Component
final class SqlReferenceStore implements ReferenceStore {
    private static final String RETIRED_AT =
            """
            SELECT coalesce(retired_at_millis, 0)
            FROM schema_version
            WHERE name = :name AND version = :version
            """;
    private static final String RENEW =
            """
            UPDATE schema_reference SET renewed_at_millis = :renewedAt
            WHERE kind = :kind AND holder = :holder AND name = :name AND version = :version
            """;
    private static final String COUNT = "SELECT count(*) FROM schema_reference WHERE name = :name";
    private static final String INSERT =
            """
            INSERT INTO schema_reference
                (kind, holder, name, version, held_at_millis, renewed_at_millis, held_by)
            VALUES (:kind, :holder, :name, :version, :heldAt, :renewedAt, :heldBy)
            """;
    private static final String DELETE =
            """
            DELETE FROM schema_reference
            WHERE kind = :kind AND holder = :holder AND name = :name AND version = :version
            """;
    private static final String ALL =
            """
            SELECT kind, holder, name, version, held_at_millis, renewed_at_millis, held_by
            FROM schema_reference
            WHERE name = :name
            ORDER BY version, kind, holder
            """;
    private static final String PAGE =
            """
            SELECT kind, holder, name, version, held_at_millis, renewed_at_millis, held_by
            FROM schema_reference
            WHERE name = :name
              AND (version > :version OR (version = :version
                AND (kind > :kind OR (kind = :kind AND holder > :holder))))
            ORDER BY version, kind, holder
            LIMIT :limit
            """;
    private static final String OF_VERSION =
            """
            SELECT kind, holder, name, version, held_at_millis, renewed_at_millis, held_by
            FROM schema_reference
            WHERE name = :name AND version = :version
            ORDER BY kind, holder
            LIMIT :limit
            """;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final SqlNames names;
    private final SqlRetiredMembers retired;

    SqlReferenceStore(
            StoreThreads threads, JdbcClient sql, SqlNames names, SqlRetiredMembers retired) {
        this.threads = threads;
        this.sql = sql;
        this.names = names;
        this.retired = retired;
    }

    @Override
    public HoldResult hold(Reference reference, int referencesMax) {
        return threads.write(
                () -> {
                    boolean isRenewed =
                            key(
                                                    sql.sql(RENEW),
                                                    reference.kind(),
                                                    reference.holder(),
                                                    reference.id())
                                            .param(
                                                    "renewedAt",
                                                    reference.renewedAt().toEpochMilli())
                                            .update()
                                    == 1;
                    return isRenewed
                            ? new HoldResult.Held(retired.list(reference.id().name()))
                            : begin(reference, referencesMax);
                });
    }

    private HoldResult begin(Reference reference, int referencesMax) {
        SchemaName name = reference.id().name();
        // Before the question whether the version is retired, so that nobody retires it meanwhile.
        names.advance(name);
        Optional<Long> retiredAt =
                sql.sql(RETIRED_AT)
                        .param("name", name.value())
                        .param("version", reference.id().version())
                        .query(Long.class)
                        .optional();
        if (retiredAt.isEmpty()) {
            return new HoldResult.Missing();
        }
        if (retiredAt.get() != 0) {
            return new HoldResult.Retired();
        }
        int count = sql.sql(COUNT).param("name", name.value()).query(Integer.class).single();
        if (count >= referencesMax) {
            return new HoldResult.TooMany(referencesMax);
        }
        key(sql.sql(INSERT), reference.kind(), reference.holder(), reference.id())
                .param("heldAt", reference.heldAt().toEpochMilli())
                .param("renewedAt", reference.renewedAt().toEpochMilli())
                .param("heldBy", reference.heldBy())
                .update();
        return new HoldResult.Held(retired.list(name));
    }

    @Override
    public boolean release(ReferenceKind kind, String holder, SchemaId id) {
        return threads.write(
                () -> {
                    boolean isGone = key(sql.sql(DELETE), kind, holder, id).update() == 1;
                    if (isGone) {
                        names.advance(id.name());
                    }
                    return isGone;
                });
    }

    @Override
    public boolean force(ReferenceKind kind, String holder, SchemaId id, AuditEntry entry) {
        return threads.write(
                () -> {
                    boolean isGone = release(kind, holder, id);
                    if (isGone) {
                        names.audit(entry);
                    }
                    return isGone;
                });
    }

    @Override
    public List<Reference> list(SchemaName schema, @Nullable Reference after, int limit) {
        return threads.read(
                () ->
                        sql.sql(PAGE)
                                .param("name", schema.value())
                                .param("version", after == null ? 0 : after.id().version())
                                .param("kind", after == null ? "" : after.kind().text())
                                .param("holder", after == null ? "" : after.holder())
                                .param("limit", limit)
                                .query((row, _) -> Rows.reference(row))
                                .list());
    }

    /** All of a schema. Inside a read. */
    List<Reference> all(SchemaName schema) {
        return sql.sql(ALL)
                .param("name", schema.value())
                .query((row, _) -> Rows.reference(row))
                .list();
    }

    /** Those of a version, up to a number. Inside a read or write. */
    List<Reference> ofVersion(SchemaId id, int limit) {
        return sql.sql(OF_VERSION)
                .param("name", id.name().value())
                .param("version", id.version())
                .param("limit", limit)
                .query((row, _) -> Rows.reference(row))
                .list();
    }

    private static JdbcClient.StatementSpec key(
            JdbcClient.StatementSpec statement, ReferenceKind kind, String holder, SchemaId id) {
        return statement
                .param("kind", kind.text())
                .param("holder", holder)
                .param("name", id.name().value())
                .param("version", id.version());
    }
}
