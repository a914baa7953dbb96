package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.Publication.RowChange;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/** Reads values and rows of one frame and counts the work they make. */
final class RowDecoder {
    private final CompactLimits limits;
    private long work;

    RowDecoder(CompactLimits limits) {
        this.limits = limits;
    }

    /** Every row of a complete table. */
    IndexMap<RowSnapshot> rows(ByteSource in, Plan plan, int table, IntToLongFunction count) {
        Scalars columns = plan.columns(table);
        var rows = new IndexMap.Builder<RowSnapshot>();
        long runs = in.varint(Integer.MAX_VALUE);
        long next = 1;
        for (long run = 0; run < runs; run++) {
            int start = in.position();
            long number = next + in.varint(IndexMap.KEY_MAX);
            long last = number + in.varint(IndexMap.KEY_MAX);
            if (last > IndexMap.KEY_MAX) {
                throw CompactException.malformed(start);
            }
            for (; number <= last; number++) {
                requireRows(rows.size() + 1, plan, table);
                spend(1);
                rows.put(number, new RowSnapshot(count.applyAsLong(table), complete(in, columns)));
            }
            next = last + 2;
        }
        return rows.build();
    }

    /** Operations on the rows of a table; new rows take the next lifetimes. */
    IndexMap<RowChange> changes(
            ByteSource in,
            Plan plan,
            int table,
            IndexMap<RowSnapshot> rows,
            IntToLongFunction lifetimes) {
        Scalars columns = plan.columns(table);
        var changes = new IndexMap.Builder<RowChange>();
        long count = in.varint(Integer.MAX_VALUE);
        if (count == 0) {
            throw CompactException.rejected(Reason.EMPTY_PATCH, location(plan, table));
        }
        long next = 1;
        for (long i = 0; i < count; i++) {
            int start = in.position();
            long head = in.varint((IndexMap.KEY_MAX << 2) | 3);
            long number = next + (head >>> 2);
            if (number > IndexMap.KEY_MAX) {
                throw CompactException.malformed(start);
            }
            next = number + 1;
            spend(1);
            int position = rows.positionOf(number);
            boolean adds = (head & 3) == BodyEncoder.ADD;
            if (adds == (position >= 0)) {
                throw CompactException.rejected(
                        Reason.ROW_STATE, location(plan, table) + "[" + number + "]");
            }
            long known = adds ? 0 : rows.valueAt(position).incarnation();
            changes.put(
                    number,
                    switch ((int) (head & 3)) {
                        case BodyEncoder.ADD ->
                                new RowChange.Add(
                                        lifetimes.applyAsLong(table), complete(in, columns));
                        case BodyEncoder.REPLACE ->
                                new RowChange.Replace(
                                        known, lifetimes.applyAsLong(table), complete(in, columns));
                        case BodyEncoder.REMOVE -> new RowChange.Remove(known);
                        default -> {
                            BitSet mask = Mask.read(in, columns.size(), location(plan, table));
                            yield new RowChange.Patch(known, partial(in, columns, mask));
                        }
                    });
        }
        return changes.build();
    }

    /** Every value. */
    IndexMap<Value> complete(ByteSource in, Scalars scalars) {
        if (scalars.size() == 0) {
            return IndexMap.empty();
        }
        spend(scalars.size());
        var values = new IndexMap.Builder<Value>();
        for (int i = 0; i < scalars.size(); i++) {
            values.put(scalars.indexAt(i), scalars.read(in, i, limits));
        }
        return values.build();
    }

    /** The values of the masked members. */
    IndexMap<Value> partial(ByteSource in, Scalars scalars, BitSet mask) {
        var values = new IndexMap.Builder<Value>();
        for (int i = mask.nextSetBit(0); i >= 0 && i < scalars.size(); i = mask.nextSetBit(i + 1)) {
            spend(1);
            values.put(scalars.indexAt(i), scalars.read(in, i, limits));
        }
        return values.build();
    }

    /** Counts what the frame decodes to. */
    void spend(int amount) {
        work += amount;
        if (work > limits.frameWorkMax()) {
            throw CompactException.over(
                    Refusal.Limit.FRAME_WORK, limits.frameWorkMax(), work, "frame");
        }
    }

    private void requireRows(int rows, Plan plan, int table) {
        int max = limits.stream().snapshot().rowsMax();
        if (rows > max) {
            throw CompactException.over(Refusal.Limit.ROWS, max, rows, location(plan, table));
        }
    }

    private static String location(Plan plan, int table) {
        return plan.className() + "." + plan.table(table).name();
    }
}
