package dev.terrane.core.session.physics;

/**
 * Sorts keys in place and allocates nothing, which the library's sort does not promise. Keys come
 * nearly sorted, a body's pairs one after the other.
 */
final class PairSort {
    /** Gaps of a Shell sort (Ciura), continued by 2.25. */
    private static final int[] GAPS = {
        90_927_294,
        40_412_130,
        17_960_946,
        7_982_642,
        3_547_841,
        1_576_818,
        700_808,
        311_470,
        138_431,
        61_525,
        27_344,
        12_153,
        5_401,
        2_400,
        1_066,
        701,
        301,
        132,
        57,
        23,
        10,
        4,
        1
    };

    /** Moves of an insertion sort a key may cost on average before the other way is taken. */
    private static final int MOVES_PER_KEY_MAX = 16;

    private PairSort() {}

    static void sort(long[] keys, int count) {
        long budget = (long) MOVES_PER_KEY_MAX * count;
        for (int i = 1; i < count; i++) {
            int moves = insert(keys, i, 1);
            budget -= moves;
            if (budget < 0) {
                shellSort(keys, count);
                return;
            }
        }
    }

    private static void shellSort(long[] keys, int count) {
        for (int gap : GAPS) {
            for (int i = gap; i < count; i++) {
                insert(keys, i, gap);
            }
        }
    }

    /** Moves the key at a place down to where it belongs among those at distances of the gap. */
    private static int insert(long[] keys, int place, int gap) {
        long key = keys[place];
        int to = place;
        int moves = 0;
        while (to >= gap && keys[to - gap] > key) {
            keys[to] = keys[to - gap];
            to -= gap;
            moves++;
        }
        keys[to] = key;
        return moves;
    }
}
