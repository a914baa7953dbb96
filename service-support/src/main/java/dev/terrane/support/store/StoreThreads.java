package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The only way to a service's database. Work handed in runs in one transaction: writes one after
 * the other, in the order they were handed in, on the one writer thread; reads on one of k reader
 * threads, each seeing one snapshot. All of them are platform threads, so that no native call and
 * no wait for a database lock holds a carrier of virtual threads.
 *
 * <p>Inside work, use the injected JdbcClient, JdbcTemplate or repositories; anywhere else they
 * throw {@link IllegalStateException}. A read inside a write runs on the writer and sees what the
 * write did; a write inside a write joins its transaction; a write inside a read is refused.
 *
 * <p>An exception of the work rolls back and comes back unchanged, also when the roll-back fails
 * (its exception is then suppressed by it). When no lock was to be had, the exception is a {@link
 * org.springframework.dao.CannotAcquireLockException}. Queues are bounded: a full one refuses with
 * RESOURCE_EXHAUSTED naming the setting, and nothing of the work was done. After {@link #close} or
 * {@link #drain} work is refused with UNAVAILABLE.
 *
 * <p>Not promised: order between reads and writes handed in by different threads, and that work is
 * cancelled once begun. A caller interrupted while it waits gets {@link CancellationException} if
 * its work had not begun, else the outcome; its interrupt flag stays set.
 */
public final class StoreThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreThreads.class);
    private static final String CORRELATION_ID = "correlationId";

    private final String service;
    private final StoreProperties properties;
    private final StoreDataSource dataSource;
    private final SQLExceptionTranslator translator;
    private final InstantSource clock;
    private final Lane writes;
    private final Lane reads;
    private final LongAdder refused = new LongAdder();
    private volatile @Nullable WriteOutcome lastWrite;

    StoreThreads(
            String service,
            StoreProperties properties,
            StoreDataSource dataSource,
            PlatformTransactionManager transactions,
            SQLExceptionTranslator translator,
            InstantSource clock) {
        this.service = service;
        this.properties = properties;
        this.dataSource = dataSource;
        this.translator = translator;
        this.clock = clock;
        TransactionTemplate writing = new TransactionTemplate(transactions);
        TransactionTemplate reading = new TransactionTemplate(transactions);
        reading.setReadOnly(true);
        if (dataSource.kind() == DatabaseKind.POSTGRESQL) {
            // What an SQLite read transaction gives by itself: one snapshot.
            reading.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        }
        this.writes = lane(StoreRole.WRITE, writing, 1, properties.writeQueueMax());
        this.reads = lane(StoreRole.READ, reading, properties.readers(), properties.readQueueMax());
        dataSource.start();
    }

    /** Outcome of the last write transaction that ended; the cause is null after a success. */
    public record WriteOutcome(Instant at, @Nullable Throwable cause) {}

    /** Sizes at one moment: work waiting, and work refused so far because a queue was full. */
    public record Load(int queuedWrites, int queuedReads, long refused) {}

    /** Runs work in a write transaction and waits for its commit. */
    public <T extends @Nullable Object> T write(Supplier<T> work) {
        StoreRole role = StoreRole.find(dataSource);
        if (role == StoreRole.READ) {
            throw new IllegalStateException("a write inside a read");
        }
        return role == StoreRole.WRITE
                ? transact(writes.transactions(), work)
                : await(writes, submit(writes, work));
    }

    /** {@link #write} for work without a result. */
    public void run(Runnable work) {
        this.<@Nullable Void>write(
                () -> {
                    work.run();
                    return null;
                });
    }

    /** Runs work in a read-only transaction on one snapshot and waits for its end. */
    public <T extends @Nullable Object> T read(Supplier<T> work) {
        StoreRole role = StoreRole.find(dataSource);
        if (role == StoreRole.WRITE) {
            return transact(writes.transactions(), work);
        }
        return role == StoreRole.READ
                ? transact(reads.transactions(), work)
                : await(reads, submit(reads, work));
    }

    /**
     * Hands work in for a write transaction. The future completes on the writer thread after the
     * commit: what depends on it must be short and must not wait, or name an executor of its own. A
     * full queue completes it exceptionally.
     */
    public <T extends @Nullable Object> CompletableFuture<T> writeAsync(Supplier<T> work) {
        if (StoreRole.find(dataSource) == StoreRole.READ) {
            throw new IllegalStateException("a write inside a read");
        }
        try {
            return submit(writes, work).outcome;
        } catch (TerraneException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Hands work in for a write transaction and tells on the writer thread how it ended, before the
     * next write begins. What is made to depend on a future may run after the next write instead,
     * on the thread that makes it; so who tells of writes in their order needs this. It must be
     * short and must not wait. That the queue is full is told at once.
     */
    public <T extends @Nullable Object> void writeAndTell(
            Supplier<T> work, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> ended) {
        if (StoreRole.find(dataSource) == StoreRole.READ) {
            throw new IllegalStateException("a write inside a read");
        }
        Task<T> task = new Task<>(writes, work, MDC.get(CORRELATION_ID));
        CompletableFuture<T> _ = task.outcome.whenComplete(ended);
        try {
            submit(writes, task);
        } catch (TerraneException e) {
            ended.accept(null, e);
        }
    }

    /** A read whose caller waits no longer than it likes. */
    <T extends @Nullable Object> CompletableFuture<T> readAsync(Supplier<T> work) {
        try {
            return submit(reads, work).outcome;
        } catch (TerraneException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Which database this is. */
    public DatabaseKind kind() {
        return dataSource.kind();
    }

    /** The file of an SQLite database; empty on PostgreSQL. */
    public Optional<Path> file() {
        return dataSource.kind() == DatabaseKind.SQLITE
                ? Optional.of(SqliteDataSource.fileOf(Objects.requireNonNull(properties.url())))
                : Optional.empty();
    }

    /** What the store was opened with. */
    public StoreProperties properties() {
        return properties;
    }

    /** How the last write transaction ended, or null before the first. */
    public @Nullable WriteOutcome lastWrite() {
        return lastWrite;
    }

    /** What waits now. */
    public Load load() {
        return new Load(writes.queued(), reads.queued(), refused.sum());
    }

    /**
     * Refuses new work and waits until what was handed in is done.
     *
     * @return false when the time ran out before
     */
    public boolean drain(Duration atMost) {
        writes.threads().shutdown();
        reads.threads().shutdown();
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            return writes.threads().awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS)
                    && reads.threads()
                            .awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Drains within the configured time, refuses the rest, and ends the threads. */
    @Override
    public void close() {
        if (!drain(properties.drainTimeout())) {
            int dropped = refuseQueued(writes) + refuseQueued(reads);
            LOG.warn("closed the store of {} with {} queued calls refused", service, dropped);
        }
    }

    private static int refuseQueued(Lane lane) {
        int dropped = 0;
        for (Runnable queued : lane.threads().shutdownNow()) {
            if (queued instanceof Task<?> task) {
                task.outcome.completeExceptionally(closed());
                dropped++;
            }
        }
        return dropped;
    }

    private static TerraneException closed() {
        return TerraneException.of(CommonError.UNAVAILABLE, "the store is closing").toException();
    }

    private <T extends @Nullable Object> Task<T> submit(Lane lane, Supplier<T> work) {
        return submit(lane, new Task<>(lane, work, MDC.get(CORRELATION_ID)));
    }

    private <T extends @Nullable Object> Task<T> submit(Lane lane, Task<T> task) {
        try {
            lane.threads().execute(task);
            return task;
        } catch (RejectedExecutionException e) {
            if (lane.threads().isShutdown()) {
                throw closed();
            }
            refused.increment();
            String setting =
                    switch (lane.role()) {
                        case WRITE -> "write-queue-max";
                        case READ -> "read-queue-max";
                    };
            throw TerraneException.of(
                            CommonError.RESOURCE_EXHAUSTED,
                            "too many database calls are waiting in " + service)
                    .limit(service + ".store." + setting, lane.queueMax(), lane.queueMax() + 1L)
                    .toException();
        }
    }

    private static <T extends @Nullable Object> T await(Lane lane, Task<T> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.outcome.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (lane.threads().remove(task)) {
                        throw new CancellationException("interrupted before the work began");
                    }
                }
            }
        } catch (ExecutionException e) {
            throw StoreThreads.<RuntimeException>sneaky(e.getCause() == null ? e : e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Work cannot declare checked exceptions; should it throw one all the same, it is not hidden.
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> RuntimeException sneaky(Throwable t) throws E {
        throw (E) t;
    }

    private <T extends @Nullable Object> T transact(
            TransactionTemplate transactions, Supplier<T> work) {
        Failure failure = new Failure();
        try {
            return execute(
                    transactions,
                    () -> {
                        try {
                            return work.get();
                        } catch (RuntimeException | Error e) {
                            failure.cause = e;
                            throw e;
                        }
                    });
        } catch (RuntimeException | Error e) {
            Throwable original = failure.cause;
            if (original == null) {
                if (e instanceof CannotCreateTransactionException begin) {
                    throw translate(begin);
                }
                throw e;
            }
            if (!original.equals(e)) {
                original.addSuppressed(e);
            }
            throw StoreThreads.<RuntimeException>sneaky(original);
        }
    }

    @SuppressWarnings("NullAway") // The template's result is nullable only as far as the work's is.
    private static <T extends @Nullable Object> T execute(
            TransactionTemplate transactions, Supplier<T> work) {
        return transactions.execute(status -> work.get());
    }

    /** A transaction that could not begin: in SQLite the write lock is taken there. */
    private RuntimeException translate(CannotCreateTransactionException e) {
        if (e.getCause() instanceof SQLException cause) {
            DataAccessException translated = translator.translate("begin", null, cause);
            return translated != null ? translated : e;
        }
        return e;
    }

    private Lane lane(StoreRole role, TransactionTemplate transactions, int threads, int queueMax) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory =
                body -> {
                    String name =
                            switch (role) {
                                case WRITE -> "-store-writer";
                                case READ -> "-store-reader-" + number.incrementAndGet();
                            };
                    return Thread.ofPlatform()
                            .name(service + name)
                            .unstarted(
                                    () -> {
                                        StoreRole.bind(dataSource, role);
                                        MDC.put("service", service);
                                        body.run();
                                    });
                };
        return new Lane(
                role,
                transactions,
                queueMax,
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(queueMax),
                        factory));
    }

    /** The threads of one role with their bounded queue. */
    private record Lane(
            StoreRole role,
            TransactionTemplate transactions,
            int queueMax,
            ThreadPoolExecutor threads) {
        private int queued() {
            return threads.getQueue().size();
        }
    }

    private static final class Failure {
        private @Nullable Throwable cause;
    }

    private final class Task<T extends @Nullable Object> implements Runnable {
        private final CompletableFuture<T> outcome = new CompletableFuture<>();
        private final Lane lane;
        private final Supplier<T> work;
        private final @Nullable String correlationId;

        private Task(Lane lane, Supplier<T> work, @Nullable String correlationId) {
            this.lane = lane;
            this.work = work;
            this.correlationId = correlationId;
        }

        @Override
        public void run() {
            if (correlationId != null) {
                MDC.put(CORRELATION_ID, correlationId);
            }
            try {
                T result = transact(lane.transactions(), work);
                note(null);
                outcome.complete(result);
            } catch (Throwable t) { // Whatever the work threw belongs to its caller.
                note(t);
                outcome.completeExceptionally(t);
            } finally {
                MDC.remove(CORRELATION_ID);
            }
        }

        private void note(@Nullable Throwable t) {
            if (lane.role() == StoreRole.WRITE) {
                lastWrite =
                        new WriteOutcome(
                                clock.instant(),
                                t != null && StoreErrors.isEnvironment(t) ? t : null);
            }
        }
    }
}
