package dev.terrane.gateway.live;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The fixed platform threads all actors share, and the one timer that wakes them. Work on it must
 * not block: a blocked thread is a thread less for every stage.
 */
public final class ActorPool implements AutoCloseable {
    private final ExecutorService threads;
    private final ScheduledExecutorService timer;

    /**
     * @param name prefix of the threads' names
     * @param size number of threads, at least 1
     */
    public ActorPool(String name, int size) {
        AtomicInteger number = new AtomicInteger();
        this.threads =
                Executors.newFixedThreadPool(
                        size,
                        task ->
                                Thread.ofPlatform()
                                        .daemon()
                                        .name(name + "-" + number.incrementAndGet())
                                        .unstarted(task));
        this.timer =
                Executors.newSingleThreadScheduledExecutor(
                        task -> Thread.ofPlatform().daemon().name(name + "-timer").unstarted(task));
    }

    /**
     * A new actor.
     *
     * @param name for the log
     * @param mailboxMax tasks from outside that may wait
     */
    public Actor newActor(String name, int mailboxMax) {
        return new Actor(name, mailboxMax, threads);
    }

    /** Runs a short task again and again on the timer's thread, which must only hand work on. */
    public ScheduledFuture<?> every(Duration period, Runnable task) {
        return timer.scheduleAtFixedRate(
                task, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Runs a short task once, later, on the timer's thread. */
    public ScheduledFuture<?> after(Duration delay, Runnable task) {
        return timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
