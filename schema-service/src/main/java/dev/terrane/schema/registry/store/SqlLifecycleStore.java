package dev.terrane.schema.registry.store;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.lifecycle.LifecycleStore;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.support.store.StoreThreads;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Endings in SQLite or PostgreSQL. */
@Component
final class SqlLifecycleStore implements LifecycleStore {
    private static final String VERSION =
            "SELECT coalesce(retired_at_millis, 0) FROM schema_version"
                    + " WHERE name = :name AND version = :version";
    private static final String RETIRE =
            """
            UPDATE schema_version SET retired_at_millis = :at, retired_by = :by
            WHERE name = :name AND version = :version
            """;
    private static final String RESTORE =
            """
            UPDATE schema_version SET retired_at_millis = NULL, retired_by = NULL
            WHERE name = :name AND version = :version
            """;
    private static final String CHANNELS =
            """
            SELECT channel FROM schema_channel
            WHERE name = :name AND version = :version
            ORDER BY channel
            """;
    private static final String MODE = "SELECT compatibility FROM schema_name WHERE name = :name";
    private static final String SET_MODE =
            "UPDATE schema_name SET compatibility = :mode WHERE name = :name";
    private static final String AUDIT =
            """
            SELECT position, name, action, target, reason, at_millis, subject
            FROM schema_audit
            WHERE name = :name AND position > :after
            ORDER BY position
            LIMIT :limit
            """;

    /** Holders a refusal names. */
    private static final int HOLDERS_TOLD = 100;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final SqlNames names;
    private final SqlRetiredMembers retired;
    private final SqlReferenceStore references;

    SqlLifecycleStore(
            StoreThreads threads,
            JdbcClient sql,
            SqlNames names,
            SqlRetiredMembers retired,
            SqlReferenceStore references) {
        this.threads = threads;
        this.sql = sql;
        this.names = names;
        this.retired = retired;
        this.references = references;
    }

    @Override
    public List<RetiredMember> members(SchemaName schema) {
        return threads.read(() -> retired.list(schema));
    }

    @Override
    public MemberResult retire(
            SchemaName schema, RetiredMember member, long revision, AuditEntry entry) {
        return threads.write(
                () -> {
                    Optional<RetiredMember> known = retired.find(schema, member.key());
                    if (known.isPresent()) {
                        return known.get().isReserved()
                                ? MemberResult.RESERVED
                                : MemberResult.UNCHANGED;
                    }
                    if (!names.advance(schema, revision)) {
                        return MemberResult.MOVED;
                    }
                    retired.insert(schema, member);
                    names.audit(entry);
                    return MemberResult.DONE;
                });
    }

    @Override
    public MemberResult restore(SchemaName schema, MemberKey key, AuditEntry entry) {
        return threads.write(
                () -> {
                    names.advance(schema);
                    Optional<RetiredMember> known = retired.find(schema, key);
                    if (known.isEmpty()) {
                        return MemberResult.UNCHANGED;
                    }
                    if (known.get().isReserved()) {
                        return MemberResult.RESERVED;
                    }
                    retired.delete(schema, key);
                    names.audit(entry);
                    return MemberResult.DONE;
                });
    }

    @Override
    public VersionResult retire(SchemaId id, AuditEntry entry) {
        return threads.write(
                () -> {
                    Optional<Boolean> isRetired = isRetired(id);
                    if (isRetired.isEmpty()) {
                        return new VersionResult.Missing();
                    }
                    if (isRetired.get()) {
                        return new VersionResult.Unchanged();
                    }
                    // From here on nobody takes hold of it or points a channel to it.
                    names.advance(id.name());
                    List<ChannelName> channels =
                            key(sql.sql(CHANNELS), id)
                                    .query((row, _) -> new ChannelName(row.getString("channel")))
                                    .list();
                    List<Reference> holders = references.ofVersion(id, HOLDERS_TOLD);
                    if (!channels.isEmpty() || !holders.isEmpty()) {
                        return new VersionResult.InUse(channels, holders);
                    }
                    key(sql.sql(RETIRE), id)
                            .param("at", entry.at().toEpochMilli())
                            .param("by", entry.subject())
                            .update();
                    names.audit(entry);
                    return new VersionResult.Done();
                });
    }

    @Override
    public VersionResult restore(SchemaId id, AuditEntry entry) {
        return threads.write(
                () -> {
                    Optional<Boolean> isRetired = isRetired(id);
                    if (isRetired.isEmpty()) {
                        return new VersionResult.Missing();
                    }
                    if (!isRetired.get()) {
                        return new VersionResult.Unchanged();
                    }
                    names.advance(id.name());
                    key(sql.sql(RESTORE), id).update();
                    names.audit(entry);
                    return new VersionResult.Done();
                });
    }

    private Optional<Boolean> isRetired(SchemaId id) {
        return key(sql.sql(VERSION), id).query(Long.class).optional().map(at -> at != 0);
    }

    @Override
    public CompatibilityMode compatibility(SchemaName schema) {
        return threads.read(() -> mode(schema));
    }

    private CompatibilityMode mode(SchemaName schema) {
        return sql.sql(MODE)
                .param("name", schema.value())
                .query((row, _) -> CompatibilityMode.valueOf(row.getString("compatibility")))
                .optional()
                .orElse(SchemaSnapshot.MODE_DEFAULT);
    }

    @Override
    public void setCompatibility(SchemaName schema, CompatibilityMode mode, AuditEntry entry) {
        threads.run(
                () -> {
                    if (mode(schema) == mode) {
                        return;
                    }
                    names.advance(schema);
                    sql.sql(SET_MODE)
                            .param("name", schema.value())
                            .param("mode", mode.name())
                            .update();
                    names.audit(entry);
                });
    }

    @Override
    public List<AuditEntry> audit(SchemaName schema, long after, int limit) {
        return threads.read(
                () ->
                        sql.sql(AUDIT)
                                .param("name", schema.value())
                                .param("after", after)
                                .param("limit", limit)
                                .query((row, _) -> Rows.audit(row))
                                .list());
    }

    private static JdbcClient.StatementSpec key(JdbcClient.StatementSpec statement, SchemaId id) {
        return statement.param("name", id.name().value()).param("version", id.version());
    }
}
