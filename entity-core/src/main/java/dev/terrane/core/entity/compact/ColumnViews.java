package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.entity.stream.Snapshot;
import org.jspecify.annotations.Nullable;

/** Published columns and changes as the objects streams and the canonical codec work with. */
final class ColumnViews {
    private ColumnViews() {}

    /** The published state of a class, with the kernel's incarnations. */
    static Snapshot state(PublishedRoot root, ColumnPlan plan) {
        var tables = new IndexMap.Builder<TableSnapshot>();
        for (int i = 0; i < plan.tableCount(); i++) {
            PublishedTable table = root.table(plan.tablePlace(i));
            var rows = new IndexMap.Builder<RowSnapshot>();
            for (int r = 0; r < table.size(); r++) {
                PublishedRow row = table.rowAt(r);
                rows.put(
                        row.number(),
                        new RowSnapshot(row.incarnation(), plan.table(i).values(row.columns())));
            }
            tables.put(plan.tableIndex(i), new TableSnapshot(plan.rowClass(i), rows.build()));
        }
        return new Snapshot(
                plan.projection().schemaId(),
                new EntitySnapshot(
                        root.entity().guid(),
                        root.entity().lifetime(),
                        plan.projection().layout().name(),
                        plan.fields().values(root.fields()),
                        tables.build()));
    }

    /** Collected changes, which are of this root and class. */
    static EntityPatch patch(PublishedRoot root, ColumnPlan plan, ChangeSet changes) {
        BitScalars fields = plan.fields();
        var values = new IndexMap.Builder<Value>();
        for (int i = 0; i < fields.size(); i++) {
            if (changes.has(i)) {
                values.put(fields.indexAt(i), fields.value(i, root.fields()));
            }
        }
        var tables = new IndexMap.Builder<TablePatch>();
        for (int i = 0; i < plan.tableCount(); i++) {
            if (changes.has(fields.size() + i)) {
                tables.put(
                        plan.tableIndex(i), new TablePatch(rows(changes.rows(i), plan.table(i))));
            }
        }
        return new EntityPatch(
                root.entity().guid(), root.entity().lifetime(), values.build(), tables.build());
    }

    private static IndexMap<RowChange> rows(ChangeSet.Rows changed, BitScalars columns) {
        var rows = new IndexMap.Builder<RowChange>();
        for (int i = 0; i < changed.count(); i++) {
            rows.put(changed.numberAt(i), change(changed.oldAt(i), changed.nowAt(i), columns));
        }
        return rows.build();
    }

    private static RowChange change(
            @Nullable PublishedRow old, @Nullable PublishedRow now, BitScalars columns) {
        if (old == null) {
            if (now == null) {
                throw new IllegalStateException("a row that was not and is not");
            }
            return new RowChange.Add(now.incarnation(), columns.values(now.columns()));
        }
        if (now == null) {
            return new RowChange.Remove(old.incarnation());
        }
        if (old.incarnation() != now.incarnation()) {
            return new RowChange.Replace(
                    old.incarnation(), now.incarnation(), columns.values(now.columns()));
        }
        var values = new IndexMap.Builder<Value>();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.differ(i, old.columns(), now.columns())) {
                values.put(columns.indexAt(i), columns.value(i, now.columns()));
            }
        }
        return new RowChange.Patch(now.incarnation(), values.build());
    }
}
