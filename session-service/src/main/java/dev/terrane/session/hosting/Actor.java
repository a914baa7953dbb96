package dev.terrane.session.hosting;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one owner's work one piece at a time on a shared pool. Two queues: signals (what the store
 * or the clock tells; few by construction) always run, requests are bounded and wait while the
 * owner is too far ahead of its store.
 *
 * <p>States: idle, scheduled, running. {@link #owner} is called on the pool only, never twice at
 * once, and each call sees what the earlier ones wrote.
 */
final class Actor {
    /** Pieces run in one turn before other actors get the thread. */
    private static final int TURN_MAX = 64;

    /** What an actor's owner decides. */
    interface Owner {
        /** Whether requests may run now. */
        boolean isReady();

        /** Called after the pieces of one turn. */
        void endTurn();

        /** A piece of work failed: the owner's state may be broken. */
        void onFailure(RuntimeException failure);
    }

    private final Owner owner;
    private final Executor pool;
    private final int requestsMax;
    private final Queue<Runnable> signals = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedDeque<Runnable> requests = new ConcurrentLinkedDeque<>();
    private final AtomicInteger requestCount = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    Actor(Owner owner, Executor pool, int requestsMax) {
        this.owner = owner;
        this.pool = pool;
        this.requestsMax = requestsMax;
    }

    /** Hands in a request; false when too many wait. */
    boolean offer(Runnable request) {
        if (requestCount.incrementAndGet() > requestsMax) {
            requestCount.decrementAndGet();
            return false;
        }
        requests.add(request);
        schedule();
        return true;
    }

    /** Puts the rest of the running request back before all others. Called by the owner only. */
    void putBack(Runnable rest) {
        requestCount.incrementAndGet();
        requests.addFirst(rest);
    }

    /** Hands in a signal. */
    void signal(Runnable signal) {
        signals.add(signal);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                pool.execute(this::turn);
            } catch (RejectedExecutionException closed) {
                // The pool is shut down with the service: nothing of this actor is needed any more.
                scheduled.set(false);
            }
        }
    }

    private void turn() {
        try {
            runSome();
            run(owner::endTurn);
        } finally {
            scheduled.set(false);
        }
        // Work may have come between the last poll and the line above.
        if (!signals.isEmpty() || (!requests.isEmpty() && owner.isReady())) {
            schedule();
        }
    }

    private void runSome() {
        for (int done = 0; done < TURN_MAX; done++) {
            Runnable work = signals.poll();
            if (work == null && owner.isReady()) {
                work = requests.poll();
                if (work != null) {
                    requestCount.decrementAndGet();
                }
            }
            if (work == null) {
                return;
            }
            run(work);
        }
    }

    private void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failure) {
            owner.onFailure(failure);
        }
    }
}
