package dev.terrane.core.entity;

import java.util.Arrays;

/**
 * Which rows of one table, or slots of one container, were touched since the last flush, by number.
 * Also the numbers of rows that are gone and of slots that are empty are here: comparing with what
 * was published tells which. The list is bounded by {@link KernelLimits#rowChangesMax}; over it,
 * and after a table is cleared, it only says that every number may differ. Belongs to the kernel's
 * owner thread.
 */
public final class NumberChanges {
    private static final long[] NONE = {};

    /** Longer lists are given up when a flush empties them. */
    private static final int KEPT = 64;

    private final Entity owner;
    private final int max;
    private long[] numbers = NONE;
    private int size;
    private boolean all;

    NumberChanges(Entity owner) {
        this.owner = owner;
        this.max = owner.limits().rowChangesMax();
    }

    /** Whose rows or slots they are. */
    Entity owner() {
        return owner;
    }

    /** Whether nothing was touched. */
    public boolean isEmpty() {
        return size == 0 && !all;
    }

    /** Whether anything may have been touched; the list is empty then. */
    public boolean isAll() {
        return all;
    }

    /** Length of the list. */
    public int size() {
        return size;
    }

    /** A number at a position, 0..size-1, in the order of the writes; one may come twice. */
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
