package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.MemberChanges;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.schema.MaskName;
import java.nio.charset.StandardCharsets;

/**
 * What a publisher knows of one class of entities: where each dirty bit of the kernel belongs, and
 * which members real-time flushes publish.
 */
final class EntityShape {
    /** Kinds of members, the low bits of {@link #memberAt}. */
    static final int NUMBER = 0;

    static final int TEXT = 1;
    static final int TABLE = 2;
    static final int CONTAINER = 3;

    static final int KIND_BITS = 2;
    static final int KIND = 3;

    private final LineShape fields;
    private final LineShape[] tables;
    private final int containers;
    private final int[] members;
    private final long[] all;
    private final long[] realTime;
    private final long[] listed;
    private final long nameBytes;

    EntityShape(EntityLayout layout, MemberChanges changes) {
        fields = new LineShape(layout.fields());
        tables = new LineShape[layout.tables().size()];
        long names = utf8(layout.name());
        for (int i = 0; i < tables.length; i++) {
            TableLayout table = layout.tables().valueAt(i);
            tables[i] = new LineShape(table.columns());
            names += utf8(table.rowClass());
        }
        nameBytes = names;
        containers = layout.containers().size();
        members = new int[changes.size()];
        all = new long[Math.max(1, (members.length + 63) / 64)];
        realTime = new long[all.length];
        listed = new long[all.length];
        for (int ordinal = 0; ordinal < members.length; ordinal++) {
            members[ordinal] = member(layout, changes.indexAt(ordinal));
            int kind = members[ordinal] & KIND;
            long bit = 1L << ordinal;
            all[ordinal >> 6] |= bit;
            if (kind == TABLE || kind == CONTAINER) {
                listed[ordinal >> 6] |= bit;
            }
            // Who comes is shown whole, with members that are not real time: that is the tick's.
            boolean now = (changes.maskBits(ordinal) & MaskName.REAL_TIME.bit()) != 0;
            if (now && kind != CONTAINER) {
                realTime[ordinal >> 6] |= bit;
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

    int containerCount() {
        return containers;
    }

    /** Number of fields, tables and containers. */
    int memberCount() {
        return members.length;
    }

    /** Bytes of the names of the class and of its rows' classes. */
    long nameBytes() {
        return nameBytes;
    }

    /** A member's place among those of its kind in the class, above its kind. */
    int memberAt(int ordinal) {
        return members[ordinal];
    }

    /** Whether any ordinal of a word is a table or a container, which list what was touched. */
    boolean isAnyListed(int word, long ordinals) {
        return (ordinals & listed[word]) != 0;
    }

    /** Words of a set of ordinals. */
    int words() {
        return all.length;
    }

    /** Ordinals that a flush publishes. */
    long[] published(boolean realTimeOnly) {
        return realTimeOnly ? realTime : all;
    }

    private int member(EntityLayout layout, long index) {
        int field = layout.fields().positionOf(index);
        if (field >= 0) {
            return (field << KIND_BITS) | (fields.isText(field) ? TEXT : NUMBER);
        }
        int table = layout.tables().positionOf(index);
        return table >= 0
                ? (table << KIND_BITS) | TABLE
                : (layout.containers().positionOf(index) << KIND_BITS) | CONTAINER;
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
