package dev.terrane.support.store;

import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/**
 * The migrations a database has run, in order. A database with the history of one that is up to
 * date is so too, and to know that takes one statement, where Flyway looks through the class path.
 */
public record StoreHistory(List<Migration> migrations) {
    /** Is equal to no database's. */
    public static final StoreHistory UNKNOWN = new StoreHistory(List.of());

    private static final String MIGRATIONS =
            """
            SELECT version, type, script, checksum, success FROM flyway_schema_history
            ORDER BY installed_rank
            """;
    private static final RowMapper<Migration> ROWS =
            (row, _) ->
                    new Migration(
                            String.valueOf(row.getString(1)),
                            row.getString(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getBoolean(5));

    public StoreHistory {
        migrations = List.copyOf(migrations);
    }

    /** One that was run. */
    public record Migration(
            String version, String type, String script, long checksum, boolean success) {}

    /** That of a database which is there, inside work of StoreThreads. */
    public static StoreHistory of(JdbcTemplate jdbc) {
        return new StoreHistory(jdbc.query(MIGRATIONS, ROWS));
    }

    /** Whether a database has run these and no others. */
    boolean isOf(JdbcTemplate jdbc) {
        if (migrations.isEmpty()) {
            return false;
        }
        try {
            return of(jdbc).equals(this);
        } catch (DataAccessException e) {
            return false; // A new one has none.
        }
    }
}
