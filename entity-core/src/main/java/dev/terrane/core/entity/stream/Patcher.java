package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import org.jspecify.annotations.Nullable;

/**
 * Builds the state after a patch whose structure was judged before; the old state is not touched.
 */
final class Patcher {
    private Patcher() {}

    static EntitySnapshot apply(EntitySnapshot state, EntityPatch patch) {
        IndexMap<TableSnapshot> tables = state.tables();
        if (!patch.tables().isEmpty()) {
            String owner = state.className() + ".";
            var changed = new IndexMap.Builder<TableSnapshot>();
            for (int i = 0; i < patch.tables().size(); i++) {
                long index = patch.tables().keyAt(i);
                TableSnapshot table = tables.get(index);
                changed.put(
                        index,
                        new TableSnapshot(
                                table.rowClass(),
                                applyRows(
                                        table.rows(),
                                        patch.tables().valueAt(i).rows(),
                                        owner + index)));
            }
            tables = tables.with(changed.build(), (_, table) -> table);
        }
        return new EntitySnapshot(
                state.guid(),
                state.incarnation(),
                state.className(),
                overlay(state.fields(), patch.fields()),
                tables,
                applyContainers(state, patch.containers()));
    }

    private static IndexMap<ContainerSnapshot> applyContainers(
            EntitySnapshot state, IndexMap<ContainerChange> changes) {
        if (changes.isEmpty()) {
            return state.containers();
        }
        var containers = new IndexMap.Builder<ContainerSnapshot>();
        state.containers()
                .forEach(
                        (container, index) ->
                                containers.put(
                                        index,
                                        changes.find(index)
                                                .map(
                                                        change ->
                                                                applyContainer(
                                                                        container,
                                                                        change,
                                                                        state.className()
                                                                                + "."
                                                                                + index))
                                                .orElse(container)));
        return containers.build();
    }

    private static ContainerSnapshot applyContainer(
            ContainerSnapshot container, ContainerChange change, String location) {
        return switch (change) {
            case ContainerChange.Replacement(IndexMap<EntitySnapshot> slots) ->
                    new ContainerSnapshot(slots);
            case ContainerChange.Patch(IndexMap<EntityPatch> patches) -> {
                for (int i = 0; i < patches.size(); i++) {
                    requireChild(container, patches.keyAt(i), patches.valueAt(i), location);
                }
                yield new ContainerSnapshot(
                        container.slots().with(patches, (child, patch) -> apply(child, patch)));
            }
        };
    }

    private static void requireChild(
            ContainerSnapshot container, long slot, EntityPatch patch, String location) {
        EntitySnapshot child = container.slots().find(slot).orElse(null);
        if (child == null
                || !child.guid().equals(patch.guid())
                || child.incarnation() != patch.incarnation()) {
            throw RefusedException.rejected(Reason.CHILD_STATE, location + "[" + slot + "]");
        }
    }

    private static IndexMap<RowSnapshot> applyRows(
            IndexMap<RowSnapshot> rows, IndexMap<RowChange> changes, String location) {
        if (changes.values().stream().allMatch(Patcher::staysInPlace)) {
            var changed = new IndexMap.Builder<RowSnapshot>();
            for (int i = 0; i < changes.size(); i++) {
                long number = changes.keyAt(i);
                RowSnapshot before = rows.find(number).orElse(null);
                RowSnapshot next = applyRow(before, changes.valueAt(i), location, number);
                if (next != null) {
                    changed.put(number, next);
                }
            }
            return rows.with(changed.build(), (_, row) -> row);
        }
        var result = new IndexMap.Builder<RowSnapshot>();
        int old = 0;
        for (int i = 0; i < changes.size(); i++) {
            long number = changes.keyAt(i);
            while (old < rows.size() && rows.keyAt(old) < number) {
                result.put(rows.keyAt(old), rows.valueAt(old));
                old++;
            }
            RowSnapshot row = null;
            if (old < rows.size() && rows.keyAt(old) == number) {
                row = rows.valueAt(old);
                old++;
            }
            RowSnapshot next = applyRow(row, changes.valueAt(i), location, number);
            if (next != null) {
                result.put(number, next);
            }
        }
        while (old < rows.size()) {
            result.put(rows.keyAt(old), rows.valueAt(old));
            old++;
        }
        return result.build();
    }

    private static boolean staysInPlace(RowChange change) {
        return switch (change) {
            case RowChange.Patch _, RowChange.Replace _ -> true;
            case RowChange.Add _, RowChange.Remove _ -> false;
        };
    }

    private static @Nullable RowSnapshot applyRow(
            @Nullable RowSnapshot row, RowChange change, String table, long number) {
        String location = table + "[" + number + "]";
        return switch (change) {
            case RowChange.Add(long incarnation, IndexMap<Value> columns) -> {
                if (row != null) {
                    throw RefusedException.rejected(Reason.ROW_STATE, location);
                }
                yield new RowSnapshot(incarnation, columns);
            }
            case RowChange.Remove(long required) -> {
                require(row, required, location);
                yield null;
            }
            case RowChange.Patch(long incarnation, IndexMap<Value> columns) -> {
                RowSnapshot before = require(row, incarnation, location);
                yield new RowSnapshot(incarnation, overlay(before.columns(), columns));
            }
            case RowChange.Replace(long required, long incarnation, IndexMap<Value> columns) -> {
                require(row, required, location);
                yield new RowSnapshot(incarnation, columns);
            }
        };
    }

    private static RowSnapshot require(
            @Nullable RowSnapshot row, long incarnation, String location) {
        if (row == null || row.incarnation() != incarnation) {
            throw RefusedException.rejected(Reason.ROW_STATE, location);
        }
        return row;
    }

    /** The values with the changed ones in place; the changed keys are among the present ones. */
    private static IndexMap<Value> overlay(IndexMap<Value> values, IndexMap<Value> changed) {
        if (changed.isEmpty()) {
            return values;
        }
        return values.with(changed, (_, value) -> value);
    }
}
