package dev.terrane.core.entity;

import java.util.Arrays;

/**
 * Which rows of one table were added, removed or written since the last flush, by number. Also the
 * numbers of rows that are gone are here: comparing with what was published tells which. The list
 * is bounded by {@link KernelLimits#rowChangesMax}; over it, and after a clear, it only says that
 * every row may differ. Belongs to the kernel's owner thread.
 */
public final class RowChanges {
    private static final long[] NONE = {};

    /** Longer lists are given up when a flush empties them. */
    private static final int KEPT = 64;

    private final int max;
    private long[] numbers = NONE;
    private int size;
    private boolean all;

    RowChanges(int max) {
        this.max = max;
    }

    /** Whether no row was touched. */
    public boolean isEmpty() {
        return size == 0 && !all;
    }

    /** Whether any row may have been touched; the list is empty then. */
    public boolean isAll() {
        return all;
    }

    /** Length of the list. */
    public int size() {
        return size;
    }

    /** A row number at a position, 0..size-1, in the order of the writes; one may come twice. */
    public long numberAt(int position) {
        return numbers[position];
    }

    void note(long number) {
        if (all || (size > 0 && numbers[size - 1] == number)) {
            return;
        }
        if (size == max) {
            noteAll();
            return;
        }
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.min(max, Math.max(4, size * 2)));
        }
        numbers[size] = number;
        size++;
    }

    void noteAll() {
        all = true;
        size = 0;
    }

    void clear() {
        all = false;
        size = 0;
        if (numbers.length > KEPT) {
            numbers = NONE;
        }
    }
}
