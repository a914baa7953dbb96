package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.SqliteCheck;
import dev.terrane.support.store.StoreMigrations;
import dev.terrane.support.store.UnfitStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.springframework.dao.DataAccessResourceFailureException;

/** SQLite files of the service that no process has open. */
public final class BackupFiles {
    /** Payloads that are named. */
    public static final int DAMAGED_MAX = 100;

    private static final List<String> LOGS = List.of("-wal", "-journal");

    private BackupFiles() {}

    /**
     * What a file is.
     *
     * @param schemaFaults why its schema is not one of this version's, or of an older one's
     * @param damaged payloads that do not verify, the first {@link #DAMAGED_MAX}
     */
    public record Checked(
            BackupStore.Contents contents,
            String schemaVersion,
            List<String> schemaFaults,
            List<String> damaged,
            long damagedCount) {
        public Checked {
            schemaFaults = List.copyOf(schemaFaults);
            damaged = List.copyOf(damaged);
        }
    }

    /**
     * Checks a file: its pages, its schema, its payloads.
     *
     * @throws DataAccessResourceFailureException when it is no sound SQLite database
     */
    public static Checked check(Path file) {
        requireSound(file);
        List<String> faults = schemaFaults(file);
        if (!faults.isEmpty()) {
            return new Checked(new BackupStore.Contents(0, 0, ""), "", faults, List.of(), 0);
        }
        String version = version(file);
        List<String> damaged = new ArrayList<>();
        long count = damaged(file, damaged);
        return new Checked(BackupStore.readBack(file), version, faults, damaged, count);
    }

    /**
     * Opens a file that is there. SQLite would make one that is not, and delete the log of one that
     * is gone or empty.
     *
     * @throws DataAccessResourceFailureException when it is not there
     */
    static Connection open(Path file) throws SQLException {
        if (!Files.isRegularFile(file)) {
            throw new DataAccessResourceFailureException(
                    FileSight.isHidden(file)
                            ? String.valueOf(FileSight.denied(file).getMessage())
                            : "there is no file " + file);
        }
        try {
            SqliteCheck.requireFileOfLog(file);
        } catch (UnfitStoreException e) {
            throw new DataAccessResourceFailureException(String.valueOf(e.getMessage()), e);
        }
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** Opens a file that is kept as it is: nothing is written to it, nor made beside it. */
    static Connection openKept(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file.toUri() + "?immutable=1");
    }

    private static void requireSound(Path file) {
        try (Connection connection = open(file)) {
            List<String> faults = SqliteCheck.faults(connection);
            if (!faults.isEmpty()) {
                throw new DataAccessResourceFailureException(faults.getFirst());
            }
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read", e);
        }
    }

    private static Flyway flyway(Path file) {
        return Flyway.configure()
                .dataSource("jdbc:sqlite:" + file, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .ignoreMigrationPatterns("*:pending")
                .load();
    }

    /** Brings a file up to this version's schema, or makes it. */
    static void migrate(Path file) {
        Flyway.configure()
                .dataSource("jdbc:sqlite:" + file, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .load()
                .migrate();
    }

    private static List<String> schemaFaults(Path file) {
        try (Connection connection = open(file);
                Statement statement = connection.createStatement();
                ResultSet known =
                        statement.executeQuery(
                                "SELECT COUNT(*) FROM sqlite_master"
                                        + " WHERE name = 'flyway_schema_history'")) {
            if (!known.next() || known.getInt(1) == 0) {
                return List.of("it is not a database of world-service");
            }
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read", e);
        }
        return StoreMigrations.faults(flyway(file), "world-service");
    }

    private static String version(Path file) {
        MigrationInfo current = flyway(file).info().current();
        return current == null ? "0" : String.valueOf(current.getVersion());
    }

    /** Payloads whose bytes are not what their row says, but for those that are set aside. */
    private static long damaged(Path file, List<String> named) {
        try (Connection connection = open(file)) {
            return damaged(
                            connection,
                            "SELECT key, revision, checksum, payload FROM chunks"
                                    + " WHERE state = 'ok' AND format_version = "
                                    + AgpcCodec.VERSION
                                    + " ORDER BY key",
                            named)
                    + damaged(
                            connection,
                            "SELECT chunk_key, revision, checksum, payload FROM revisions"
                                    + " WHERE payload IS NOT NULL AND substr(payload, 5, 2) = x'0100'"
                                    + " ORDER BY chunk_key, revision",
                            named);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read", e);
        }
    }

    private static long damaged(Connection connection, String sql, List<String> named)
            throws SQLException {
        long count = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                Bytes stored = Bytes.wrap(rows.getBytes(4));
                boolean good =
                        AgpcCodec.decodeHeader(stored)
                                        instanceof Decoded.Ok<AgpcCodec.Header>(var header)
                                && header.checksum().hex().equals(rows.getString(3))
                                && AgpcCodec.decode(
                                                stored,
                                                ChunkLimits.DEFAULT,
                                                AgpcCodec.Verify.CHECKSUM)
                                        instanceof Decoded.Ok<Chunk> _;
                if (!good) {
                    count++;
                    if (named.size() < DAMAGED_MAX) {
                        named.add(rows.getString(1) + "@" + rows.getLong(2));
                    }
                }
            }
        }
        return count;
    }

    /** Whether a world is in the file. */
    public static boolean holds(Path file, String world) {
        return first(file, "SELECT id FROM worlds WHERE id = ?", world).isPresent();
    }

    /** A world in the file that is another than this, if there is one. */
    public static Optional<String> stranger(Path file, String world) {
        return first(file, "SELECT id FROM worlds WHERE id <> ? ORDER BY id LIMIT 1", world);
    }

    private static Optional<String> first(Path file, String sql, String world) {
        try (Connection connection = open(file);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, world);
            try (ResultSet found = statement.executeQuery()) {
                return found.next() ? Optional.of(found.getString(1)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the file cannot be read", e);
        }
    }

    /** The write-ahead log of a database. */
    public static Path log(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }

    /** Logs of a database that hold something: of what is not in it yet, and of what to undo. */
    public static List<Path> logs(Path database) throws IOException {
        List<Path> logs = new ArrayList<>();
        for (String ending : LOGS) {
            Path log = database.resolveSibling(database.getFileName() + ending);
            if (Files.exists(log) && Files.size(log) > 0) {
                logs.add(log);
            }
        }
        return logs;
    }

    /** Whether a database has a log, be it an empty one. */
    public static boolean hasLog(Path database) {
        return LOGS.stream()
                .anyMatch(
                        end -> Files.exists(database.resolveSibling(database.getFileName() + end)));
    }

    /** Writes the log of a database into it; false when that cannot be done. */
    public static boolean foldLog(Path database) {
        try (Connection connection = open(database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            return result.next() && result.getInt(1) == 0;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Deletes the log of a database and what indexes it. */
    public static void deleteLog(Path database) throws IOException {
        Files.deleteIfExists(log(database));
        Files.deleteIfExists(database.resolveSibling(database.getFileName() + "-shm"));
        Files.deleteIfExists(database.resolveSibling(database.getFileName() + "-journal"));
    }

    /** Deletes a database with its log. */
    public static void delete(Path database) throws IOException {
        Files.deleteIfExists(database);
        deleteLog(database);
    }
}
