package dev.terrane.core.entity;

import java.util.Arrays;

/**
 * Small numbers from 0 that are used again. One that was retired is free only after the next flush,
 * so that whoever listens to flushes never sees two entities with one number.
 */
final class DenseNumbers {
    private int[] free = new int[8];
    private int freeCount;
    private int[] retired = new int[8];
    private int retiredCount;
    private int next;

    int acquire() {
        if (freeCount > 0) {
            freeCount--;
            return free[freeCount];
        }
        int number = next;
        next++;
        return number;
    }

    /** Gives back the number of somebody no flush told of. */
    void release(int number) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount] = number;
        freeCount++;
    }

    void retire(int number) {
        if (retiredCount == retired.length) {
            retired = Arrays.copyOf(retired, retiredCount * 2);
        }
        retired[retiredCount] = number;
        retiredCount++;
    }

    /** A flush was told: what was retired before it is free. */
    void flushed() {
        if (freeCount + retiredCount > free.length) {
            free = Arrays.copyOf(free, Math.max(free.length * 2, freeCount + retiredCount));
        }
        System.arraycopy(retired, 0, free, freeCount, retiredCount);
        freeCount += retiredCount;
        retiredCount = 0;
    }
}
