package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one entity looked like before each published change, oldest first: the value a field had,
 * the row a table had under a number, the child a container had in a slot. The state at any flush
 * since {@link #droppedThrough} follows from it and the state now, at a cost that follows what
 * changed in between.
 *
 * <p>A member is named by a number: a field by its place in the class, tables and then containers
 * by the complement of theirs.
 */
final class History {
    private static final int CAPACITY = 4;

    /** Longer histories give their arrays up when they are empty. */
    private static final int KEPT = 64;

    // One array, for a root that changes is found in as few places as may be: flush, member, key.
    private static final int MEMBER = 1;
    private static final int KEY = 2;
    private static final int STRIDE = 3;

    /** Bytes an entry counts, beside what it holds on to. */
    static final int ENTRY_BYTES = STRIDE * Long.BYTES + 2 * Integer.BYTES;

    private static final long[] NONE = {};
    private static final int[] NO_WEIGHTS = {};

    private final int max;
    private long[] entries = NONE;
    private @Nullable Object @Nullable [] olds;
    private int[] weights = NO_WEIGHTS;
    private int size;

    /** What the texts, rows and children take. */
    private long held;

    private long droppedThrough;

    /** A history that begins with a flush and keeps about that many entries at most. */
    History(long start, int max) {
        this.max = max;
        this.droppedThrough = start;
    }

    int size() {
        return size;
    }

    /** About how many bytes it holds on to. */
    long bytes() {
        return (long) size * ENTRY_BYTES + held;
    }

    /** How many of them are of the entries from one on. */
    long bytesFrom(int entry) {
        return (long) (size - entry) * ENTRY_BYTES + heldBetween(entry, size);
    }

    /** The flush of the oldest entry; only when there is one. */
    long oldest() {
        return flushAt(0);
    }

    /** The last flush whose entries may be gone. */
    long droppedThrough() {
        return droppedThrough;
    }

    int memberAt(int entry) {
        return (int) entries[entry * STRIDE + MEMBER];
    }

    /** The bits a field had, or the number of a row or slot. */
    long keyAt(int entry) {
        return entries[entry * STRIDE + KEY];
    }

    /** The text a field had, or the row or child there was; null for none. */
    @Nullable Object oldAt(int entry) {
        return olds == null ? null : olds[entry];
    }

    /** The first entry of a flush after this one; the size when there is none. */
    int firstAfter(long flush) {
        int at = size;
        while (at > 0 && flushAt(at - 1) > flush) {
            at--;
        }
        return at;
    }

    void bits(long flush, int field, long old) {
        add(flush, field, old, null, 0);
    }

    void text(long flush, int field, ByteText old) {
        add(flush, field, 0, old, old.size());
    }

    void row(long flush, int table, long number, @Nullable PublishedRow old) {
        add(flush, ~table, number, old, old == null ? 0 : old.bytes());
    }

    void slot(long flush, int member, long slot, @Nullable PublishedChild old) {
        add(flush, member, slot, old, old == null ? 0 : old.bytes());
    }

    /** The first entry of a member from one on, or -1. */
    int find(int member, int from) {
        int at = from;
        while (at < size && memberAt(at) != member) {
            at++;
        }
        return at < size ? at : -1;
    }

    /** Takes back the entries from this one on. */
    void truncate(int entry) {
        if (olds != null) {
            held -= heldBetween(entry, size);
            Arrays.fill(olds, entry, size, null);
        }
        size = entry;
    }

    /** Forgets what only bases before this flush need. */
    void keepFrom(long flush) {
        if (size == 0 || entries[0] > flush) {
            return;
        }
        if (olds == null && flushAt(size - 1) <= flush && entries.length <= KEPT * STRIDE) {
            // The usual case: all of it goes, and there is nothing to let go of.
            droppedThrough = flushAt(size - 1);
            size = 0;
            return;
        }
        drop(firstAfter(flush));
    }

    /** Forgets the oldest flushes until the bound holds; the last flush always stays whole. */
    void bound() {
        if (size > max) {
            int last = firstAfter(flushAt(size - 1) - 1);
            int over = Math.min(size - max, last);
            if (over > 0) {
                drop(Math.min(last, firstAfter(flushAt(over - 1))));
            }
        }
    }

    private long flushAt(int entry) {
        return entries[entry * STRIDE];
    }

    private long heldBetween(int begin, int end) {
        long sum = 0;
        for (int entry = begin; olds != null && entry < end; entry++) {
            sum += weights[entry];
        }
        return sum;
    }

    private void drop(int count) {
        droppedThrough = flushAt(count - 1);
        int left = size - count;
        held -= heldBetween(0, count);
        System.arraycopy(entries, count * STRIDE, entries, 0, left * STRIDE);
        if (olds != null) {
            System.arraycopy(olds, count, olds, 0, left);
            System.arraycopy(weights, count, weights, 0, left);
            Arrays.fill(olds, left, size, null);
        }
        size = left;
        if (left == 0 && entries.length > KEPT * STRIDE) {
            resize(CAPACITY);
        }
    }

    private void add(long flush, int member, long key, @Nullable Object old, long weight) {
        int at = size * STRIDE;
        if (at == entries.length) {
            resize(Math.max(CAPACITY, size * 2));
        }
        entries[at] = flush;
        entries[at + MEMBER] = member;
        entries[at + KEY] = key;
        if (old != null && olds == null) {
            olds = new @Nullable Object[entries.length / STRIDE];
            weights = new int[olds.length];
        }
        if (olds != null) {
            olds[size] = old;
            weights[size] = (int) Math.min(weight, Integer.MAX_VALUE);
            held += weights[size];
        }
        size++;
    }

    private void resize(int capacity) {
        entries = Arrays.copyOf(entries, capacity * STRIDE);
        if (olds != null) {
            olds = size == 0 ? null : Arrays.copyOf(olds, capacity);
            weights = olds == null ? NO_WEIGHTS : Arrays.copyOf(weights, capacity);
        }
    }
}
