package dev.terrane.world.moderation.store;

import dev.terrane.world.ServiceWide;
import dev.terrane.world.moderation.ReflagJob;
import dev.terrane.world.moderation.Spread;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Changes of flags on their way to worlds' own files, in the shared database; call inside work of
 * StoreThreads. Their ids are those of their reflag jobs after a prefix no job's id can have.
 */
@ServiceWide
@Repository
public final class SpreadStore {
    private static final String PREFIX = "spread:";
    private static final String COLUMNS =
            "SELECT id, argument, state, done, total, created_at FROM jobs ";
    private static final String INSERT =
            """
            INSERT INTO jobs (id, kind, state, argument, total, actor, created_at, updated_at)
            VALUES (?, 'spread', 'running', ?, 0, ?, ?, ?)
            """;
    private static final String FINISH =
            """
            UPDATE jobs SET state = 'done', done = ?, total = ?, updated_at = ?
            WHERE id = ? AND state = 'running'
            """;

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public SpreadStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Begins one, for the job that was made with it. */
    public void insert(ReflagJob job) {
        jdbc.update(
                INSERT,
                PREFIX + job.id(),
                job.assetId(),
                job.actor(),
                job.createdAt().toEpochMilli(),
                job.createdAt().toEpochMilli());
    }

    /** That of a job. */
    public Optional<Spread> find(String jobId) {
        return jdbc.query(COLUMNS + "WHERE id = ?", SpreadStore::spread, PREFIX + jobId).stream()
                .findFirst();
    }

    /** Those that are not done, the oldest first. */
    public List<Spread> listRunning() {
        return jdbc.query(
                COLUMNS + "WHERE state = 'running' AND kind = 'spread' ORDER BY created_at, id",
                SpreadStore::spread);
    }

    /** Ends one, with the chunks of all files. */
    public void finish(String jobId, long done, long total, Instant now) {
        jdbc.update(FINISH, done, total, now.toEpochMilli(), PREFIX + jobId);
    }

    private static Spread spread(ResultSet row, int number) throws SQLException {
        return new Spread(
                row.getString(1).substring(PREFIX.length()),
                row.getString(2),
                row.getString(3).equals("done"),
                row.getLong(4),
                row.getLong(5),
                Instant.ofEpochMilli(row.getLong(6)));
    }
}
