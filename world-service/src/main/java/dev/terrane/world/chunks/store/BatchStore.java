package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Locks and savepoints of a batch of edits; call inside a write of StoreThreads. */
@Repository
public final class BatchStore {
    private final JdbcTemplate jdbc;
    private final DatabaseKind kind;

    /** Makes a store over the service's database. */
    public BatchStore(JdbcTemplate jdbc, StoreThreads threads) {
        this.jdbc = jdbc;
        this.kind = threads.kind();
    }

    /**
     * Takes the locks a batch needs, in key order, so that batches of several instances cannot wait
     * for each other in a circle. Nothing to do on SQLite, which has one writer.
     */
    public void lock(Collection<ChunkKey> updated, Collection<ChunkKey> createdOrDeleted) {
        if (kind == DatabaseKind.SQLITE) {
            return;
        }
        for (String key : sorted(createdOrDeleted)) {
            jdbc.query("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", _ -> {}, key);
        }
        List<String> keys = sorted(updated);
        if (!keys.isEmpty()) {
            jdbc.query(
                    "SELECT key FROM chunks WHERE key IN ("
                            + ChunkStore.marks(keys.size())
                            + ") ORDER BY key FOR UPDATE",
                    _ -> {},
                    keys.toArray());
        }
    }

    /** Marks where the edit that follows began. One at a time. */
    public void setSavepoint() {
        run("SAVEPOINT edit");
    }

    /** Keeps what was written since the savepoint. */
    public void releaseSavepoint() {
        run("RELEASE SAVEPOINT edit");
    }

    /** Takes back what was written since the savepoint. */
    public void rollBackToSavepoint() {
        run("ROLLBACK TO SAVEPOINT edit");
        run("RELEASE SAVEPOINT edit");
    }

    /** Prepared, so that a connection that keeps statements parses it once. */
    private void run(String sql) {
        jdbc.update(sql, new Object[0]);
    }

    private static List<String> sorted(Collection<ChunkKey> keys) {
        TreeSet<String> sorted = new TreeSet<>();
        keys.forEach(key -> sorted.add(key.toString()));
        return List.copyOf(sorted);
    }
}
