package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.terrane.testing.Await;
import dev.terrane.testing.Processes;
import dev.terrane.testing.SqliteHolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.sqlite.SQLiteConnection;

/** What holds on SQLite only: locks of other processes, pragmas, failures of the disk. */
class SqliteStoreTest {
    private static final Executor VIRTUAL = task -> Thread.ofVirtual().start(task);
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    @TempDir Path folder;
    private Path file;
    private StoreFixture store;

    @BeforeEach
    void open() {
        file = folder.resolve("probe.db");
        store = StoreFixture.open("probe", properties(Duration.ofSeconds(2)));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private StoreProperties properties(Duration busyTimeout) {
        return new StoreProperties(
                "jdbc:sqlite:" + file,
                null,
                null,
                null,
                2,
                1000,
                1000,
                busyTimeout,
                Duration.ofSeconds(10));
    }

    private void insert(int id) {
        store.template().update("INSERT INTO probe (id, name) VALUES (?, ?)", id, "n" + id);
    }

    private long count() {
        return store.client().sql("SELECT count(*) FROM probe").query(Long.class).single();
    }

    @Test
    void aLogWhoseFileIsGoneOrEmptyIsNotThrownAway() throws Exception {
        store.threads()
                .write(
                        () -> {
                            insert(1);
                            return true;
                        });
        Path log = folder.resolve("probe.db-wal");
        byte[] bytes = Files.readAllBytes(log);
        assertThat(bytes).as("what a kill leaves").isNotEmpty();
        store.close();
        byte[] whole = Files.readAllBytes(file);
        for (boolean empty : new boolean[] {false, true}) {
            Files.delete(file);
            if (empty) {
                Files.createFile(file);
            }
            Files.write(log, bytes);
            assertThatThrownBy(this::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("probe.db is gone or empty", "probe.db-wal");
            assertThat(log).hasBinaryContent(bytes);
            Files.delete(log);
            Files.write(file, whole);
            open();
            assertThat(store.threads().read(this::count)).isEqualTo(1);
            store.close();
        }
    }

    @Test
    void writerBlockedByAnotherProcessBlocksNeitherReadsNorVirtualThreads() {
        store.close();
        store = StoreFixture.open("probe", properties(Duration.ofMinutes(1)));
        try (Processes.Child other = SqliteHolder.hold(file)) {
            List<CompletableFuture<Throwable>> writes =
                    IntStream.range(0, 4)
                            .mapToObj(
                                    id ->
                                            CompletableFuture.supplyAsync(
                                                    () ->
                                                            catchThrowable(
                                                                    () ->
                                                                            store.threads()
                                                                                    .run(
                                                                                            () ->
                                                                                                    insert(
                                                                                                            id))),
                                                    VIRTUAL))
                            .toList();
            Await.until(DEADLINE, "writes wait", () -> store.threads().load().queuedWrites() == 3);
            long served =
                    IntStream.range(0, 200)
                            .mapToObj(
                                    i ->
                                            CompletableFuture.supplyAsync(
                                                    () -> store.threads().read(this::count),
                                                    VIRTUAL))
                            .toList()
                            .stream()
                            .filter(read -> read.join() == 0)
                            .count();
            assertThat(served).isEqualTo(200);
            assertThat(writes)
                    .describedAs("every write still waits after 200 reads were served")
                    .allMatch(write -> !write.isDone());
            other.kill();
            assertThat(writes).extracting(CompletableFuture::join).containsOnlyNulls();
        }
        assertThat(store.threads().read(this::count)).isEqualTo(4);
    }

    @Test
    void writerGivesUpAfterItsBusyTimeoutAndGoesOn() {
        try (Processes.Child other = SqliteHolder.hold(file)) {
            assertThatThrownBy(() -> store.threads().run(() -> insert(1)))
                    .isInstanceOf(CannotAcquireLockException.class);
            assertThat(store.threads().lastWrite().cause())
                    .isInstanceOf(CannotAcquireLockException.class);
            other.kill();
        }
        store.threads().run(() -> insert(9));
        assertThat(store.threads().lastWrite().cause()).isNull();
    }

    @Test
    void commitDoesNotTakeTheWriteLockAgain() throws SQLException {
        var one = new SqliteDataSource(file, StoreRole.WRITE, Duration.ofMillis(1));
        try (Connection first = one.getConnection();
                Connection second = one.getConnection();
                Statement statement = first.createStatement()) {
            first.setAutoCommit(false);
            statement.execute("INSERT INTO probe (id, name) VALUES (1, 'a')");
            first.commit();
            second.setAutoCommit(false);
            second.rollback();
            first.setAutoCommit(true);
        }
        assertThat(store.threads().read(this::count)).isEqualTo(1);
    }

    @Test
    void fullDatabaseReportsItsCauseAndTheWriterGoesOn() {
        JdbcTemplate sql = store.template();
        Throwable failure =
                catchThrowable(
                        () ->
                                store.threads()
                                        .run(
                                                () -> {
                                                    sql.queryForObject(
                                                            "pragma max_page_count = 1",
                                                            Integer.class);
                                                    sql.update(
                                                            "INSERT INTO probe (id, name)"
                                                                    + " VALUES (1, hex(zeroblob(9000)))");
                                                }));
        assertThat(failure)
                .isInstanceOf(DataAccessResourceFailureException.class)
                .hasMessageContaining("SQLITE_FULL");
        assertThat(store.threads().lastWrite().cause()).isSameAs(failure);
        store.threads()
                .run(() -> sql.queryForObject("pragma max_page_count = 100000", Integer.class));
        store.threads().run(() -> insert(1));
        assertThat(store.threads().read(this::count)).isEqualTo(1);
    }

    @Test
    void causeSurvivesARollbackThatSqliteHasDoneItself() {
        var cause = new IllegalStateException("the real cause");
        assertThatThrownBy(
                        () ->
                                store.threads()
                                        .run(
                                                () -> {
                                                    store.template().execute("ROLLBACK");
                                                    throw cause;
                                                }))
                .isSameAs(cause)
                .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
        store.threads().run(() -> insert(1));
    }

    @Test
    void causeSurvivesARollbackThatFailsAndTheConnectionIsReplaced() {
        var cause = new IllegalStateException("the real cause");
        assertThatThrownBy(
                        () ->
                                store.threads()
                                        .run(
                                                () -> {
                                                    breakConnection();
                                                    throw cause;
                                                }))
                .isSameAs(cause)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        store.threads().run(() -> insert(1));
        assertThat(store.threads().read(this::count)).isEqualTo(1);
    }

    private void breakConnection() {
        store.template()
                .execute(
                        (java.sql.Connection connection) -> {
                            connection.unwrap(SQLiteConnection.class).getDatabase().close();
                            return null;
                        });
    }

    @Test
    void pragmasHoldOnBothKindsOfConnection() {
        assertThat(store.threads().write(() -> pragma("synchronous"))).isEqualTo("2");
        assertThat(store.threads().write(() -> pragma("journal_mode"))).isEqualTo("wal");
        assertThat(store.threads().write(() -> pragma("query_only"))).isEqualTo("0");
        assertThat(store.threads().write(() -> pragma("temp_store")))
                .as("savepoints write no file")
                .isEqualTo("2");
        assertThat(store.threads().write(() -> pragma("wal_autocheckpoint"))).isEqualTo("4000");
        assertThat(store.threads().write(() -> pragma("busy_timeout"))).isEqualTo("2000");
        assertThat(store.threads().read(() -> pragma("foreign_keys"))).isEqualTo("1");
        assertThat(store.threads().read(() -> pragma("query_only"))).isEqualTo("1");
    }

    private String pragma(String name) {
        return store.template().queryForObject("pragma " + name, String.class);
    }

    @Test
    void readinessFollowsTheLastWriteAndRecoversByItself() {
        var health = new StoreHealthIndicator(store.threads(), store.template());
        assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
        try (Processes.Child other = SqliteHolder.hold(file)) {
            assertThatThrownBy(() -> store.threads().run(() -> insert(1)))
                    .isInstanceOf(CannotAcquireLockException.class);
            assertThat(health.health().getStatus().getCode()).isEqualTo("DOWN");
            other.kill();
        }
        Await.until(
                DEADLINE, "ready again", () -> health.health().getStatus().getCode().equals("UP"));
    }

    @Test
    void memoryDatabasesAndUrlParametersAreRefused() {
        assertThatThrownBy(() -> StoreFixture.open("probe", "jdbc:sqlite::memory:"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a file");
        assertThatThrownBy(() -> StoreFixture.open("probe", "jdbc:sqlite:x.db?journal_mode=DELETE"))
                .hasMessageContaining("parameters are not allowed");
        assertThatThrownBy(() -> DatabaseKind.of("jdbc:h2:mem:x"))
                .hasMessageContaining("not a database Terrane runs on");
    }

    @Test
    void oldLibrariesAreRefused() {
        assertThatThrownBy(() -> SqliteVersion.parse("3.51.2").requireSupported())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3.51.2")
                .hasMessageContaining("3.51.3");
        SqliteVersion.parse("3.51.3").requireSupported();
        SqliteVersion.parse("4.0.0").requireSupported();
    }
}
