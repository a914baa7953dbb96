package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.MemberChanges;
import dev.terrane.core.schema.MaskName;

/**
 * What a publisher knows of one class of entities: where each dirty bit of the kernel belongs, and
 * which members real-time flushes publish.
 */
final class RootShape {
    /** No field and no table: what it shows is compared, not tracked. */
    static final int CONTAINER = Integer.MIN_VALUE;

    private final LineShape fields;
    private final LineShape[] tables;
    private final int[] members;
    private final long[] all;
    private final long[] realTime;

    RootShape(EntityLayout layout, MemberChanges changes) {
        fields = new LineShape(layout.fields());
        tables = new LineShape[layout.tables().size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = new LineShape(layout.tables().valueAt(i).columns());
        }
        members = new int[changes.size()];
        all = new long[(members.length + 63) / 64];
        realTime = new long[all.length];
        for (int ordinal = 0; ordinal < members.length; ordinal++) {
            long index = changes.indexAt(ordinal);
            int field = layout.fields().positionOf(index);
            int table = layout.tables().positionOf(index);
            members[ordinal] = field >= 0 ? field : table >= 0 ? ~table : CONTAINER;
            all[ordinal >> 6] |= 1L << ordinal;
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

    /** A field by its place, a table by its place's complement, or {@link #CONTAINER}. */
    int memberAt(int ordinal) {
        return members[ordinal];
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
