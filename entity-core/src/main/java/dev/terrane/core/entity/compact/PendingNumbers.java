package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.NumberChanges;
import java.util.Arrays;

/** Rows of a table or slots of a container that may differ from the live ones, by number. */
final class PendingNumbers {
    private static final long[] NONE = {};

    /** More numbers than these are not looked up one by one. */
    private static final int MAX = 4_096;

    /** Longer lists are given up when they are empty. */
    private static final int KEPT = 64;

    private long[] numbers = NONE;
    private int size;
    private boolean all;

    /** Notes what is to be looked at. */
    void await(NumberChanges changes) {
        if (changes.isAll() || size + changes.size() > MAX) {
            awaitAll();
        }
        if (all) {
            return;
        }
        if (size + changes.size() > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(numbers.length * 2, size + changes.size()));
        }
        for (int i = 0; i < changes.size(); i++) {
            numbers[size] = changes.numberAt(i);
            size++;
        }
    }

    void awaitAll() {
        all = true;
        size = 0;
    }

    /** Whether every number is to be looked at; the list is empty then. */
    boolean isAll() {
        return all;
    }

    int size() {
        return size;
    }

    /** A number; one may come twice. */
    long at(int position) {
        return numbers[position];
    }

    void clear() {
        all = false;
        size = 0;
        if (numbers.length > KEPT) {
            numbers = NONE;
        }
    }
}
