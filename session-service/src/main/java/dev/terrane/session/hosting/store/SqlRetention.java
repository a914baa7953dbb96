package dev.terrane.session.hosting.store;

import dev.terrane.session.hosting.SessionStore;
import dev.terrane.support.store.StoreThreads;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Drops what is old enough, in slices of their own transactions, so that commits of sessions get
 * between them. Called by one thread.
 */
final class SqlRetention {
    private static final int SLICE_ROWS = 500;

    /** Slices of one kind in one pruning; the rest waits for the next. */
    private static final int SLICES_MAX = 200;

    private static final String DROP_ARCHIVED =
            """
            DELETE FROM journal WHERE (session_name, generation, number) IN (
                SELECT session_name, generation, number FROM journal
                WHERE archived = 1 AND committed_at < :before LIMIT :limit)
            """;
    private static final String DROP_RECEIPTS =
            """
            DELETE FROM receipts WHERE (session_name, generation, command_id) IN (
                SELECT session_name, generation, command_id FROM receipts
                WHERE committed_at < :before LIMIT :limit)
            """;
    private static final String FIND_ENDED =
            """
            SELECT session_name, generation FROM generations
            WHERE retired_at < :before ORDER BY retired_at LIMIT :limit
            """;

    /** A session may roll over faster than time passes. */
    private static final String FIND_SURPLUS =
            """
            SELECT ended.session_name, ended.generation FROM generations ended
            WHERE ended.retired_at IS NOT NULL AND ended.ordinal < (
                SELECT MAX(newest.ordinal) FROM generations newest
                WHERE newest.session_name = ended.session_name) - :kept
            ORDER BY ended.session_name, ended.ordinal LIMIT :limit
            """;

    private static final String UNPIN =
            """
            DELETE FROM pinned_chunks
            WHERE session_name = :name AND generation = :generation
            """;
    private static final String DROP_GENERATION =
            """
            DELETE FROM generations
            WHERE session_name = :name AND generation = :generation AND retired_at IS NOT NULL
            """;

    /** The name of a disposed session goes with the last of its generations. */
    private static final String DROP_SESSION =
            """
            DELETE FROM sessions WHERE name = :name AND state = 'disposed' AND NOT EXISTS (
                SELECT 1 FROM generations WHERE generations.session_name = sessions.name)
            """;

    /** Tables of a generation with the column that, with it, is their key. */
    private static final List<String> OF_GENERATION =
            List.of(
                    drop("journal", "number"),
                    drop("checkpoints", "revision"),
                    drop("facts", "revision"),
                    drop("receipts", "command_id"));

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final InstantSource clock;

    /** A life of a session that ended. */
    private record Ended(String name, String generation) {}

    SqlRetention(StoreThreads threads, JdbcClient sql, InstantSource clock) {
        this.threads = threads;
        this.sql = sql;
        this.clock = clock;
    }

    private static String drop(String table, String key) {
        return """
               DELETE FROM %1$s WHERE session_name = :name AND generation = :generation
                 AND %2$s IN (SELECT %2$s FROM %1$s
                     WHERE session_name = :name AND generation = :generation LIMIT :limit)
               """
                .formatted(table, key);
    }

    SessionStore.Pruned prune(SessionStore.Retention retention) {
        long now = clock.millis();
        long journalBefore = now - retention.journal().toMillis();
        long receiptsBefore = now - retention.receipts().toMillis();
        long rows = inSlices(SLICES_MAX, () -> slice(DROP_ARCHIVED, journalBefore));
        long receipts = inSlices(SLICES_MAX, () -> slice(DROP_RECEIPTS, receiptsBefore));
        Set<Ended> ended = new LinkedHashSet<>();
        ended.addAll(find(FIND_ENDED, "before", Math.min(journalBefore, receiptsBefore)));
        ended.addAll(find(FIND_SURPLUS, "kept", retention.generations()));
        ended.forEach(this::drop);
        long generations = ended.size();
        return new SessionStore.Pruned(rows, receipts, generations);
    }

    private int slice(String statement, long before) {
        return sql.sql(statement).param("before", before).param("limit", SLICE_ROWS).update();
    }

    private long inSlices(int slicesMax, IntSupplier slice) {
        long dropped = 0;
        for (int i = 0; i < slicesMax; i++) {
            int now = threads.write(slice::getAsInt);
            dropped += now;
            if (now < SLICE_ROWS) {
                break;
            }
        }
        return dropped;
    }

    private List<Ended> find(String statement, String parameter, long value) {
        return threads.read(
                () ->
                        sql.sql(statement)
                                .param(parameter, value)
                                .param("limit", SLICES_MAX)
                                .query(
                                        (row, number) ->
                                                new Ended(row.getString(1), row.getString(2)))
                                .list());
    }

    /** Drops everything of one ended life, its definition last. */
    private void drop(Ended life) {
        for (String statement : OF_GENERATION) {
            inSlices(
                    Integer.MAX_VALUE,
                    () ->
                            sql.sql(statement)
                                    .param("name", life.name())
                                    .param("generation", life.generation())
                                    .param("limit", SLICE_ROWS)
                                    .update());
        }
        threads.run(
                () -> {
                    for (String statement : List.of(UNPIN, DROP_GENERATION)) {
                        sql.sql(statement)
                                .param("name", life.name())
                                .param("generation", life.generation())
                                .update();
                    }
                    sql.sql(DROP_SESSION).param("name", life.name()).update();
                });
    }
}
