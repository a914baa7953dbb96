package dev.terrane.support.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.sqlite.SQLiteConfig;

/**
 * Opens connections of one role to one SQLite file, with the pragmas every store relies on: WAL,
 * synchronous=FULL, foreign keys, a busy timeout, and query_only for readers.
 */
final class SqliteDataSource extends OwnDataSource {
    private static final String PREFIX = "jdbc:sqlite:";

    /**
     * Pages of the log after which a commit copies them into the file: 16 MiB, four times SQLite's
     * own. Pages that many commits changed, as those of indices are, are then copied once instead
     * of four times, and the file is synced a quarter as often; the log and what a start after a
     * crash reads stay small.
     */
    static final int LOG_PAGES = 4_000;

    private final String url;
    private final StoreRole role;
    private final Duration busyTimeout;
    private volatile boolean temporaryInMemory;

    SqliteDataSource(Path file, StoreRole role, Duration busyTimeout) {
        this.url = PREFIX + file;
        this.role = role;
        this.busyTimeout = busyTimeout;
    }

    /** The file of an SQLite url; memory databases and url parameters are refused. */
    static Path fileOf(String url) {
        String name = url.substring(PREFIX.length());
        if (name.isBlank() || name.startsWith(":") || name.startsWith("file:")) {
            throw new IllegalArgumentException(
                    "an SQLite store needs a file, its threads share it: " + url);
        }
        if (name.contains("?")) {
            throw new IllegalArgumentException(
                    "parameters are not allowed in an SQLite url, the store sets them: " + url);
        }
        return Path.of(name).toAbsolutePath().normalize();
    }

    /** The folder an SQLite url's file is in. */
    static Path folderOf(String url) {
        Path folder = fileOf(url).getParent();
        if (folder == null) {
            throw new IllegalArgumentException("not a file: " + url);
        }
        return folder;
    }

    /**
     * From the next connection on, a transaction with a savepoint keeps the old pages in memory;
     * SQLite would write them to a file beside the log, and again for every commit. They are as
     * many as the transaction changes, which the page cache holds anyway. Not for migrations:
     * indices are sorted there, too.
     */
    void keepTemporaryInMemory() {
        temporaryInMemory = true;
    }

    @Override
    public Connection getConnection() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        config.setBusyTimeout(Math.toIntExact(busyTimeout.toMillis()));
        if (temporaryInMemory) {
            config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        }
        if (role == StoreRole.WRITE) {
            config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, Integer.toString(LOG_PAGES));
        }
        Properties pragmas = config.toProperties();
        SqliteConnection connection =
                new SqliteConnection(url, url.substring(PREFIX.length()), pragmas, role);
        if (role == StoreRole.READ) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("pragma query_only = on");
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }
        return connection;
    }
}
