package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;

/** The contract of StoreThreads, on both databases. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class StoreThreadsStoreTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    @Parameter Databases.Engine engine;
    @TempDir Path folder;
    private StoreFixture store;

    @BeforeEach
    void open() {
        Databases.Database database = engine.open(folder);
        StoreProperties defaults =
                StoreProperties.of(database.url(), database.user(), database.password());
        store =
                StoreFixture.open(
                        "probe",
                        new StoreProperties(
                                defaults.url(),
                                defaults.user(),
                                defaults.password(),
                                null,
                                2,
                                3,
                                3,
                                defaults.busyTimeout(),
                                DEADLINE));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void insert(long id, String name) {
        store.client()
                .sql("INSERT INTO probe (id, name) VALUES (:id, :name)")
                .param("id", id)
                .param("name", name)
                .update();
    }

    private long count() {
        return store.client().sql("SELECT count(*) FROM probe").query(Long.class).single();
    }

    @Test
    void committedWriteIsSeenByReads() {
        assertThat(
                        store.threads()
                                .<String>write(
                                        () -> {
                                            insert(1, "a");
                                            return "done";
                                        }))
                .isEqualTo("done");
        assertThat(store.threads().read(this::count)).isEqualTo(1);
        assertThat(store.threads().lastWrite().cause()).isNull();
    }

    @Test
    void writesRunInTheOrderTheyWereHandedIn() {
        List<Integer> order = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            int base = round * 3;
            CompletableFuture.allOf(
                            IntStream.range(base, base + 3)
                                    .mapToObj(
                                            i ->
                                                    store.threads()
                                                            .writeAsync(
                                                                    () -> {
                                                                        insert(i, "n" + i);
                                                                        return order.add(i);
                                                                    }))
                                    .toArray(CompletableFuture[]::new))
                    .join();
        }
        assertThat(order).isEqualTo(IntStream.range(0, 60).boxed().toList());
    }

    @Test
    void exceptionOfTheWorkRollsBackAndComesBackUnchanged() {
        var failure = new IllegalArgumentException("mine");
        assertThatThrownBy(
                        () ->
                                store.threads()
                                        .run(
                                                () -> {
                                                    insert(1, "a");
                                                    throw failure;
                                                }))
                .isSameAs(failure)
                .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
        assertThat(store.threads().read(this::count)).isZero();
    }

    @Test
    void brokenConstraintsHaveTheirOwnExceptions() {
        store.threads().run(() -> insert(1, "a"));
        assertThatThrownBy(() -> store.threads().run(() -> insert(1, "b")))
                .isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> store.threads().run(() -> insert(2, "a")))
                .isInstanceOf(DuplicateKeyException.class);
        String orphan = "INSERT INTO probe_note (id, probe, note) VALUES (1, 99, 'x')";
        assertThatThrownBy(() -> store.threads().run(() -> store.client().sql(orphan).update()))
                .isInstanceOf(DataIntegrityViolationException.class)
                .isNotInstanceOf(DuplicateKeyException.class);
        assertThat(store.threads().lastWrite().cause())
                .describedAs("a refused constraint is an answer, not a failure of the database")
                .isNull();
    }

    @Test
    void accessOutsideTheThreadsIsRefused() {
        assertThatThrownBy(this::count)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasStackTraceContaining("outside StoreThreads");
    }

    @Test
    void readerCannotWrite() {
        assertThatThrownBy(
                        () ->
                                store.threads()
                                        .<Object>read(
                                                () -> {
                                                    insert(1, "a");
                                                    return "written";
                                                }))
                .isInstanceOf(DataAccessException.class);
        assertThat(store.threads().read(this::count)).isZero();
    }

    @Test
    void readSeesOneSnapshot() {
        List<Long> seen =
                store.threads()
                        .read(
                                () -> {
                                    long before = count();
                                    onOtherThread(() -> store.threads().run(() -> insert(1, "a")));
                                    return List.of(before, count());
                                });
        assertThat(seen).containsExactly(0L, 0L);
        assertThat(store.threads().read(this::count)).isEqualTo(1);
    }

    @Test
    void readInsideWriteSeesWhatTheWriteDid() {
        long seen =
                store.threads()
                        .write(
                                () -> {
                                    insert(1, "a");
                                    return store.threads().read(this::count);
                                });
        assertThat(seen).isEqualTo(1);
    }

    @Test
    void writeInsideWriteJoinsItsTransaction() {
        Throwable failure =
                catchThrowable(
                        () ->
                                store.threads()
                                        .run(
                                                () -> {
                                                    store.threads().run(() -> insert(1, "a"));
                                                    throw new IllegalStateException("outer");
                                                }));
        assertThat(failure).hasMessage("outer");
        assertThat(store.threads().read(this::count)).isZero();
    }

    @Test
    void writeInsideReadIsRefused() {
        assertThatThrownBy(
                        () ->
                                store.threads()
                                        .<Object>read(
                                                () -> {
                                                    store.threads().run(() -> insert(1, "a"));
                                                    return "written";
                                                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a write inside a read");
    }

    @Test
    @Provokes("RESOURCE_EXHAUSTED")
    void fullQueueRefusesNamingTheSetting() {
        CountDownLatch hold = new CountDownLatch(1);
        CompletableFuture<Boolean> running = store.threads().writeAsync(() -> await(hold));
        Await.until(
                DEADLINE, "the writer is busy", () -> store.threads().load().queuedWrites() == 0);
        List<CompletableFuture<Boolean>> queued =
                IntStream.range(0, 3)
                        .mapToObj(i -> store.threads().writeAsync(() -> await(hold)))
                        .toList();
        assertThatThrownBy(() -> store.threads().run(() -> insert(1, "a")))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(CommonError.RESOURCE_EXHAUSTED);
                            assertThat(e.info().getLimitName())
                                    .isEqualTo("probe.store.write-queue-max");
                            assertThat(e.info().getLimit()).isEqualTo(3);
                        });
        assertThat(store.threads().writeAsync(() -> true)).isCompletedExceptionally();
        assertThat(store.threads().load().refused()).isEqualTo(2);
        assertThat(store.threads().read(this::count))
                .describedAs("reads go on while the writer is busy")
                .isZero();
        hold.countDown();
        assertThat(running.join()).isTrue();
        assertThat(queued).allSatisfy(write -> assertThat(write.join()).isTrue());
    }

    @Test
    void interruptedCallerLeavesWorkThatHasNotBegun() {
        CountDownLatch hold = new CountDownLatch(1);
        CompletableFuture<Boolean> running = store.threads().writeAsync(() -> await(hold));
        Await.until(
                DEADLINE, "the writer is busy", () -> store.threads().load().queuedWrites() == 0);
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread caller =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    outcome.set(
                                            catchThrowable(
                                                    () ->
                                                            store.threads()
                                                                    .run(() -> insert(1, "a"))));
                                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                                });
        Await.until(DEADLINE, "the write waits", () -> store.threads().load().queuedWrites() == 1);
        caller.interrupt();
        Await.until(DEADLINE, "the caller gave up", () -> outcome.get() != null);
        assertThat(outcome.get()).isInstanceOf(CancellationException.class);
        hold.countDown();
        assertThat(running.join()).isTrue();
        assertThat(store.threads().read(this::count)).isZero();
    }

    @Test
    @Provokes("UNAVAILABLE")
    void closingFinishesQueuedWorkAndRefusesMore() {
        CountDownLatch hold = new CountDownLatch(1);
        CompletableFuture<Boolean> _ = store.threads().writeAsync(() -> await(hold));
        CompletableFuture<Long> queued =
                store.threads()
                        .writeAsync(
                                () -> {
                                    insert(1, "a");
                                    return count();
                                });
        Thread closing = Thread.ofPlatform().start(() -> store.threads().close());
        Await.until(
                DEADLINE,
                "new work is refused",
                () ->
                        catchThrowable(() -> store.threads().read(this::count))
                                        instanceof TerraneException e
                                && e.code() == CommonError.UNAVAILABLE);
        hold.countDown();
        assertThat(queued.join()).isEqualTo(1);
        Await.until(DEADLINE, "closed", () -> !closing.isAlive());
    }

    @Test
    void migrationsAreRecorded() {
        String sql = "SELECT count(*) FROM flyway_schema_history WHERE success";
        assertThat(store.threads().read(() -> store.client().sql(sql).query(Long.class).single()))
                .isEqualTo(1);
    }

    @Test
    void workRunsOnPlatformThreadsNamedAfterTheService() {
        assertThat(
                        store.threads()
                                .write(
                                        () ->
                                                Thread.currentThread().isVirtual()
                                                        + Thread.currentThread().getName()))
                .isEqualTo("falseprobe-store-writer");
        assertThat(store.threads().read(() -> Thread.currentThread().getName()))
                .startsWith("probe-store-reader-");
    }

    private static boolean await(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void onOtherThread(Runnable work) {
        CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task)).join();
    }
}
