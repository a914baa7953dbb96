package dev.terrane.schema.hints.store;

import dev.terrane.schema.hints.HintsStore;
import dev.terrane.schema.hints.StoredHints;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.support.store.StoreThreads;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Hints in SQLite or PostgreSQL; the last writer's are kept. */
@Component
final class SqlHintsStore implements HintsStore {
    private static final String FIND =
            """
            SELECT name, hints, hints_hash, updated_at_millis, updated_by
            FROM schema_hints WHERE name = :name
            """;

    private static final String SAVE =
            """
            INSERT INTO schema_hints (name, hints, hints_hash, updated_at_millis, updated_by)
            VALUES (:name, :hints, :hash, :at, :by)
            ON CONFLICT (name) DO UPDATE SET
                hints = excluded.hints,
                hints_hash = excluded.hints_hash,
                updated_at_millis = excluded.updated_at_millis,
                updated_by = excluded.updated_by
            WHERE schema_hints.hints_hash <> excluded.hints_hash
            """;

    private static final String DELETE = "DELETE FROM schema_hints WHERE name = :name";

    private final StoreThreads threads;
    private final JdbcClient sql;

    SqlHintsStore(StoreThreads threads, JdbcClient sql) {
        this.threads = threads;
        this.sql = sql;
    }

    @Override
    public Optional<StoredHints> find(SchemaName name) {
        return threads.read(() -> row(name));
    }

    @Override
    public StoredHints save(StoredHints hints) {
        return threads.write(
                () -> {
                    sql.sql(SAVE)
                            .param("name", hints.name().value())
                            .param("hints", hints.text())
                            .param("hash", hints.hash())
                            .param("at", hints.updatedAt().toEpochMilli())
                            .param("by", hints.updatedBy())
                            .update();
                    return row(hints.name()).orElseThrow();
                });
    }

    @Override
    public boolean delete(SchemaName name) {
        return threads.write(() -> sql.sql(DELETE).param("name", name.value()).update() == 1);
    }

    private Optional<StoredHints> row(SchemaName name) {
        return sql.sql(FIND)
                .param("name", name.value())
                .query((row, number) -> hints(row))
                .optional();
    }

    private static StoredHints hints(ResultSet row) throws SQLException {
        return new StoredHints(
                new SchemaName(row.getString("name")),
                row.getString("hints"),
                row.getString("hints_hash"),
                Instant.ofEpochMilli(row.getLong("updated_at_millis")),
                row.getString("updated_by"));
    }
}
