package dev.terrane.core.entity;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which members of one entity changed, and when. A member is named by its ordinal: its place, from
 * 0, among all fields, tables and containers of the class by ascending index. Reading allocates
 * nothing. Time is the number of a flush: what is written before the first flush ends has number 1.
 * Belongs to the kernel's owner thread.
 */
public final class MemberChanges {
    private final ClassShape shape;
    private final long[] dirty;
    private final long[] changedAt;
    private boolean any;

    MemberChanges(ClassShape shape, long flush) {
        this.shape = shape;
        this.dirty = new long[Math.max(1, (shape.members() + 63) / 64)];
        this.changedAt = new long[shape.members()];
        Arrays.fill(changedAt, flush);
    }

    /** Number of members of the class. */
    public int size() {
        return changedAt.length;
    }

    /** Index of the member with an ordinal. */
    public long indexAt(int ordinal) {
        return shape.indexAt(ordinal);
    }

    /** Ordinal of a member; throws for an index that is none. */
    public int ordinalOf(long index) {
        return shape.ordinalOf(index);
    }

    /** Whether any member was written since the last flush. */
    public boolean isAnyDirty() {
        return any;
    }

    /** Whether a member was written since the last flush; the value may be what it was before. */
    public boolean isDirty(int ordinal) {
        return (dirty[ordinal >> 6] & 1L << ordinal) != 0;
    }

    /** The first dirty ordinal at or after another, or -1. */
    public int nextDirty(int ordinal) {
        int word = ordinal >> 6;
        if (word >= dirty.length) {
            return -1;
        }
        long bits = dirty[word] & -1L << ordinal;
        while (bits == 0) {
            word++;
            if (word == dirty.length) {
                return -1;
            }
            bits = dirty[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /**
     * Number of the flush that told, or will tell, of the last write; for a member never written
     * the one that told of the entity. What a recipient that knows the state at flush n misses are
     * the members with a greater number.
     */
    public long changedAt(int ordinal) {
        return changedAt[ordinal];
    }

    /** One bit for each dirty member, 64 ordinals to a word; words 0 to (size - 1) / 64. */
    public long dirtyWord(int word) {
        return dirty[word];
    }

    /** Flags of a member in the schema, as bits of {@link dev.terrane.core.schema.Mask}. */
    public int maskBits(int ordinal) {
        return shape.maskAt(ordinal);
    }

    /** Indices of the dirty members; a copy. */
    public SortedSet<Long> dirtyIndices() {
        var indices = new TreeSet<Long>();
        for (int i = nextDirty(0); i >= 0; i = nextDirty(i + 1)) {
            indices.add(indexAt(i));
        }
        return Collections.unmodifiableSortedSet(indices);
    }

    /** Notes a write; true when it is the first since the last flush. */
    boolean mark(long index, long flush) {
        int ordinal = shape.ordinalOf(index);
        dirty[ordinal >> 6] |= 1L << ordinal;
        changedAt[ordinal] = flush;
        boolean first = !any;
        any = true;
        return first;
    }

    void clear() {
        if (any) {
            // Nearly all classes have one word, and this runs for every changed entity.
            dirty[0] = 0;
            for (int word = 1; word < dirty.length; word++) {
                dirty[word] = 0;
            }
            any = false;
        }
    }
}
