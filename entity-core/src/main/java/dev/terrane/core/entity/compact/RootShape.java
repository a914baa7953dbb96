package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.MemberChanges;
import dev.terrane.core.schema.MaskName;

/**
 * What a publisher knows of one class of entities: where each dirty bit of the kernel belongs, and
 * which members real-time flushes publish.
 */
final class RootShape {
    /** Kinds of members, the low bits of {@link #memberAt}. */
    static final int NUMBER = 0;

    static final int TEXT = 1;
    static final int TABLE = 2;

    /** What it shows is compared, not tracked. */
    static final int CONTAINER = 3;

    static final int KIND_BITS = 2;
    static final int KIND = 3;

    private final LineShape fields;
    private final LineShape[] tables;
    private final int[] members;
    private final long[] all;
    private final long[] realTime;
    private final long[] tableMembers;

    RootShape(EntityLayout layout, MemberChanges changes) {
        fields = new LineShape(layout.fields());
        tables = new LineShape[layout.tables().size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = new LineShape(layout.tables().valueAt(i).columns());
        }
        members = new int[changes.size()];
        all = new long[Math.max(1, (members.length + 63) / 64)];
        realTime = new long[all.length];
        tableMembers = new long[all.length];
        for (int ordinal = 0; ordinal < members.length; ordinal++) {
            long index = changes.indexAt(ordinal);
            int field = layout.fields().positionOf(index);
            int table = layout.tables().positionOf(index);
            members[ordinal] = member(field, table);
            all[ordinal >> 6] |= 1L << ordinal;
            if (table >= 0) {
                tableMembers[ordinal >> 6] |= 1L << ordinal;
            }
            if ((changes.maskBits(ordinal) & MaskName.REAL_TIME.bit()) != 0) {
                realTime[ordinal >> 6] |= 1L << ordinal;
            }
        }
    }

    LineShape fields() {
        return fields;
    }

    int tableCount() {
        return tables.length;
    }

    LineShape table(int place) {
        return tables[place];
    }

    /** A member's place in the class, above its kind. */
    int memberAt(int ordinal) {
        return members[ordinal];
    }

    private int member(int field, int table) {
        if (field >= 0) {
            return (field << KIND_BITS) | (fields.isText(field) ? TEXT : NUMBER);
        }
        return table >= 0 ? (table << KIND_BITS) | TABLE : CONTAINER;
    }

    /** Whether any ordinal of a word is a table. */
    boolean hasTable(int word, long ordinals) {
        return (ordinals & tableMembers[word]) != 0;
    }

    /** Words of a set of ordinals. */
    int words() {
        return all.length;
    }

    /** Ordinals that a flush publishes. */
    long[] published(boolean realTimeOnly) {
        return realTimeOnly ? realTime : all;
    }
}
