package dev.terrane.testing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what a randomised test really did, so that it can fail when its seeds never reached what
 * it claims to test. Safe for all threads.
 */
public final class Coverage {
    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    /** Counts one occurrence. */
    public void count(Object kind) {
        counts.computeIfAbsent(String.valueOf(kind), key -> new LongAdder()).increment();
    }

    /** How often that kind occurred. */
    public long of(Object kind) {
        LongAdder count = counts.get(String.valueOf(kind));
        return count == null ? 0 : count.sum();
    }

    /**
     * Fails unless each kind occurred at least that often. Does nothing when a single seed is being
     * repeated, which cannot reach everything.
     */
    public void requireAtLeast(long times, Object... kinds) {
        if (System.getProperty(Seeds.SEED) != null) {
            return;
        }
        for (Object kind : kinds) {
            if (of(kind) < times) {
                throw new AssertionError(
                        "reached "
                                + kind
                                + " only "
                                + of(kind)
                                + " times of "
                                + times
                                + ": "
                                + this);
            }
        }
    }

    /** That each kind occurs at least that often. */
    public Goal goal(long times, Object... kinds) {
        return new Goal(this, times, List.of(kinds));
    }

    /** What a randomised test has to reach; {@link Seeds#until} runs until it has. */
    public record Goal(Coverage coverage, long times, List<Object> kinds) {
        boolean isReached() {
            return kinds.stream().allMatch(kind -> coverage.of(kind) >= times);
        }

        void require() {
            coverage.requireAtLeast(times, kinds.toArray());
        }
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
