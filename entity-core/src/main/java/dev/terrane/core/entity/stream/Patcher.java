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
        var tables = new IndexMap.Builder<TableSnapshot>();
        state.tables()
                .forEach(
                        (table, index) ->
                                tables.put(
                                        index,
                                        patch.tables()
                                                .find(index)
                                                .map(
                                                        change ->
                                                                new TableSnapshot(
                                                                        table.rowClass(),
                                                                        applyRows(
                                                                                table.rows(),
                                                                                change.rows(),
                                                                                state.className()
                                                                                        + "."
                                                                                        + index)))
                                                .orElse(table)));
        return new EntitySnapshot(
                state.guid(),
                state.incarnation(),
                state.className(),
                overlay(state.fields(), patch.fields()),
                tables.build(),
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
                var slots = new IndexMap.Builder<EntitySnapshot>();
                for (int i = 0; i < patches.size(); i++) {
                    requireChild(container, patches.keyAt(i), patches.valueAt(i), location);
                }
                container
                        .slots()
                        .forEach(
                                (child, slot) ->
                                        slots.put(
                                                slot,
                                                patches.find(slot)
                                                        .map(patch -> apply(child, patch))
                                                        .orElse(child)));
                yield new ContainerSnapshot(slots.build());
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
        var result = new IndexMap.Builder<Value>();
        values.forEach((value, index) -> result.put(index, changed.find(index).orElse(value)));
        return result.build();
    }
}
