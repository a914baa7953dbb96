package dev.terrane.gateway.live;

import java.util.function.LongSupplier;

/**
 * A token bucket: so many a second, with a burst of one second's worth. Not for several threads.
 */
public final class RateLimit {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long perSecond;
    private final LongSupplier nanoTime;
    private long available;
    private long last;

    /**
     * @param nanoTime a monotonic clock, nanoseconds
     */
    public RateLimit(long perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        this.available = perSecond * NANOS_PER_SECOND;
        this.last = nanoTime.getAsLong();
    }

    /** Messages a second. */
    public long perSecond() {
        return perSecond;
    }

    /** Takes one; false when there is none. */
    public boolean tryTake() {
        long now = nanoTime.getAsLong();
        long elapsed = Math.min(now - last, NANOS_PER_SECOND);
        last = now;
        available = Math.min(perSecond * NANOS_PER_SECOND, available + elapsed * perSecond);
        if (available < NANOS_PER_SECOND) {
            return false;
        }
        available -= NANOS_PER_SECOND;
        return true;
    }
}
