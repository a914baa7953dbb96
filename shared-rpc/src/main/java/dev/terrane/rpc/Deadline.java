package dev.terrane.rpc;

import java.time.Duration;
import java.util.Optional;

/**
 * The moment by which a call must be answered, on the monotonic clock of this process: a jump of
 * the wall clock neither shortens nor lengthens it. Immutable, for all threads; meaningless in
 * another process, to which only the remaining time is sent.
 */
public final class Deadline {
    /** The longest time that can be asked for: the protocol's ten digits of milliseconds. */
    public static final Duration LONGEST = Duration.ofMillis(9_999_999_999L);

    private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();

    private final long atNanos;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    /** A deadline this far from now; more than {@link #LONGEST} is cut to it. */
    public static Deadline after(Duration time) {
        Duration bounded = time.compareTo(LONGEST) > 0 ? LONGEST : time;
        return new Deadline(System.nanoTime() + bounded.toNanos());
    }

    /**
     * The deadline of the RPC this thread is answering, if it is answering one. Calls made
     * meanwhile through the Java client never outlast it.
     */
    public static Optional<Deadline> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** Runs the work with this deadline as {@link #current()} and gives back what it returns. */
    public <T, X extends Throwable> T with(ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    /** The earlier of both. */
    public Deadline earlier(Deadline other) {
        return atNanos - other.atNanos <= 0 ? this : other;
    }

    /** The time left; zero once the deadline has passed, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, atNanos - System.nanoTime()));
    }

    /** Whether the deadline has passed. */
    public boolean isPast() {
        return atNanos - System.nanoTime() <= 0;
    }
}
