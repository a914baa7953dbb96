package dev.terrane.core.chunk.maps;

import java.util.Arrays;

/** A growing list of ints that a JSON tree carries instead of a node for each. */
final class IntArray {
    private int[] values = new int[64];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return values[index];
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
