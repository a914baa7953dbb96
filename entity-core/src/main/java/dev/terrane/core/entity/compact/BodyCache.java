package dev.terrane.core.entity.compact;

import java.util.Arrays;

/**
 * Bodies that lead to one state of one class, by the state they start from, one after the other in
 * one buffer. A body without bytes says that both states are equal.
 */
final class BodyCache {
    private static final int BYTES = 32;

    private final ByteSink bytes = new ByteSink(BYTES);
    private long[] keys = new long[1];
    private int[] ends = new int[1];
    private int size;

    /** Place of the body from a state, or -1. */
    int find(long key) {
        for (int i = size - 1; i >= 0; i--) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** Where the next body is written. */
    ByteSink bytes() {
        return bytes;
    }

    /** Keeps what was written since the last body; returns its place. */
    int keep(long key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        keys[size] = key;
        ends[size] = bytes.size();
        size++;
        return size - 1;
    }

    /** Forgets what was written since the last body. */
    void discard() {
        bytes.truncate(start(size));
    }

    int start(int place) {
        return place == 0 ? 0 : ends[place - 1];
    }

    int end(int place) {
        return ends[place];
    }

    boolean isEmpty(int place) {
        return start(place) == end(place);
    }

    void clear() {
        bytes.reset();
        size = 0;
    }
}
