package dev.terrane.core.entity;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mutable map from numbers to values in ascending order of the number, kept in two arrays: reading
 * it allocates nothing and boxes no number. Insertion in front of others moves them.
 *
 * @param <V> type of the values
 */
public final class NumberMap<V> {
    private static final long[] NO_KEYS = {};
    private static final Object[] NO_VALUES = {};

    private long[] keys = NO_KEYS;
    private @Nullable Object[] values = NO_VALUES;
    private int size;
    private final List<V> view =
            new AbstractList<>() {
                @Override
                public V get(int position) {
                    if (position >= size) {
                        throw new IndexOutOfBoundsException(position);
                    }
                    return valueAt(position);
                }

                @Override
                public int size() {
                    return size;
                }
            };

    /** Number of entries. */
    public int size() {
        return size;
    }

    /** Number at a position, 0..size-1, ascending. */
    public long keyAt(int position) {
        return keys[position];
    }

    /** Value at a position, 0..size-1. */
    @SuppressWarnings({"unchecked", "NullAway"}) // Positions below size hold values of type V only.
    public V valueAt(int position) {
        return (V) values[position];
    }

    /** Position of the key, or the negative insertion point minus one. */
    public int positionOf(long key) {
        if (size == 0 || keys[size - 1] < key) {
            return -size - 1;
        }
        return Arrays.binarySearch(keys, 0, size, key);
    }

    /** The value of a number; null when there is none. */
    public @Nullable V find(long key) {
        int position = positionOf(key);
        return position < 0 ? null : valueAt(position);
    }

    /** Puts a value under a key that is free. */
    public void insert(long key, V value) {
        int position = -positionOf(key) - 1;
        if (position < 0) {
            throw new IllegalStateException("number " + key + " is taken");
        }
        if (size == keys.length) {
            int capacity = Math.max(4, size * 2);
            keys = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        System.arraycopy(keys, position, keys, position + 1, size - position);
        System.arraycopy(values, position, values, position + 1, size - position);
        keys[position] = key;
        values[position] = value;
        size++;
    }

    /** Puts a value under a number; returns what was there, or null. */
    public @Nullable V put(long key, V value) {
        int position = positionOf(key);
        if (position < 0) {
            insert(key, value);
            return null;
        }
        V before = valueAt(position);
        values[position] = value;
        return before;
    }

    /** Takes a key out; null when it was not there. */
    public @Nullable V remove(long key) {
        int position = positionOf(key);
        if (position < 0) {
            return null;
        }
        V removed = valueAt(position);
        size--;
        System.arraycopy(keys, position + 1, keys, position, size - position);
        System.arraycopy(values, position + 1, values, position, size - position);
        values[size] = null;
        return removed;
    }

    /** Takes everything out. */
    public void clear() {
        Arrays.fill(values, 0, size, null);
        size = 0;
    }

    /** Live, read-only view of the values in key order. */
    public List<V> view() {
        return view;
    }

    /** Copy of the values in key order; safe while the map changes. */
    public List<V> copy() {
        return List.copyOf(view);
    }
}
