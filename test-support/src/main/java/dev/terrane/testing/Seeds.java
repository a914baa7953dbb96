package dev.terrane.testing;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs randomised tests so that every failure can be repeated. Each run has its own seed; a failure
 * names it, and {@code -Dterrane.seed=N} then runs that seed alone. {@code -Dterrane.seeds=N} sets
 * the number of runs of every test, for long runs. {@code -Dterrane.seeds.root=N} makes every test
 * method draw its seeds from that number and its own name: the same seeds in every run, whatever
 * ran before. Without it each run searches elsewhere.
 */
public final class Seeds {
    /** System property with the only seed to run. */
    public static final String SEED = "terrane.seed";

    /** System property with the number of runs. */
    public static final String RUNS = "terrane.seeds";

    /** System property with the number that all seeds follow from. */
    public static final String ROOT = "terrane.seeds.root";

    private static final String NAME = Seeds.class.getName();
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
        forEach(origin(), runs, work);
    }

    /**
     * {@link #forEach}, then on until the goal is reached, at most ten times as often again; then
     * it is required. Some seeds reach what is rare more often than others: a test that asks for it
     * after a fixed number of runs fails now and then.
     */
    public static void until(Coverage.Goal goal, int runs, Work work) {
        SplittableRandom seeds = origin();
        forEach(seeds, runs, work);
        for (int more = 0; more < EXTENSIONS_MAX && !goal.isReached() && !isRepeated(); more++) {
            forEach(seeds, Math.max(1, runs / 10), work);
        }
        goal.require();
    }

    private static void forEach(SplittableRandom seeds, int runs, Work work) {
        String only = System.getProperty(SEED);
        if (only != null) {
            run(Long.parseLong(only), work);
            return;
        }
        int count = Integer.getInteger(RUNS, runs);
        for (int i = 0; i < count; i++) {
            run(next(seeds), work);
        }
    }

    /** What all seeds of the calling method follow from. */
    private static SplittableRandom origin() {
        Long root = Long.getLong(ROOT);
        return root == null
                ? new SplittableRandom()
                : new SplittableRandom(root ^ ((long) caller().hashCode() << Integer.SIZE));
    }

    private static String caller() {
        return StackWalker.getInstance()
                .walk(
                        frames ->
                                frames.filter(frame -> !frame.getClassName().equals(NAME))
                                        .map(
                                                frame ->
                                                        frame.getClassName()
                                                                + '#'
                                                                + frame.getMethodName())
                                        .findFirst()
                                        .orElse(NAME));
    }

    private static long next(SplittableRandom seeds) {
        return seeds.nextLong() & Long.MAX_VALUE;
    }

    private static boolean isRepeated() {
        return System.getProperty(SEED) != null;
    }

    /** One generator for a test that makes a single run; the seed is printed at once. */
    public static SeededRandom printed() {
        Long given = Long.getLong(SEED);
        long seed = given == null ? next(origin()) : given;
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
