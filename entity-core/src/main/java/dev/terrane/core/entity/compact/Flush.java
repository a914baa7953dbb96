package dev.terrane.core.entity.compact;

import java.util.Comparator;

/**
 * A moment at which a stage publishes: a tick's own flush, then up to two real-time flushes.
 *
 * @param tick the tick
 * @param part 0 for the tick's own, 1 and 2 for the real-time flushes after it
 */
public record Flush(long tick, int part) implements Comparable<Flush> {
    private static final Comparator<Flush> ORDER =
            Comparator.comparingLong(Flush::tick).thenComparingInt(Flush::part);

    public Flush {
        if (tick < 0 || part < 0 || part > 2) {
            throw new IllegalArgumentException("no flush: tick " + tick + " part " + part);
        }
    }

    /** A tick's own flush. */
    public static Flush of(long tick) {
        return new Flush(tick, 0);
    }

    @Override
    public int compareTo(Flush other) {
        return ORDER.compare(this, other);
    }
}
