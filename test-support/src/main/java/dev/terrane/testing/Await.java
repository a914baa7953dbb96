package dev.terrane.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Waits for something another thread or process brings about. Polls every two milliseconds; a
 * deadline that passes fails the test with what was awaited and, if there was one, the last failure
 * of the condition.
 */
public final class Await {
    private static final long POLL_NANOS = Duration.ofMillis(2).toNanos();

    private Await() {}

    /** Returns once the condition holds. A condition that throws counts as not holding yet. */
    public static void until(Duration deadline, String what, Callable<Boolean> condition) {
        value(deadline, what, () -> condition.call() ? Optional.of(true) : Optional.empty());
    }

    /** Returns once the assertions pass. */
    public static void untilAsserted(Duration deadline, String what, Runnable assertions) {
        value(
                deadline,
                what,
                () -> {
                    assertions.run();
                    return Optional.of(true);
                });
    }

    /** Returns the first value the source gives. */
    public static <T> T value(Duration deadline, String what, Callable<Optional<T>> source) {
        long end = System.nanoTime() + deadline.toNanos();
        Throwable last;
        do {
            last = null;
            try {
                Optional<T> found = source.call();
                if (found.isPresent()) {
                    return found.get();
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while awaiting " + what, stop);
            } catch (Exception | AssertionError notYet) {
                last = notYet;
            }
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while awaiting " + what, last);
            }
        } while (System.nanoTime() - end < 0);
        String reason = last == null ? "" : "; last failure: " + last.getMessage();
        throw new AssertionError("not within " + deadline + ": " + what + reason, last);
    }

    /** Lets that much real time pass, for tests that show that nothing happens. */
    public static void elapse(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while letting " + time + " pass");
            }
        }
    }

    /** Fails if the condition stops holding before the time is over. */
    public static void holds(Duration time, String what, Supplier<Boolean> condition) {
        long end = System.nanoTime() + time.toNanos();
        do {
            if (!condition.get()) {
                throw new AssertionError("did not keep holding for " + time + ": " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        } while (System.nanoTime() - end < 0);
    }
}
