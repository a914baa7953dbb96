package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Refusal;

/** Counts towards one limit and unwinds when it is passed. */
final class Meter {
    private final Refusal.Limit limit;
    private final long max;
    private long used;

    Meter(Refusal.Limit limit, long max) {
        this.limit = limit;
        this.max = max;
    }

    long used() {
        return used;
    }

    void add(long amount, String location) {
        used += amount;
        if (used > max) {
            throw new RefusedException(new Refusal.OverLimit(limit, max, used, location));
        }
    }
}
