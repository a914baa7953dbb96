package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import java.util.Arrays;

/**
 * Judges the structure of a delta against its binding and the limits of one patch; knows no state.
 */
final class PatchCheck {
    private final StreamLimits limits;
    private final Meter operations;
    private final Meter values;
    private final Meter text;

    private PatchCheck(StreamLimits limits) {
        this.limits = limits;
        operations = new Meter(Refusal.Limit.PATCH_OPERATIONS, limits.patchOperationsMax());
        values = new Meter(Refusal.Limit.PATCH_VALUES, limits.patchValuesMax());
        text = new Meter(Refusal.Limit.PATCH_STRING_BYTES, limits.patchStringBytesMax());
    }

    static void requireDelta(StreamBinding binding, Delta delta, StreamLimits limits) {
        if (!delta.schemaId().equals(binding.schemaId())) {
            throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, "schema id");
        }
        if (delta.generation() != binding.generation()) {
            throw RefusedException.rejected(
                    Reason.GENERATION_MISMATCH, Long.toString(delta.generation()));
        }
        if (delta.requiredRevision() < 1 || delta.revision() - 1 != delta.requiredRevision()) {
            throw RefusedException.rejected(
                    Reason.REVISION, delta.requiredRevision() + " to " + delta.revision());
        }
        EntityPatch root = delta.root();
        if (!root.guid().equals(binding.root()) || root.incarnation() != binding.incarnation()) {
            throw RefusedException.rejected(
                    Reason.ROOT_MISMATCH, root.guid() + " incarnation " + root.incarnation());
        }
        if (delta.removed() && !root.isEmpty()) {
            throw RefusedException.rejected(Reason.REMOVAL_WITH_CHANGES, binding.layout().name());
        }
        if (!delta.removed() && root.isEmpty()) {
            throw RefusedException.rejected(Reason.EMPTY_PATCH, binding.layout().name());
        }
        var check = new PatchCheck(limits);
        check.text.add(Texts.utf8Bytes(binding.schemaId()), "schema id");
        check.requirePatch(binding.tree(), root);
    }

    private void requirePatch(StreamLayout tree, EntityPatch root) {
        EntityLayout layout = tree.members();
        operations.add(1, layout.name());
        requireSubset(layout.fields(), root.fields(), layout.name());
        root.tables()
                .forEach(
                        (patch, index) -> {
                            TableLayout table =
                                    layout.tables()
                                            .find(index)
                                            .orElseThrow(
                                                    () ->
                                                            RefusedException.rejected(
                                                                    layout.fields().has(index)
                                                                            ? Reason.MEMBER_KIND
                                                                            : Reason.UNKNOWN_MEMBER,
                                                                    layout.name() + "." + index));
                            requireTable(table, patch.rows(), layout.name() + "." + table.name());
                        });
        root.containers()
                .forEach(
                        (change, index) -> {
                            int position = layout.containers().positionOf(index);
                            if (position < 0) {
                                throw RefusedException.rejected(
                                        layout.fields().has(index) || layout.tables().has(index)
                                                ? Reason.MEMBER_KIND
                                                : Reason.UNKNOWN_MEMBER,
                                        layout.name() + "." + index);
                            }
                            requireContainer(tree, position, change);
                        });
    }

    private void requireContainer(StreamLayout tree, int container, ContainerChange change) {
        String location =
                tree.members().name() + "." + tree.members().containers().valueAt(container).name();
        operations.add(1, location);
        switch (change) {
            case ContainerChange.Replacement(IndexMap<EntitySnapshot> slots) ->
                    slots.forEach(
                            (child, slot) -> {
                                operations.add(1, location);
                                requireWhole(
                                        admitted(tree, container, child.guid(), location), child);
                            });
            case ContainerChange.Patch(IndexMap<EntityPatch> slots) -> {
                if (slots.isEmpty()) {
                    throw RefusedException.rejected(Reason.EMPTY_PATCH, location);
                }
                slots.forEach(
                        (child, slot) -> {
                            operations.add(1, location);
                            if (child.isEmpty()) {
                                throw RefusedException.rejected(
                                        Reason.EMPTY_PATCH, location + "[" + slot + "]");
                            }
                            requirePatch(admitted(tree, container, child.guid(), location), child);
                        });
            }
        }
    }

    /** Counts a replacement's child; its members are judged with the state they become. */
    private void requireWhole(StreamLayout tree, EntitySnapshot child) {
        EntityLayout layout = tree.members();
        operations.add(1, layout.name());
        text.add(Texts.utf8Bytes(child.className()), layout.name());
        count(child.fields(), layout.name());
        for (EntitySnapshot.TableSnapshot table : child.tables().values()) {
            operations.add(1L + table.rows().size(), layout.name());
            text.add(Texts.utf8Bytes(table.rowClass()), layout.name());
            table.rows().values().forEach(row -> count(row.columns(), layout.name()));
        }
        for (int i = 0; i < child.containers().size(); i++) {
            int position = layout.containers().positionOf(child.containers().keyAt(i));
            if (position < 0) {
                throw RefusedException.rejected(
                        Reason.UNKNOWN_MEMBER, layout.name() + "." + child.containers().keyAt(i));
            }
            requireContainer(
                    tree,
                    position,
                    new ContainerChange.Replacement(child.containers().valueAt(i).slots()));
        }
    }

    private void count(IndexMap<Value> counted, String location) {
        values.add(counted.size(), location);
        counted.values().forEach(value -> text.add(value.textBytes(), location));
    }

    private static StreamLayout admitted(
            StreamLayout tree, int container, Guid child, String location) {
        StreamLayout layout = tree.findChild(container, child);
        if (layout == null) {
            throw RefusedException.rejected(Reason.CHILD_HIDDEN, location + " guid " + child);
        }
        return layout;
    }

    private void requireTable(TableLayout table, IndexMap<RowChange> rows, String location) {
        operations.add(1, location);
        if (rows.isEmpty()) {
            throw RefusedException.rejected(Reason.EMPTY_PATCH, location);
        }
        var fresh = new long[rows.size()];
        int count = 0;
        for (int i = 0; i < rows.size(); i++) {
            operations.add(1, location);
            RowChange change = rows.valueAt(i);
            String row = location + "[" + rows.keyAt(i) + "]";
            requireForm(table, change, row);
            switch (change) {
                case RowChange.Add add -> fresh[count++] = add.incarnation();
                case RowChange.Replace replace -> fresh[count++] = replace.incarnation();
                case RowChange.Remove _, RowChange.Patch _ -> {}
            }
        }
        SnapshotCheck.requireLifetimes(Arrays.copyOf(fresh, count), location);
    }

    private void requireForm(TableLayout table, RowChange change, String location) {
        switch (change) {
            case RowChange.Add(long incarnation, IndexMap<Value> columns) -> {
                requireForm(incarnation >= 1, location);
                requireComplete(table, columns, location);
            }
            case RowChange.Remove(long required) -> requireForm(required >= 1, location);
            case RowChange.Patch(long incarnation, IndexMap<Value> columns) -> {
                requireForm(incarnation >= 1 && !columns.isEmpty(), location);
                requireSubset(table.columns(), columns, location);
            }
            case RowChange.Replace(long required, long incarnation, IndexMap<Value> columns) -> {
                requireForm(required >= 1 && incarnation > required, location);
                requireComplete(table, columns, location);
            }
        }
    }

    private static void requireForm(boolean fits, String location) {
        if (!fits) {
            throw RefusedException.rejected(Reason.ROW_FORM, location);
        }
    }

    private void requireComplete(TableLayout table, IndexMap<Value> columns, String location) {
        if (!columns.sameKeys(table.columns())) {
            throw SnapshotCheck.mismatch(table.columns(), columns, location);
        }
        requireSubset(table.columns(), columns, location);
    }

    private void requireSubset(
            IndexMap<FieldLayout> layout, IndexMap<Value> changed, String location) {
        for (int i = 0; i < changed.size(); i++) {
            long index = changed.keyAt(i);
            int position = layout.positionOf(index);
            if (position < 0) {
                throw RefusedException.rejected(Reason.UNKNOWN_MEMBER, location + "." + index);
            }
            Value value = changed.valueAt(i);
            values.add(1, location);
            StateMeters.requireFits(
                    layout.valueAt(position), value, limits.snapshot().valueBytesMax(), location);
            text.add(value.textBytes(), location);
        }
    }
}
