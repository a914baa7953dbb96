package dev.terrane.sdk;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Asks for a job until it is at rest: soon at first, then ever more seldom, and not for ever once
 * nothing is heard of it. Immutable; may be used by any thread, which it blocks.
 */
public final class JobPoll {
    /** From 50 ms on up to a second between two questions; ten minutes without news are the end. */
    public static final JobPoll DEFAULT =
            new JobPoll(Duration.ofMillis(50), Duration.ofSeconds(1), Duration.ofMinutes(10));

    private final Duration first;
    private final Duration most;
    private final Duration silence;
    private final LongSupplier nanoTime;
    private final Pause pause;

    /**
     * Makes one.
     *
     * @param first time before the first question
     * @param most longest time between two; each is half again as long as the one before
     * @param silence how long the answers may be the same
     */
    public JobPoll(Duration first, Duration most, Duration silence) {
        this(first, most, silence, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    JobPoll(Duration first, Duration most, Duration silence, LongSupplier nanoTime, Pause pause) {
        if (first.isNegative() || first.isZero() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException("from " + first + " to " + most);
        }
        this.first = first;
        this.most = most;
        this.silence = silence;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /** Waits some nanoseconds. */
    interface Pause {
        void nanos(long nanos) throws InterruptedException;
    }

    /** Where a job is to be asked for. */
    @FunctionalInterface
    public interface Question<J> {
        /** The job as it is now, given as it was. */
        J ask(J before) throws InterruptedException;
    }

    /** How long the answers may be the same. */
    public Duration silence() {
        return silence;
    }

    /**
     * The job when it is at rest; empty when nothing new was heard of it for too long.
     *
     * @param begun the job as it was answered first; jobs are compared by {@code equals}
     * @param progress is told of every answer before that
     */
    public <J> Optional<J> await(
            J begun,
            Predicate<? super J> atRest,
            Question<J> question,
            Consumer<? super J> progress)
            throws InterruptedException {
        J job = begun;
        long heard = nanoTime.getAsLong();
        long wait = first.toNanos();
        while (!atRest.test(job)) {
            progress.accept(job);
            if (nanoTime.getAsLong() - heard > silence.toNanos()) {
                return Optional.empty();
            }
            pause.nanos(wait);
            wait = Math.min(most.toNanos(), wait + wait / 2);
            J now = question.ask(job);
            if (!now.equals(job)) {
                heard = nanoTime.getAsLong();
            }
            job = now;
        }
        return Optional.of(job);
    }
}
