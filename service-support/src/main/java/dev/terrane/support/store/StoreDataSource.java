package dev.terrane.support.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.terrane.rpc.error.CommonError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * The database of one store: a pool for its writer and a pool for its readers, chosen by the
 * calling thread's role. Before {@link #start} (migrations, on the main thread) every caller gets a
 * writer's connection; afterwards a thread that belongs to no {@link StoreThreads} is refused.
 */
final class StoreDataSource extends AbstractDataSource implements AutoCloseable {
    /** How long a connection may take to be had from a server that does not refuse it. */
    static final long CONNECTION_TIMEOUT_MILLIS = 10_000;

    /** How long the pool waits in one go: for a refused connection as for one that takes long. */
    private static final long PG_WAIT_MILLIS = 500;

    /** After a refusal nobody asks the server again for this long. */
    private static final Duration PG_REFUSED = Duration.ofSeconds(1);

    private static final long PG_IDLE_MILLIS = 60_000;
    private final DatabaseKind kind;
    private final StoreProperties properties;
    private final @Nullable DataFolderLock lock;
    private final @Nullable PostgresDataSource postgres;
    private final HikariDataSource writer;
    private final HikariDataSource readers;
    private volatile boolean started;

    private StoreDataSource(
            String service,
            DatabaseKind kind,
            StoreProperties properties,
            @Nullable DataFolderLock lock) {
        this.kind = kind;
        this.properties = properties;
        this.lock = lock;
        this.postgres = kind == DatabaseKind.POSTGRESQL ? postgres(service, properties) : null;
        this.writer = pool(service, StoreRole.WRITE);
        this.readers = pool(service, StoreRole.READ);
    }

    /**
     * Opens a service's database: locks the data folder of an SQLite file and asserts the library's
     * version and the pragmas as they really are, which a file system without shared memory, say,
     * would not grant. A file that is gone although there was one is not made anew.
     *
     * @throws UnfitStoreException STORE_MISSING or STORE_UNFIT, naming the file
     */
    static StoreDataSource open(String service, StoreProperties properties) {
        String url = Objects.requireNonNull(properties.url(), "url");
        DatabaseKind kind = DatabaseKind.of(url);
        DataFolderLock lock =
                kind == DatabaseKind.SQLITE
                        ? DataFolderLock.acquire(SqliteDataSource.folderOf(url))
                        : null;
        StoreDataSource opened = null;
        try {
            if (kind == DatabaseKind.SQLITE) {
                requireFit(service, url);
            }
            opened = new StoreDataSource(service, kind, properties, lock);
            if (kind == DatabaseKind.SQLITE) {
                opened.requirePragmas();
            }
            return opened;
        } catch (RuntimeException e) {
            if (opened != null) {
                opened.close();
            } else if (lock != null) {
                lock.close();
            }
            throw e;
        }
    }

    private static void requireFit(String service, String url) {
        Path file = SqliteDataSource.fileOf(url);
        if (Files.isSymbolicLink(file)) {
            throw new UnfitStoreException(
                    CommonError.STORE_UNFIT,
                    file,
                    "is a symbolic link",
                    "its folder may be one, but not the file, as SQLite keeps the log where the"
                            + " link leads to");
        }
        StoreTraces.requireKept(service, file);
        SqliteCheck.requireWritable(file, SqliteDataSource.folderOf(url));
        SqliteCheck.requireReadable(file);
    }

    DatabaseKind kind() {
        return kind;
    }

    StoreProperties properties() {
        return properties;
    }

    /** The database as messages name it: its file, or its URL without what comes after a "?". */
    String name() {
        String url = Objects.requireNonNull(properties.url(), "url");
        return kind == DatabaseKind.SQLITE
                ? SqliteDataSource.fileOf(url).toString()
                : url.replaceFirst("\\?.*", "");
    }

    /** From now on, after the migrations, only store threads get connections. */
    void start() {
        started = true;
        if (kind == DatabaseKind.SQLITE) {
            StoreTraces.noteMade(
                    SqliteDataSource.fileOf(Objects.requireNonNull(properties.url(), "url")));
        }
        if (writer.getDataSource() instanceof SqliteDataSource sqlite) {
            sqlite.keepTemporaryInMemory();
            // The migrations' connection is the writer's next one.
            new JdbcTemplate(writer).execute("pragma temp_store = memory");
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        StoreRole role = StoreRole.find(this);
        if (role == null && started) {
            throw new IllegalStateException(
                    "database access outside StoreThreads, on thread "
                            + Thread.currentThread().getName()
                            + ": put it into StoreThreads.read or write");
        }
        HikariDataSource pool = role == StoreRole.READ ? readers : writer;
        return postgres == null ? pool.getConnection() : connect(pool, postgres);
    }

    /**
     * A connection of a pool. While the server cannot be reached, calls fail at once but for one a
     * second, or those that wait would be told one after the other, each after the pool's whole
     * time. Before the start there is time for a server that starts, too.
     */
    private Connection connect(HikariDataSource pool, PostgresDataSource server)
            throws SQLException {
        long begin = System.nanoTime();
        while (true) {
            SQLException refused = server.failureWithin(PG_REFUSED);
            if (started
                    && refused != null
                    && pool.getHikariPoolMXBean().getIdleConnections() == 0) {
                throw new PostgresDataSource.UnreachableException(refused);
            }
            try {
                return pool.getConnection();
            } catch (SQLTransientConnectionException e) {
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
                if (millis >= CONNECTION_TIMEOUT_MILLIS || (started && server.isFailing())) {
                    throw e;
                }
            }
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public void close() {
        // Readers first: the last connection of an SQLite file to close checkpoints its WAL, and
        // only the writer's may.
        readers.close();
        writer.close();
        if (lock != null) {
            lock.close();
        }
    }

    private void requirePragmas() {
        JdbcTemplate sql = new JdbcTemplate(writer);
        sql.setExceptionTranslator(new SqliteExceptionTranslator());
        SqliteVersion.parse(ask(sql, "select sqlite_version()")).requireSupported();
        requirePragma(sql, "journal_mode", "wal");
        requirePragma(sql, "synchronous", "2");
        requirePragma(sql, "foreign_keys", "1");
    }

    private static void requirePragma(JdbcTemplate sql, String name, String expected) {
        String actual = ask(sql, "pragma " + name);
        if (!expected.equals(actual)) {
            throw new IllegalStateException(
                    "SQLite did not take pragma "
                            + name
                            + " = "
                            + expected
                            + " but has "
                            + actual
                            + "; the data folder must be on a local file system");
        }
    }

    private static String ask(JdbcTemplate sql, String query) {
        return String.valueOf(sql.queryForObject(query, String.class));
    }

    private HikariDataSource pool(String service, StoreRole role) {
        boolean write = role == StoreRole.WRITE;
        HikariConfig config = new HikariConfig();
        config.setPoolName(service + (write ? "-writer" : "-readers"));
        // Connections are made when first asked for: a data folder is touched only once locked.
        config.setInitializationFailTimeout(-1);
        config.setMinimumIdle(0);
        config.setMaxLifetime(0);
        if (postgres == null) {
            config.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
            config.setIdleTimeout(0);
            config.setDataSource(
                    new SqliteDataSource(
                            SqliteDataSource.fileOf(Objects.requireNonNull(properties.url())),
                            role,
                            properties.busyTimeout()));
            config.setMaximumPoolSize(write ? 1 : properties.readers());
        } else {
            config.setConnectionTimeout(PG_WAIT_MILLIS);
            config.setIdleTimeout(PG_IDLE_MILLIS);
            config.setDataSource(postgres);
            config.setConnectionInitSql(
                    "set lock_timeout = " + properties.busyTimeout().toMillis());
            // Flyway holds its lock on one connection and migrates on others.
            config.setMaximumPoolSize(write ? 3 : properties.readers());
        }
        return new HikariDataSource(config);
    }

    private static PostgresDataSource postgres(String service, StoreProperties properties) {
        return new PostgresDataSource(
                Objects.requireNonNull(properties.url()),
                properties.user(),
                password(properties),
                service);
    }

    private static @Nullable String password(StoreProperties properties) {
        if (properties.passwordFile() == null) {
            return properties.password();
        }
        try {
            return Files.readString(properties.passwordFile()).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the password file cannot be read: " + properties.passwordFile(), e);
        }
    }
}
