package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
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

    private static final IndexMap<?> EMPTY = new IndexMap<>(new long[0], new Object[0]);

    private final long[] keys;
    private final Object[] values;

    private IndexMap(long[] keys, Object[] values) {
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
    @SuppressWarnings("unchecked") // Only values of type V are put in.
    public V valueAt(int position) {
        return (V) values[position];
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
        return position < 0 ? Optional.empty() : Optional.of(valueAt(position));
    }

    /** The value of a key that is present; throws otherwise. */
    public V get(long key) {
        int position = positionOf(key);
        if (position < 0) {
            throw new IllegalArgumentException("no entry " + key);
        }
        return valueAt(position);
    }

    /** All values in key order. */
    @SuppressWarnings("unchecked") // Only values of type V are put in.
    public List<V> values() {
        return (List<V>) Collections.unmodifiableList(Arrays.asList(values));
    }

    /** Calls back for each entry in key order. */
    public void forEach(ObjLongConsumer<? super V> action) {
        for (int i = 0; i < keys.length; i++) {
            action.accept(valueAt(i), keys[i]);
        }
    }

    /**
     * The map with other values under some of its keys.
     *
     * @param <C> type of the changes
     * @param changes by key; each key is one of this map
     * @param change makes a value of the one before
     */
    public <C> IndexMap<V> with(
            IndexMap<C> changes, BiFunction<? super V, ? super C, ? extends V> change) {
        Object[] changed = values.clone();
        for (int i = 0; i < changes.size(); i++) {
            int position = positionOf(changes.keyAt(i));
            if (position < 0) {
                throw new IllegalArgumentException("no entry " + changes.keyAt(i));
            }
            changed[position] = change.apply(valueAt(position), changes.valueAt(i));
        }
        return new IndexMap<>(keys, changed);
    }

    /** Whether both maps have the same keys. */
    public boolean sameKeys(IndexMap<?> other) {
        return Arrays.equals(keys, other.keys);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexMap<?> that
                && Arrays.equals(keys, that.keys)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(keys) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (int i = 0; i < keys.length; i++) {
            text.append(i == 0 ? "" : ", ").append(keys[i]).append('=').append(values[i]);
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
            values.add(Objects.requireNonNull(value));
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
            return new IndexMap<>(Arrays.copyOf(keys, values.size()), values.toArray());
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
