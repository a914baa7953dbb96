package dev.terrane.world.backups.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Copies an SQLite file of the service into an empty PostgreSQL database, all in the write it is
 * called in: whole, or not at all. What was written is read back, and counts and digests compared.
 */
@Repository
public final class BackendCopy {
    private static final int BATCH = 200;

    private final JdbcTemplate jdbc;

    /** Makes a copier into the service's database. */
    public BackendCopy(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Whether the service's database holds no world yet. */
    public boolean isEmpty() {
        Long worlds = jdbc.queryForObject("SELECT COUNT(*) FROM worlds", Long.class);
        return worlds != null && worlds == 0;
    }

    /** What a database that is not open elsewhere holds; not inside work of StoreThreads. */
    public static BackupStore.Contents contentsOf(Path file) {
        return BackupStore.readBack(file);
    }

    /** What the service's database holds, inside a read or a write. */
    public BackupStore.Contents contents() {
        return java.util.Objects.requireNonNull(
                jdbc.execute((Connection connection) -> BackupStore.contents(connection)));
    }

    /**
     * Copies every row, inside a write.
     *
     * @throws DataIntegrityViolationException when what arrived is not what was sent
     */
    public BackupStore.Contents copy(Path file) {
        try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            source.setAutoCommit(false);
            requireMovable(source);
            BackupStore.Contents sent = BackupStore.contents(source);
            jdbc.execute(
                    (Connection target) -> {
                        for (Tables.Table table : Tables.ALL) {
                            copy(source, target, table);
                        }
                        return sent;
                    });
            BackupStore.Contents arrived = contents();
            if (!arrived.equals(sent)) {
                throw new DataIntegrityViolationException(
                        "sent were " + sent + ", arrived are " + arrived);
            }
            return arrived;
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read: " + file, e);
        }
    }

    /** The schema is this version's, and nothing in it is for SQLite alone. */
    private void requireMovable(Connection source) throws SQLException {
        String version = "SELECT value FROM meta WHERE key = 'schema_version'";
        String own = String.valueOf(jdbc.queryForObject(version, String.class));
        String given = single(source, version);
        if (!given.equals(own)) {
            throw new DataIntegrityViolationException(
                    "the file is of schema version %s, this service's is %s: start world-service of"
                                    .formatted(given, own)
                            + " this version on it once");
        }
        String behind =
                single(
                        source,
                        "SELECT COALESCE(MIN(id), '') FROM worlds WHERE durability <> 'committed'");
        if (!behind.isEmpty()) {
            throw new DataIntegrityViolationException(
                    "world "
                            + behind
                            + " writes behind, which PostgreSQL does not offer: set its durability"
                            + " to committed first");
        }
        if (!single(source, "SELECT COUNT(*) FROM chunks WHERE dirty <> 0").equals("0")) {
            throw new DataIntegrityViolationException(
                    "the service did not stop cleanly: start it on the file once, and stop it");
        }
    }

    private static String single(Connection source, String sql) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    private static void copy(Connection source, Connection target, Tables.Table table)
            throws SQLException {
        List<String> columns = Tables.columns(source, table);
        try (PreparedStatement clear = target.prepareStatement("DELETE FROM " + table.name())) {
            // What the migrations put there themselves.
            clear.executeUpdate();
        }
        String sql =
                "INSERT INTO %s (%s) VALUES (%s)"
                        .formatted(
                                table.name(),
                                String.join(", ", columns),
                                String.join(", ", Collections.nCopies(columns.size(), "?")));
        try (PreparedStatement insert = target.prepareStatement(sql)) {
            int[] waiting = new int[1];
            Tables.visit(
                    source,
                    table,
                    columns,
                    values -> {
                        for (int i = 0; i < values.length; i++) {
                            insert.setObject(i + 1, values[i]);
                        }
                        insert.addBatch();
                        if (++waiting[0] == BATCH) {
                            insert.executeBatch();
                            waiting[0] = 0;
                        }
                    });
            insert.executeBatch();
        }
    }
}
