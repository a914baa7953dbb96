package dev.terrane.world.files.store;

import dev.terrane.support.store.StoreHistory;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.ServiceWide;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What the shared database has run, which is all of this version since it was opened. */
@ServiceWide
@Repository
public final class SharedHistory {
    private final StoreThreads threads;
    private final JdbcTemplate jdbc;

    /** Makes a reader of the service's database. */
    public SharedHistory(StoreThreads threads, JdbcTemplate jdbc) {
        this.threads = threads;
        this.jdbc = jdbc;
    }

    /** Its migrations. */
    public StoreHistory get() {
        return threads.read(() -> StoreHistory.of(jdbc));
    }
}
