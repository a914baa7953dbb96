package dev.terrane.world.chunks;

import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.store.ReplicaEventStore;
import dev.terrane.world.chunks.store.ReplicaEventStore.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The relay over the shared PostgreSQL: changes are rows of one table, written in the transaction
 * that makes them, and each instance follows the table from where it began. A lost connection or a
 * slow instance goes on where it was; one that was away longer than rows are kept, or is too far
 * behind, says that more has changed than can be told. A bus between instances would only wake its
 * readers sooner: the table stays what nothing is lost from.
 *
 * <p>One thread of its own reads and tells; the rest may be called by any thread.
 */
@Component
public final class ReplicaEvents implements ChunkRelay, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaEvents.class);
    private static final int PAGE = 500;
    private static final int ROWS_MAX = 2_000;

    /** Farther behind than this, reading anew is less work; also how many rows are kept. */
    static final long BEHIND_MAX = 10_000;

    private static final long TRIM_NANOS = Duration.ofMinutes(1).toNanos();

    private final StoreThreads threads;
    private final ReplicaEventStore store;
    private final ReplicaProperties properties;
    private final InstantSource clock;
    private final Semaphore wakes = new Semaphore(0);
    private final boolean shared;
    private long position;
    private @Nullable Thread thread;
    private volatile boolean closed;

    /** Makes one that stands at the newest change. */
    public ReplicaEvents(
            StoreThreads threads,
            ReplicaEventStore store,
            ReplicaProperties properties,
            InstantSource clock) {
        this.threads = threads;
        this.store = store;
        this.properties = properties;
        this.clock = clock;
        this.shared = threads.kind() == DatabaseKind.POSTGRESQL;
        this.position = shared ? threads.read(store::head) : 0;
    }

    @Override
    public boolean isShared() {
        return shared;
    }

    @Override
    public void record(List<ChunkChange> changes) {
        if (!shared || changes.isEmpty()) {
            return;
        }
        if (changes.size() > ROWS_MAX) {
            recordWidely();
        } else {
            store.append(changes, clock.instant());
        }
    }

    @Override
    public void recordWidely() {
        if (shared) {
            store.appendWidely(clock.instant());
        }
    }

    @Override
    public void committed() {
        wakes.release();
    }

    @Override
    public synchronized void follow(Listener listener) {
        if (shared && thread == null && !closed) {
            thread = Thread.ofPlatform().name("world-replicas").start(() -> run(listener));
        }
    }

    private void run(Listener listener) {
        boolean failing = false;
        long trimmed = System.nanoTime();
        while (!closed) {
            try {
                while (poll(listener)) {
                    // Until there is no more.
                }
                if (System.nanoTime() - trimmed > TRIM_NANOS) {
                    trimmed = System.nanoTime();
                    Instant before = clock.instant().minus(properties.eventsKept());
                    threads.run(() -> store.trim(before, BEHIND_MAX));
                }
                if (failing) {
                    LOG.info("changes of other instances are heard again, from {}", position);
                    failing = false;
                }
            } catch (RuntimeException e) {
                if (!failing && !closed) {
                    LOG.warn("changes of other instances cannot be read; they are when it can", e);
                }
                failing = true;
            }
            pause();
        }
    }

    private void pause() {
        try {
            if (wakes.tryAcquire(properties.pollInterval().toMillis(), TimeUnit.MILLISECONDS)) {
                wakes.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    /** Tells what there is; true when there may be more. For one thread at a time. */
    boolean poll(Listener listener) {
        ReplicaEventStore.Page page = threads.read(() -> store.after(position, PAGE));
        if (position < page.floor() || page.head() - position > BEHIND_MAX) {
            LOG.warn("{} changes were missed: subscribers read anew", page.head() - position);
            listener.changedWidely();
            position = page.head();
            return false;
        }
        List<ChunkChange> run = new ArrayList<>();
        for (Row row : page.rows()) {
            if (row.change().isPresent()) {
                run.add(row.change().get());
            } else {
                tell(listener, run);
                listener.changedWidely();
            }
        }
        tell(listener, run);
        if (!page.rows().isEmpty()) {
            position = page.rows().getLast().id();
        }
        return page.rows().size() == PAGE;
    }

    private static void tell(Listener listener, List<ChunkChange> run) {
        if (!run.isEmpty()) {
            listener.changed(List.copyOf(run));
            run.clear();
        }
    }

    /** Tells no more. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
        }
        wakes.release();
        if (running != null) {
            try {
                running.join(Duration.ofSeconds(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
