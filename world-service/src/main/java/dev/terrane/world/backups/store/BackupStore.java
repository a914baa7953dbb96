package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.Checksum;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Copies of an SQLite store; call inside a read of StoreThreads unless said otherwise. */
@Repository
public final class BackupStore {
    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public BackupStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** What a database holds; the digest is over all rows of all tables. */
    public record Contents(long chunks, long revisions, String digest) {}

    /** The database's file. */
    public Path file() {
        return Path.of(
                String.valueOf(
                        jdbc.queryForObject(
                                "SELECT file FROM pragma_database_list WHERE name = 'main'",
                                String.class)));
    }

    /** Copies the snapshot this read sees, page by page (SQLite's online backup). */
    public void copyTo(Path file) {
        if (file.toString().indexOf('\'') >= 0) {
            throw new IllegalArgumentException("a path without ' is needed: " + file);
        }
        jdbc.execute("backup to '" + file + "'");
    }

    /** What the snapshot this read sees holds. */
    public Contents contents() {
        return java.util.Objects.requireNonNull(
                jdbc.execute((Connection connection) -> contents(connection)));
    }

    /** What a backup holds, after its own integrity check; not inside a read. */
    public static Contents readBack(Path file) {
        try (Connection connection = BackupFiles.open(file);
                Statement statement = connection.createStatement()) {
            try (ResultSet check = statement.executeQuery("PRAGMA integrity_check")) {
                if (!check.next() || !check.getString(1).equals("ok")) {
                    throw new NonTransientDataAccessResourceException(
                            "the copy is damaged: " + file);
                }
            }
            return contents(connection);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the copy cannot be read: " + file, e);
        }
    }

    static Contents contents(Connection connection) throws SQLException {
        MessageDigest sha = Checksum.sha256();
        long chunks = 0;
        long revisions = 0;
        for (Tables.Table table : Tables.ALL) {
            if (!Tables.isThere(connection, table)) {
                continue; // Of a version before it: as if it were empty.
            }
            long count =
                    Tables.visit(
                            connection,
                            table,
                            Tables.columns(connection, table),
                            values -> Tables.digest(sha, values));
            if (table.name().equals("chunks")) {
                chunks = count;
            } else if (table.name().equals("revisions")) {
                revisions = count;
            }
        }
        return new Contents(chunks, revisions, Checksum.of(sha.digest()).hex());
    }
}
