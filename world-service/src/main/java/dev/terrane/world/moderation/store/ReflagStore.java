package dev.terrane.world.moderation.store;

import dev.terrane.world.moderation.ReflagJob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Reflag jobs in the database; call inside work of StoreThreads. */
@Repository
public final class ReflagStore {
    private static final String COLUMNS =
            "SELECT id, state, argument, cursor, done, total, actor, created_at FROM jobs ";
    private static final String INSERT =
            """
            INSERT INTO jobs (id, kind, state, argument, total, actor, created_at, updated_at)
            VALUES (?, 'reflag', 'running', ?, ?, ?, ?, ?)
            """;
    private static final String ADVANCE =
            """
            UPDATE jobs SET cursor = ?, done = done + ?, updated_at = ?
            WHERE id = ? AND cursor = ? AND state = 'running'
            """;
    private static final String FINISH =
            "UPDATE jobs SET state = 'done', updated_at = ? WHERE id = ?";
    private static final String DROP_OLD =
            "DELETE FROM jobs WHERE state = 'done' AND updated_at < ?";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public ReflagStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** The job with this id. */
    public Optional<ReflagJob> find(String id) {
        return jdbc
                .query(COLUMNS + "WHERE id = ? AND kind = 'reflag'", ReflagStore::job, id)
                .stream()
                .findFirst();
    }

    /** The oldest job that is not done. */
    public Optional<ReflagJob> findNext() {
        return jdbc
                .query(
                        COLUMNS
                                + "WHERE state = 'running' AND kind = 'reflag'"
                                + " ORDER BY created_at, id LIMIT 1",
                        ReflagStore::job)
                .stream()
                .findFirst();
    }

    /** Begins a job. */
    public void insert(ReflagJob job) {
        jdbc.update(
                INSERT,
                job.id(),
                job.assetId() + "\n" + job.requestHash(),
                job.total(),
                job.actor(),
                job.createdAt().toEpochMilli(),
                job.createdAt().toEpochMilli());
    }

    /** Notes a slice; another instance that did the same one makes no difference. */
    public void advance(ReflagJob job, String cursor, int done, Instant now) {
        jdbc.update(ADVANCE, cursor, done, now.toEpochMilli(), job.id(), job.cursor());
    }

    /** Ends a job. */
    public void finish(String id, Instant now) {
        jdbc.update(FINISH, now.toEpochMilli(), id);
    }

    /** Forgets jobs that ended before a time. */
    public void dropDone(Instant before) {
        jdbc.update(DROP_OLD, before.toEpochMilli());
    }

    private static ReflagJob job(ResultSet row, int number) throws SQLException {
        List<String> argument = List.of(row.getString(3).split("\n", -1));
        return new ReflagJob(
                row.getString(1),
                argument.get(0),
                argument.get(1),
                ReflagJob.State.valueOf(row.getString(2).toUpperCase(Locale.ROOT)),
                row.getString(4),
                row.getLong(5),
                row.getLong(6),
                0,
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)));
    }
}
