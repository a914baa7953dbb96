package dev.terrane.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it. Also an {@link java.time.InstantSource}, since
 * every {@link Clock} is one. Safe for all threads; zones share nothing: {@link #withZone} returns
 * a view of the same time.
 */
public final class SimClock extends Clock {
    /** Where a clock made by {@link #create()} starts. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    private SimClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /** A clock standing at {@link #START} in UTC. */
    public static SimClock create() {
        return at(START);
    }

    /** A clock standing at the given instant in UTC. */
    public static SimClock at(Instant start) {
        return new SimClock(new AtomicReference<>(start), ZoneOffset.UTC);
    }

    /** Moves time forward and returns the new time; a negative step is refused. */
    public Instant advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("time does not run backwards: " + step);
        }
        return now.updateAndGet(instant -> instant.plus(step));
    }

    /** Sets any time, an earlier one included: for tests of clocks that jump. */
    public void jumpTo(Instant instant) {
        now.set(instant);
    }

    /** Nanoseconds since {@link #START}, in the role of {@link System#nanoTime()}. */
    public long nanos() {
        return Duration.between(START, instant()).toNanos();
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new SimClock(now, other);
    }
}
