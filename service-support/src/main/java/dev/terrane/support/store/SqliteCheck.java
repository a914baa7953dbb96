package dev.terrane.support.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What SQLite says of a database itself: its pages, its indices, references between rows. */
public final class SqliteCheck {
    /** Faults that are listed. */
    public static final int FAULTS_MAX = 100;

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
            if (bytes > 0 && (!Files.exists(file) || Files.size(file) == 0)) {
                throw new UnfitStoreException(
                        "%s is gone or empty, and its log %s holds %d bytes that would be lost: put the file back, or take the log away"
                                .formatted(file, log.getFileName(), bytes));
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
    static void requireWritable(Path file) {
        for (String ending : List.of("", "-wal", "-shm")) {
            requireWritable(file, file.resolveSibling(file.getFileName() + ending));
        }
        requireWritable(file, file.toAbsolutePath().getParent());
    }

    private static void requireWritable(Path database, Path needed) {
        if (Files.exists(needed) && !Files.isWritable(needed)) {
            throw new UnfitStoreException(
                    "%s cannot be written by user '%s', or is on a file system that is read-only; the database %s was left alone: let that user write it"
                            .formatted(needed, System.getProperty("user.name"), database));
        }
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
