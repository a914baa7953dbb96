package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Immutable map from numbers 1..2^32-1 (member indices, row numbers, slots) to values, in ascending
 * order of the number. Equality is by content.
 *
 * @param <V> type of the values
 */
public final class IndexMap<V> {
    /** Highest key: 2^32-1. */
    public static final long KEY_MAX = 0xFFFF_FFFFL;

    private static final IndexMap<?> EMPTY = new IndexMap<>(new long[0], List.of());

    private final long[] keys;
    private final List<V> values;

    private IndexMap(long[] keys, List<V> values) {
        this.keys = keys;
        this.values = values;
    }

    /** The map without entries. */
    @SuppressWarnings("unchecked") // It holds no value of any type.
    public static <V> IndexMap<V> empty() {
        return (IndexMap<V>) EMPTY;
    }

    /** A map of one entry. */
    public static <V> IndexMap<V> of(long key, V value) {
        return new Builder<V>().put(key, value).build();
    }

    /** A builder; entries may come in any order. */
    public static <V> Builder<V> builder() {
        return new Builder<>();
    }

    /** Number of entries. */
    public int size() {
        return keys.length;
    }

    /** Whether there are no entries. */
    public boolean isEmpty() {
        return keys.length == 0;
    }

    /** Key at a position, 0..size-1, ascending. */
    public long keyAt(int position) {
        return keys[position];
    }

    /** Value at a position, 0..size-1. */
    public V valueAt(int position) {
        return values.get(position);
    }

    /** Position of a key, or a negative number. */
    public int positionOf(long key) {
        return Arrays.binarySearch(keys, key);
    }

    /** Whether the key is present. */
    public boolean has(long key) {
        return positionOf(key) >= 0;
    }

    /** The value of a key. */
    public Optional<V> find(long key) {
        int position = positionOf(key);
        return position < 0 ? Optional.empty() : Optional.of(values.get(position));
    }

    /** The value of a key that is present; throws otherwise. */
    public V get(long key) {
        int position = positionOf(key);
        if (position < 0) {
            throw new IllegalArgumentException("no entry " + key);
        }
        return values.get(position);
    }

    /** All values in key order. */
    public List<V> values() {
        return values;
    }

    /** Calls back for each entry in key order. */
    public void forEach(ObjLongConsumer<? super V> action) {
        for (int i = 0; i < keys.length; i++) {
            action.accept(values.get(i), keys[i]);
        }
    }

    /** Whether both maps have the same keys. */
    public boolean sameKeys(IndexMap<?> other) {
        return Arrays.equals(keys, other.keys);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexMap<?> that
                && Arrays.equals(keys, that.keys)
                && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(keys) + values.hashCode();
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (int i = 0; i < keys.length; i++) {
            text.append(i == 0 ? "" : ", ").append(keys[i]).append('=').append(values.get(i));
        }
        return text.append('}').toString();
    }

    /**
     * Collects entries. A key outside 1..2^32-1 or one already put is a programmer's error here;
     * untrusted input is asked with {@link #accepts} first.
     *
     * @param <V> type of the values
     */
    public static final class Builder<V> {
        private long[] keys = new long[8];
        private final List<V> values = new ArrayList<>();
        private boolean ascending = true;

        /** Whether the key is in range. */
        public static boolean accepts(long key) {
            return key >= 1 && key <= KEY_MAX;
        }

        /** Adds an entry. */
        public Builder<V> put(long key, V value) {
            if (!accepts(key)) {
                throw new IllegalArgumentException("index outside 1..4294967295: " + key);
            }
            int size = values.size();
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, size * 2);
            }
            ascending &= size == 0 || keys[size - 1] < key;
            keys[size] = key;
            values.add(value);
            return this;
        }

        /** Number of entries so far. */
        public int size() {
            return values.size();
        }

        /** The map; throws when a key was put twice. */
        public IndexMap<V> build() {
            long repeated = findDuplicate();
            if (repeated != 0) {
                throw new IllegalArgumentException("index " + repeated + " twice");
            }
            if (values.isEmpty()) {
                return empty();
            }
            sort();
            return new IndexMap<>(Arrays.copyOf(keys, values.size()), List.copyOf(values));
        }

        /** A key that was put twice, or 0 when all differ. */
        public long findDuplicate() {
            if (ascending) {
                return 0;
            }
            long[] sorted = Arrays.copyOf(keys, values.size());
            Arrays.sort(sorted);
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i - 1] == sorted[i]) {
                    return sorted[i];
                }
            }
            return 0;
        }

        private void sort() {
            if (ascending) {
                return;
            }
            var order = new Integer[values.size()];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compare(keys[a], keys[b]));
            var sortedKeys = new long[order.length];
            var sortedValues = new ArrayList<V>(order.length);
            for (int i = 0; i < order.length; i++) {
                sortedKeys[i] = keys[order[i]];
                sortedValues.add(values.get(order[i]));
            }
            keys = sortedKeys;
            values.clear();
            values.addAll(sortedValues);
            ascending = true;
        }
    }
}
