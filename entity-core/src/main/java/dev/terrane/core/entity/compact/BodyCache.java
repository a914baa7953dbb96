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

    /** All bodies. */
    ByteSink bytes() {
        return bytes;
    }

    /** Keeps a body; returns its place. */
    int keep(long key, ByteSink body) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        bytes.append(body);
        keys[size] = key;
        ends[size] = bytes.size();
        size++;
        return size - 1;
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
