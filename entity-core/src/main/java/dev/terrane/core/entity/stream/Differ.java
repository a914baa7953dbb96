package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;

/** Compares two states of one root and one selection, both judged before. */
final class Differ {
    private Differ() {}

    static EntityPatch diff(EntitySnapshot before, EntitySnapshot after) {
        var tables = new IndexMap.Builder<TablePatch>();
        for (int i = 0; i < after.tables().size(); i++) {
            TableSnapshot was = before.tables().valueAt(i);
            TableSnapshot is = after.tables().valueAt(i);
            var rows = diffRows(was.rows(), is.rows());
            if (!rows.isEmpty()) {
                tables.put(after.tables().keyAt(i), new TablePatch(rows));
            }
        }
        return new EntityPatch(
                after.guid(),
                after.incarnation(),
                changed(before.fields(), after.fields()),
                tables.build(),
                diffContainers(before.containers(), after.containers()));
    }

    private static IndexMap<ContainerChange> diffContainers(
            IndexMap<ContainerSnapshot> before, IndexMap<ContainerSnapshot> after) {
        var changes = new IndexMap.Builder<ContainerChange>();
        for (int i = 0; i < after.size(); i++) {
            var was = before.valueAt(i).slots();
            var is = after.valueAt(i).slots();
            if (!sameChildren(was, is)) {
                changes.put(after.keyAt(i), new ContainerChange.Replacement(is));
                continue;
            }
            var patches = new IndexMap.Builder<EntityPatch>();
            for (int slot = 0; slot < is.size(); slot++) {
                EntityPatch patch = diff(was.valueAt(slot), is.valueAt(slot));
                if (!patch.isEmpty()) {
                    patches.put(is.keyAt(slot), patch);
                }
            }
            if (patches.size() > 0) {
                changes.put(after.keyAt(i), new ContainerChange.Patch(patches.build()));
            }
        }
        return changes.build();
    }

    private static boolean sameChildren(
            IndexMap<EntitySnapshot> before, IndexMap<EntitySnapshot> after) {
        boolean same = before.sameKeys(after);
        for (int i = 0; same && i < after.size(); i++) {
            same =
                    before.valueAt(i).guid().equals(after.valueAt(i).guid())
                            && before.valueAt(i).incarnation() == after.valueAt(i).incarnation();
        }
        return same;
    }

    private static IndexMap<RowChange> diffRows(
            IndexMap<RowSnapshot> before, IndexMap<RowSnapshot> after) {
        var changes = new IndexMap.Builder<RowChange>();
        int old = 0;
        int now = 0;
        while (old < before.size() || now < after.size()) {
            long oldKey = old < before.size() ? before.keyAt(old) : Long.MAX_VALUE;
            long nowKey = now < after.size() ? after.keyAt(now) : Long.MAX_VALUE;
            if (oldKey < nowKey) {
                changes.put(oldKey, new RowChange.Remove(before.valueAt(old).incarnation()));
                old++;
            } else if (nowKey < oldKey) {
                RowSnapshot row = after.valueAt(now);
                changes.put(nowKey, new RowChange.Add(row.incarnation(), row.columns()));
                now++;
            } else {
                diffRow(changes, nowKey, before.valueAt(old), after.valueAt(now));
                old++;
                now++;
            }
        }
        return changes.build();
    }

    private static void diffRow(
            IndexMap.Builder<RowChange> changes,
            long number,
            RowSnapshot before,
            RowSnapshot after) {
        if (before.incarnation() != after.incarnation()) {
            changes.put(
                    number,
                    new RowChange.Replace(
                            before.incarnation(), after.incarnation(), after.columns()));
            return;
        }
        var columns = changed(before.columns(), after.columns());
        if (!columns.isEmpty()) {
            changes.put(number, new RowChange.Patch(after.incarnation(), columns));
        }
    }

    private static IndexMap<Value> changed(IndexMap<Value> before, IndexMap<Value> after) {
        var changed = new IndexMap.Builder<Value>();
        for (int i = 0; i < after.size(); i++) {
            if (!before.valueAt(i).equals(after.valueAt(i))) {
                changed.put(after.keyAt(i), after.valueAt(i));
            }
        }
        return changed.build();
    }
}
