package dev.terrane.world.chunks.store;

import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.SqliteCheck;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What the database says of itself; call inside work of StoreThreads. */
@Repository
public final class MetaStore {
    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public MetaStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** The value of a key. */
    public Optional<String> find(String key) {
        return jdbc
                .query("SELECT value FROM meta WHERE key = ?", (row, _) -> row.getString(1), key)
                .stream()
                .findFirst();
    }

    /** What is wrong with the database's own pages and indices; nothing where it does not tell. */
    public List<String> listDatabaseFaults(DatabaseKind kind) {
        if (kind != DatabaseKind.SQLITE) {
            return List.of();
        }
        List<String> faults = jdbc.execute((ConnectionCallback<List<String>>) SqliteCheck::faults);
        return faults == null ? List.of() : faults;
    }

    /** Forgets a key. */
    public void remove(String key) {
        jdbc.update("DELETE FROM meta WHERE key = ?", key);
    }
}
