package dev.terrane.gateway.live;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one at a time and in order, on whichever thread of a pool is free. Tasks from outside
 * are bounded ({@link #offer}); the owner's own ({@link #post}) are bounded by what they answer. A
 * task that throws is logged; the actor goes on. For all threads.
 */
public final class Actor {
    private static final Logger LOG = LoggerFactory.getLogger(Actor.class);

    /** After this many tasks the thread is offered to other actors. */
    private static final int TURN_MAX = 64;

    private final String name;
    private final int mailboxMax;
    private final Executor threads;
    private final ConcurrentLinkedQueue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /**
     * @param threads where turns run; an executor that runs at once makes the actor synchronous
     */
    public Actor(String name, int mailboxMax, Executor threads) {
        this.name = name;
        this.mailboxMax = mailboxMax;
        this.threads = threads;
    }

    /** Adds a task from outside; false when the mailbox is full. */
    public boolean offer(Runnable task) {
        if (waiting.get() >= mailboxMax) {
            return false;
        }
        post(task);
        return true;
    }

    /** Adds a task of the actor's own: a tick, or the result of something it began. */
    public void post(Runnable task) {
        waiting.incrementAndGet();
        mailbox.add(task);
        schedule();
    }

    /** Tasks that wait. */
    public int waiting() {
        return waiting.get();
    }

    private void schedule() {
        if (!scheduled.compareAndSet(false, true)) {
            return;
        }
        try {
            threads.execute(this::turn);
        } catch (RejectedExecutionException _) {
            // The pool is closed: the process is ending, and with it everything that waits.
            scheduled.set(false);
        }
    }

    private void turn() {
        for (int i = 0; i < TURN_MAX; i++) {
            Runnable task = mailbox.poll();
            if (task == null) {
                break;
            }
            waiting.decrementAndGet();
            run(task);
        }
        scheduled.set(false);
        // A task added after the last poll found the flag still set and relies on this check.
        if (!mailbox.isEmpty()) {
            schedule();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("{}: a task failed", name, e);
        }
    }
}
