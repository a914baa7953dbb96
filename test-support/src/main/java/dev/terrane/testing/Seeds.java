package dev.terrane.testing;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs randomised tests so that every failure can be repeated. Each run has its own seed; a failure
 * names it, and {@code -Dterrane.seed=N} then runs that seed alone. {@code -Dterrane.seeds=N} sets
 * the number of runs of every test, for long runs.
 */
public final class Seeds {
    /** System property with the only seed to run. */
    public static final String SEED = "terrane.seed";

    /** System property with the number of runs. */
    public static final String RUNS = "terrane.seeds";

    private static final int EXTENSIONS_MAX = 100;

    private Seeds() {}

    /** One randomised test run. */
    @FunctionalInterface
    public interface Work {
        /** Runs with all its randomness taken from the argument. */
        void run(SeededRandom random) throws Exception;
    }

    /** Runs the work that often, each time with a new seed, and stops at the first failure. */
    public static void forEach(int runs, Work work) {
        String only = System.getProperty(SEED);
        if (only != null) {
            run(Long.parseLong(only), work);
            return;
        }
        int count = Integer.getInteger(RUNS, runs);
        SplittableRandom seeds = new SplittableRandom();
        for (int i = 0; i < count; i++) {
            run(seeds.nextLong() & Long.MAX_VALUE, work);
        }
    }

    /**
     * {@link #forEach}, then on until the goal is reached, at most ten times as often again; then
     * it is required. Some seeds reach what is rare more often than others: a test that asks for it
     * after a fixed number of runs fails now and then.
     */
    public static void until(Coverage.Goal goal, int runs, Work work) {
        forEach(runs, work);
        for (int more = 0; more < EXTENSIONS_MAX && !goal.isReached() && !isRepeated(); more++) {
            forEach(Math.max(1, runs / 10), work);
        }
        goal.require();
    }

    private static boolean isRepeated() {
        return System.getProperty(SEED) != null;
    }

    /** One generator for a test that makes a single run; the seed is printed at once. */
    public static SeededRandom printed() {
        Long given = Long.getLong(SEED);
        long seed = given == null ? new SplittableRandom().nextLong() & Long.MAX_VALUE : given;
        System.out.println("seed " + seed + " (repeat with -D" + SEED + "=" + seed + ")");
        return new SeededRandom(seed);
    }

    private static void run(long seed, Work work) {
        try {
            work.run(new SeededRandom(seed));
        } catch (Exception | AssertionError | StackOverflowError failure) {
            throw failure(seed, failure);
        }
    }

    private static AssertionError failure(long seed, @Nullable Throwable cause) {
        String text = cause == null ? "" : ": " + cause.getMessage();
        return new AssertionError(
                "failed with seed " + seed + " (repeat with -D" + SEED + "=" + seed + ")" + text,
                cause);
    }
}
