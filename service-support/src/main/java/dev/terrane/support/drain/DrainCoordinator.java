package dev.terrane.support.drain;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one service out of service. States and allowed moves:
 *
 * <pre>
 * OPEN ──drain()──▶ DRAINING ──all ended, or grace over──▶ DRAINED
 * </pre>
 *
 * <p>In OPEN {@link #enter} admits; in the others it does not. The move to DRAINING turns readiness
 * off first. Called by the context when it closes, before the server stops; may be called before
 * that. Safe for all threads.
 */
public final class DrainCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(DrainCoordinator.class);

    private final DrainProperties properties;
    private final Runnable readinessDown;
    private final List<DrainListener> listeners = new CopyOnWriteArrayList<>();
    private final Set<DrainListener> failed = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final CompletableFuture<DrainReport> outcome = new CompletableFuture<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private boolean draining;
    private int running;

    /**
     * @param readinessDown makes the service say that it is not ready
     */
    public DrainCoordinator(DrainProperties properties, Runnable readinessDown) {
        this.properties = properties;
        this.readinessDown = readinessDown;
    }

    /** A piece of running work; closing it more than once does no harm. */
    public interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    /** Admits a request and counts it until its permit is closed; empty once draining. */
    public Optional<Permit> enter() {
        lock.lock();
        try {
            if (draining) {
                return Optional.empty();
            }
            running++;
        } finally {
            lock.unlock();
        }
        AtomicBoolean left = new AtomicBoolean();
        return Optional.of(
                () -> {
                    if (left.compareAndSet(false, true)) {
                        leave();
                    }
                });
    }

    private void leave() {
        lock.lock();
        try {
            running--;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The refusal of a request that {@link #enter} did not admit. */
    public TerraneException refusal() {
        return TerraneException.of(CommonError.UNAVAILABLE, "the service is shutting down")
                .extra("retryAfterSeconds", Long.toString(properties.retryAfter().toSeconds()))
                .toException();
    }

    /**
     * Adds a listener until its registration is closed. One that registers after the drain has
     * begun is not called: it must ask {@link #isDraining} after registering.
     */
    public Permit register(DrainListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Whether new work is refused. */
    public boolean isDraining() {
        lock.lock();
        try {
            return draining;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Drains; returns when done or when the grace period is over. Later calls wait for the first.
     */
    public DrainReport drain() {
        if (!begin()) {
            return outcome.join();
        }
        long deadline = System.nanoTime() + properties.grace().toNanos();
        DrainReport report = new DrainReport(0, List.of());
        try {
            Map<DrainListener, Thread> threads = notifyListeners();
            int requestsLeft = awaitRequests(deadline);
            report = new DrainReport(requestsLeft, awaitListeners(threads, deadline));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            outcome.complete(report);
        }
        if (report.isClean()) {
            LOG.info("drained: all requests ended, all connections closed");
        } else {
            LOG.warn("drained with work cut off after {}: {}", properties.grace(), report);
        }
        return report;
    }

    private boolean begin() {
        if (!begun.compareAndSet(false, true)) {
            return false;
        }
        readinessDown.run();
        lock.lock();
        try {
            draining = true;
        } finally {
            lock.unlock();
        }
        return true;
    }

    private Map<DrainListener, Thread> notifyListeners() {
        DrainNotice notice =
                new DrainNotice(
                        properties.closeCode(), "the service is shutting down", properties.grace());
        Map<DrainListener, Thread> threads = new LinkedHashMap<>();
        for (DrainListener listener : listeners) {
            threads.put(
                    listener,
                    Thread.ofVirtual()
                            .name("drain-" + listener.name())
                            .start(() -> call(listener, notice)));
        }
        return threads;
    }

    private void call(DrainListener listener, DrainNotice notice) {
        try {
            listener.drain(notice);
        } catch (InterruptedException e) {
            failed.add(listener);
        } catch (
                RuntimeException
                        e) { // One listener's defect must not keep the others' sockets open.
            failed.add(listener);
            LOG.error("{} failed to drain", listener.name(), e);
        }
    }

    private int awaitRequests(long deadline) throws InterruptedException {
        lock.lock();
        try {
            long left = deadline - System.nanoTime();
            while (running > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            return running;
        } finally {
            lock.unlock();
        }
    }

    private List<String> awaitListeners(Map<DrainListener, Thread> threads, long deadline)
            throws InterruptedException {
        List<String> late = new ArrayList<>();
        for (Map.Entry<DrainListener, Thread> entry : threads.entrySet()) {
            Thread thread = entry.getValue();
            long left = Math.max(1, deadline - System.nanoTime());
            TimeUnit.NANOSECONDS.timedJoin(thread, left);
            if (thread.isAlive() || failed.contains(entry.getKey())) {
                thread.interrupt();
                late.add(entry.getKey().name());
            }
        }
        return late;
    }
}
