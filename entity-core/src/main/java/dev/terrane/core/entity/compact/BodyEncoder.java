package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import java.util.BitSet;

/** Writes bodies of one projection class from states and patches that were judged before. */
final class BodyEncoder {
    static final int ADD = 0;
    static final int REPLACE = 1;
    static final int REMOVE = 2;
    static final int PATCH = 3;

    private final Plan plan;
    private final CompactLimits limits;
    private final ByteSink out = new ByteSink();

    BodyEncoder(Plan plan, CompactLimits limits) {
        this.plan = plan;
        this.limits = limits;
    }

    CompactBody baseline(EntitySnapshot state) {
        out.reset();
        complete(plan.fields(), state.fields());
        for (int i = 0; i < plan.tableCount(); i++) {
            rows(plan.columns(i), state.tables().valueAt(i).rows());
        }
        return CompactBody.of(out);
    }

    CompactBody patch(EntityPatch patch) {
        out.reset();
        var members = new BitSet(plan.members());
        for (int i = 0; i < patch.fields().size(); i++) {
            members.set(plan.fields().positionOf(patch.fields().keyAt(i)));
        }
        for (int i = 0; i < plan.tableCount(); i++) {
            if (patch.tables().has(plan.tableIndex(i))) {
                members.set(plan.fields().size() + i);
            }
        }
        Mask.write(out, members);
        partial(plan.fields(), patch.fields());
        for (int i = 0; i < plan.tableCount(); i++) {
            int position = patch.tables().positionOf(plan.tableIndex(i));
            if (position >= 0) {
                changes(plan.columns(i), patch.tables().valueAt(position).rows());
            }
        }
        return CompactBody.of(out);
    }

    private void rows(Scalars columns, IndexMap<RowSnapshot> rows) {
        out.varint(runs(rows));
        long next = 1;
        int start = 0;
        while (start < rows.size()) {
            int end = start + 1;
            while (end < rows.size() && rows.keyAt(end) == rows.keyAt(end - 1) + 1) {
                end++;
            }
            out.varint(rows.keyAt(start) - next);
            out.varint(end - start - 1L);
            for (int i = start; i < end; i++) {
                complete(columns, rows.valueAt(i).columns());
            }
            // Two runs never touch, so the number right after a run cannot begin the next.
            next = rows.keyAt(end - 1) + 2;
            start = end;
        }
    }

    private static int runs(IndexMap<RowSnapshot> rows) {
        int runs = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (i == 0 || rows.keyAt(i) != rows.keyAt(i - 1) + 1) {
                runs++;
            }
        }
        return runs;
    }

    private void changes(Scalars columns, IndexMap<RowChange> changes) {
        out.varint(changes.size());
        long next = 1;
        for (int i = 0; i < changes.size(); i++) {
            long gap = (changes.keyAt(i) - next) << 2;
            next = changes.keyAt(i) + 1;
            switch (changes.valueAt(i)) {
                case RowChange.Add(long _, IndexMap<Value> values) -> {
                    out.varint(gap | ADD);
                    complete(columns, values);
                }
                case RowChange.Replace(long _, long _, IndexMap<Value> values) -> {
                    out.varint(gap | REPLACE);
                    complete(columns, values);
                }
                case RowChange.Remove(long _) -> out.varint(gap | REMOVE);
                case RowChange.Patch(long _, IndexMap<Value> values) -> {
                    out.varint(gap | PATCH);
                    var members = new BitSet(columns.size());
                    for (int c = 0; c < values.size(); c++) {
                        members.set(columns.positionOf(values.keyAt(c)));
                    }
                    Mask.write(out, members);
                    partial(columns, values);
                }
            }
        }
    }

    private void complete(Scalars scalars, IndexMap<Value> values) {
        for (int i = 0; i < scalars.size(); i++) {
            scalars.write(out, i, values.valueAt(i), limits);
        }
    }

    private void partial(Scalars scalars, IndexMap<Value> values) {
        for (int i = 0; i < values.size(); i++) {
            scalars.write(out, scalars.positionOf(values.keyAt(i)), values.valueAt(i), limits);
        }
    }
}
