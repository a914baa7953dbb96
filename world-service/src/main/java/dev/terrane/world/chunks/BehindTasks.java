package dev.terrane.world.chunks;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.world.chunks.store.Scope;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the thread of {@link WriteBehind} is asked for, in the order it was asked: a bounded queue,
 * whose end is a task too. Any thread hands in, that one takes.
 */
final class BehindTasks {
    private final LinkedBlockingQueue<Task> tasks;
    private final int max;
    private final Runnable firstTask;
    private final Object lock = new Object();
    private boolean begun;
    private boolean closed;

    /**
     * Makes an open queue.
     *
     * @param max how many may wait
     * @param firstTask called once, with the first task handed in: starts the thread that takes
     */
    BehindTasks(int max, Runnable firstTask) {
        this.max = max;
        this.firstTask = firstTask;
        this.tasks = new LinkedBlockingQueue<>(max);
    }

    sealed interface Task {
        /** A change. */
        record Edit(EditRequest request, CompletableFuture<EditResult> answer) implements Task {
            void fail(Throwable cause) {
                answer.completeExceptionally(cause);
            }
        }

        /** To write what is in memory. */
        record Settle(Scope scope, CompletableFuture<Long> answer) implements Task {}

        /** To do something between changes, once what is in memory of a scope is written. */
        record Between(Scope scope, Runnable work, CompletableFuture<Boolean> answer)
                implements Task {}

        /** To write all and end. */
        record End() implements Task {}
    }

    /** Hands a task in; why not, if it is not taken. */
    Optional<TerraneException> hand(Task task) {
        synchronized (lock) {
            if (closed) {
                return Optional.of(
                        TerraneException.of(CommonError.UNAVAILABLE, "the store is closing")
                                .toException());
            }
            if (!tasks.offer(task)) {
                return Optional.of(
                        TerraneException.of(
                                        CommonError.RESOURCE_EXHAUSTED,
                                        "too many edits are waiting")
                                .limit(ChunkProperties.EDIT_QUEUE_MAX, max, max + 1L)
                                .toException());
            }
            if (!begun) {
                begun = true;
                firstTask.run();
            }
            return Optional.empty();
        }
    }

    /** Hands a task in and waits for its answer; throws why it was not taken, or what it met. */
    <T> T await(Task task, CompletableFuture<T> answer) {
        Optional<TerraneException> refusal = hand(task);
        if (refusal.isPresent()) {
            throw refusal.get();
        }
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** The next task, once there is one. */
    Task take() throws InterruptedException {
        return tasks.take();
    }

    /** The next task; null when none came in time. */
    @Nullable Task poll(long atMostNanos) throws InterruptedException {
        return tasks.poll(atMostNanos, TimeUnit.NANOSECONDS);
    }

    /** The next task; null when there is none now. */
    @Nullable Task poll() {
        return tasks.poll();
    }

    /** Takes no more; true the first time, if there ever was a task. */
    boolean close() {
        synchronized (lock) {
            boolean first = begun && !closed;
            closed = true;
            return first;
        }
    }

    /** After {@link #close}: asks for the end; false when there was no room for that in time. */
    boolean end(Duration atMost) throws InterruptedException {
        return tasks.offer(new Task.End(), atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
