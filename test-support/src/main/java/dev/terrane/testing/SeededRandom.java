package dev.terrane.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A generator that gives the same sequence for the same seed on every machine, with the values
 * tests need: edges are drawn far more often than their share. Not safe for several threads.
 */
public final class SeededRandom implements RandomGenerator {
    private static final long[] LONG_EDGES = {
        0,
        1,
        -1,
        127,
        128,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xFFFF_FFFFL,
        1L << 32,
        (1L << 53) - 1,
        1L << 53,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final double[] DOUBLE_EDGES = {
        0.0,
        -0.0,
        1,
        -1,
        0.1,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Float.MAX_VALUE,
        Float.MIN_VALUE,
        1e16,
        1e-7
    };

    private final long seed;
    private final SplittableRandom random;

    /** A generator at the start of the seed's sequence. */
    public SeededRandom(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** The seed this generator began with. */
    public long seed() {
        return seed;
    }

    /** An independent generator, for a part that must not disturb the sequence of another. */
    public SeededRandom split() {
        return new SeededRandom(random.nextLong());
    }

    @Override
    public long nextLong() {
        return random.nextLong();
    }

    /** An int within both bounds, both included. */
    public int between(int least, int most) {
        return (int) random.nextLong(least, most + 1L);
    }

    /** True once in that many draws. */
    public boolean oneIn(int draws) {
        return random.nextInt(draws) == 0;
    }

    /** One of the values, each equally often. */
    @SafeVarargs
    public final <T> T choice(T... values) {
        return values[random.nextInt(values.length)];
    }

    /** One element of a list that is not empty. */
    public <T> T choice(List<? extends T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** A long: half of the time an edge of some width or its neighbour, else any. */
    public long edgyLong() {
        return nextBoolean()
                ? LONG_EDGES[nextInt(LONG_EDGES.length)] + between(-1, 1)
                : random.nextLong();
    }

    /** An int: half of the time an edge of some width or its neighbour, else any. */
    public int edgyInt() {
        return (int) edgyLong();
    }

    /** A finite double: edges, whole numbers, fractions or any bits. */
    public double edgyDouble() {
        return switch (nextInt(4)) {
            case 0 -> DOUBLE_EDGES[nextInt(DOUBLE_EDGES.length)];
            case 1 -> between(-1000, 1000);
            case 2 -> nextDouble() * 2000 - 1000;
            default -> {
                double any = Double.longBitsToDouble(nextLong());
                yield Double.isFinite(any) ? any : 0;
            }
        };
    }

    /** That many random bytes. */
    public byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        nextBytes(bytes);
        return bytes;
    }

    /** Letters and digits, beginning with a letter, of a length within both bounds. */
    public String word(int least, int most) {
        int length = between(Math.max(1, least), most);
        StringBuilder text = new StringBuilder(length);
        text.append((char) ('a' + nextInt(26)));
        while (text.length() < length) {
            int pick = nextInt(36);
            text.append((char) (pick < 26 ? 'a' + pick : '0' + pick - 26));
        }
        return text.toString();
    }

    /**
     * Valid Unicode of at most that many code points: ASCII, quotes and control characters, Latin,
     * CJK, combining marks, astral planes, and NUL when allowed. Never a lone surrogate.
     */
    public String text(int codePointsMax, boolean nulAllowed) {
        int length = between(0, codePointsMax);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(codePoint(nulAllowed));
        }
        return text.toString();
    }

    private int codePoint(boolean nulAllowed) {
        return switch (nextInt(8)) {
            case 0 -> choice((int) '"', (int) '\\', (int) '/', 0x7F, 0x2028, 0xFEFF, 0xFFFF);
            case 1 -> nulAllowed && oneIn(4) ? 0 : between(1, 0x1F);
            case 2 -> between(0xA0, 0x24F);
            case 3 -> between(0x0300, 0x036F);
            case 4 -> between(0x4E00, 0x9FFF);
            case 5 -> between(0x1F300, 0x1FAFF);
            default -> between(0x20, 0x7E);
        };
    }

    /** A shuffled copy. */
    public <T> List<T> shuffled(List<? extends T> values) {
        List<T> copy = new ArrayList<>(values);
        for (int i = copy.size() - 1; i > 0; i--) {
            int other = nextInt(i + 1);
            T swapped = copy.get(i);
            copy.set(i, copy.get(other));
            copy.set(other, swapped);
        }
        return copy;
    }
}
