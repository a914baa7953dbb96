package dev.terrane.rpc.server;

import dev.terrane.rpc.Deadline;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Interrupts work whose deadline passes. One timer thread serves all calls; it only ever
 * interrupts. States of a watched call: armed, then either disarmed (the work ended first) or
 * ringing and rung (the deadline came first).
 */
final class DeadlineWatch implements AutoCloseable {
    private enum State {
        ARMED,
        DISARMED,
        RINGING,
        RUNG
    }

    private final ScheduledThreadPoolExecutor timer;

    DeadlineWatch() {
        timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("rpc-deadline").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Work that may wait. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws InterruptedException;
    }

    /** What became of watched work: its value, or the fact that the deadline came first. */
    sealed interface Outcome<T> {
        record Done<T>(T value) implements Outcome<T> {}

        record Late<T>() implements Outcome<T> {}
    }

    /**
     * Runs the work on this thread and interrupts it at the deadline. Afterwards the thread's
     * interrupted flag is as the work left it, without this watch's interruption.
     *
     * @throws InterruptedException when somebody else interrupted the thread
     */
    <T> Outcome<T> run(Deadline deadline, Work<T> work) throws InterruptedException {
        if (deadline.isPast()) {
            return new Outcome.Late<>();
        }
        Alarm alarm = new Alarm(Thread.currentThread());
        Future<?> pending =
                timer.schedule(alarm, deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        boolean disarmed = false;
        try {
            T value = deadline.with(work::run);
            disarmed = true;
            return alarm.disarm() ? new Outcome.Done<>(value) : new Outcome.Late<>();
        } catch (InterruptedException | RuntimeException e) {
            disarmed = true;
            if (alarm.disarm()) {
                throw e;
            }
            return new Outcome.Late<>();
        } finally {
            pending.cancel(false);
            if (!disarmed) {
                alarm.disarm();
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private static final class Alarm implements Runnable {
        private final Thread worker;
        private final AtomicReference<State> state = new AtomicReference<>(State.ARMED);

        Alarm(Thread worker) {
            this.worker = worker;
        }

        @Override
        public void run() {
            if (state.compareAndSet(State.ARMED, State.RINGING)) {
                worker.interrupt();
                state.set(State.RUNG);
            }
        }

        /** True when the work ended first; otherwise takes back the interruption. */
        boolean disarm() {
            if (state.compareAndSet(State.ARMED, State.DISARMED)) {
                return true;
            }
            while (state.get() == State.RINGING) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
            return false;
        }
    }
}
