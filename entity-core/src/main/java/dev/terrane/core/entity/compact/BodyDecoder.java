package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.BitSet;

/**
 * Reads bodies of the streams of one frame and counts the work they make. Row lifetimes are
 * counted, not read.
 */
final class BodyDecoder {
    private final CompactLimits limits;
    private long work;

    BodyDecoder(CompactLimits limits) {
        this.limits = limits;
    }

    /** Complete state; the counters become those of its rows. */
    EntitySnapshot baseline(ByteSource in, Plan plan, StreamBinding binding, RowCounters counters) {
        IndexMap<Value> fields = complete(in, plan.fields());
        var tables = new IndexMap.Builder<TableSnapshot>();
        for (int i = 0; i < plan.tableCount(); i++) {
            tables.put(
                    plan.tableIndex(i),
                    new TableSnapshot(plan.table(i).rowClass(), rows(in, plan, i, counters)));
        }
        return new EntitySnapshot(
                binding.root(), binding.incarnation(), plan.className(), fields, tables.build());
    }

    /** Changes of a state; new rows move the counters. */
    EntityPatch patch(ByteSource in, Plan plan, EntitySnapshot state, RowCounters counters) {
        BitSet members = Mask.read(in, plan.members(), plan.className());
        IndexMap<Value> fields = partial(in, plan.fields(), members);
        var tables = new IndexMap.Builder<TablePatch>();
        for (int i = 0; i < plan.tableCount(); i++) {
            if (members.get(plan.fields().size() + i)) {
                var rows = state.tables().valueAt(i).rows();
                tables.put(
                        plan.tableIndex(i), new TablePatch(changes(in, plan, i, rows, counters)));
            }
        }
        return new EntityPatch(state.guid(), state.incarnation(), fields, tables.build());
    }

    private IndexMap<RowSnapshot> rows(ByteSource in, Plan plan, int table, RowCounters counters) {
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
                rows.put(number, new RowSnapshot(counters.next(table), complete(in, columns)));
            }
            next = last + 2;
        }
        return rows.build();
    }

    private IndexMap<RowChange> changes(
            ByteSource in, Plan plan, int table, IndexMap<RowSnapshot> rows, RowCounters counters) {
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
                                new RowChange.Add(counters.next(table), complete(in, columns));
                        case BodyEncoder.REPLACE ->
                                new RowChange.Replace(
                                        known, counters.next(table), complete(in, columns));
                        case BodyEncoder.REMOVE -> new RowChange.Remove(known);
                        default -> {
                            BitSet mask = Mask.read(in, columns.size(), location(plan, table));
                            yield new RowChange.Patch(known, partial(in, columns, mask));
                        }
                    });
        }
        return changes.build();
    }

    private IndexMap<Value> complete(ByteSource in, Scalars scalars) {
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

    private IndexMap<Value> partial(ByteSource in, Scalars scalars, BitSet mask) {
        var values = new IndexMap.Builder<Value>();
        for (int i = mask.nextSetBit(0); i >= 0 && i < scalars.size(); i = mask.nextSetBit(i + 1)) {
            spend(1);
            values.put(scalars.indexAt(i), scalars.read(in, i, limits));
        }
        return values.build();
    }

    private void spend(int amount) {
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
