package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite says of a database itself: its pages, its indices, references between rows. */
public final class SqliteCheck {
    /** Faults that are listed. */
    public static final int FAULTS_MAX = 100;

    /** No database is shorter, sqlite.org/fileformat.html section 1.3.2. */
    private static final int PAGE_BYTES_MIN = 512;

    private SqliteCheck() {}

    /**
     * Refuses a log whose file is gone or empty: SQLite would delete it, and what was written since
     * the last checkpoint - all of a small database - with it. No crash leaves one so, as the first
     * page is on disk before a log is begun.
     *
     * @throws UnfitStoreException naming both
     */
    public static void requireFileOfLog(Path file) {
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        try {
            long bytes = Files.exists(log) ? Files.size(log) : 0;
            if (bytes > 0 && StoreTraces.isGone(file)) {
                throw new UnfitStoreException(
                        CommonError.STORE_MISSING,
                        file,
                        "is gone or empty, and its log %s holds %d bytes that would be lost"
                                .formatted(log.getFileName(), bytes),
                        "put the file back, or take the log away");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder cannot be read: " + log, e);
        }
    }

    /**
     * Refuses what cannot be written: SQLite would open it all the same, and the service would be
     * ready until its first write.
     *
     * @throws UnfitStoreException naming what cannot be written
     */
    static void requireWritable(Path file, Path folder) {
        for (String ending : List.of("", "-wal", "-shm")) {
            requireRight(file.resolveSibling(file.getFileName() + ending));
        }
        requireRight(folder);
    }

    private static void requireRight(Path needed) {
        if (FileSight.mayBeThere(needed) && !Files.isWritable(needed)) {
            throw new UnfitStoreException(
                    CommonError.STORE_UNFIT,
                    needed,
                    "cannot be written by user '%s', or is on a file system that is read-only"
                            .formatted(System.getProperty("user.name")),
                    "let that user write it; the database was left alone");
        }
    }

    /**
     * Refuses a folder, and a file that SQLite does not take for a database. A pool would go on
     * trying for a while before it says so. Files that are not there, or empty, pass.
     *
     * @throws UnfitStoreException STORE_UNFIT, naming it
     * @throws DataAccessResourceFailureException naming it, when it cannot be read for another
     *     reason
     */
    static void requireReadable(Path file) {
        if (StoreTraces.isGone(file)) {
            return;
        }
        FileSight.requireSeen(file);
        if (!Files.isRegularFile(file)) {
            throw new UnfitStoreException(
                    CommonError.STORE_UNFIT,
                    file,
                    "is a folder, or no file",
                    "put the database there, or restore a backup of it");
        }
        if (file.toFile().length() < PAGE_BYTES_MIN) {
            // SQLite would take it for an empty one and write over it.
            throw damaged(file, null);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM sqlite_master");
        } catch (SQLException e) {
            if (isDamage(e)) {
                throw damaged(file, e);
            }
            throw new DataAccessResourceFailureException("the file cannot be read: " + file, e);
        }
    }

    /** Whether a failure has to do with what is in a file. */
    static boolean isDamage(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof SQLiteException sqlite) {
                int primary = sqlite.getResultCode().code & 0xff;
                return primary == SQLiteErrorCode.SQLITE_CORRUPT.code
                        || primary == SQLiteErrorCode.SQLITE_NOTADB.code;
            }
        }
        return false;
    }

    /** How a database is refused that is none, or damaged. */
    static UnfitStoreException damaged(Object database, @Nullable Throwable cause) {
        UnfitStoreException refusal =
                new UnfitStoreException(
                        CommonError.STORE_UNFIT,
                        database,
                        "is damaged, or no SQLite database",
                        "restore a backup; it is left as it was found");
        refusal.initCause(cause);
        return refusal;
    }

    /**
     * The first faults of the whole file, in SQLite's words; none when it is sound. Reads all of
     * it.
     */
    public static List<String> faults(Connection connection) throws SQLException {
        List<String> faults = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows =
                    statement.executeQuery("PRAGMA integrity_check(" + FAULTS_MAX + ")")) {
                while (rows.next()) {
                    if (!rows.getString(1).equals("ok")) {
                        faults.add(rows.getString(1));
                    }
                }
            }
            try (ResultSet strays = statement.executeQuery("PRAGMA foreign_key_check")) {
                while (faults.size() < FAULTS_MAX && strays.next()) {
                    faults.add(
                            "a row of %s refers to none of %s"
                                    .formatted(strays.getString(1), strays.getString(3)));
                }
            }
        }
        return List.copyOf(faults);
    }
}
