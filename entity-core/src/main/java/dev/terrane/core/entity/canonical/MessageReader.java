package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.proto.entity.v1alpha1.ContainerDelta;
import dev.terrane.proto.entity.v1alpha1.ContainerSnapshot;
import dev.terrane.proto.entity.v1alpha1.EntityPatch;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import dev.terrane.proto.entity.v1alpha1.RowDelta;
import dev.terrane.proto.entity.v1alpha1.RowSnapshot;
import dev.terrane.proto.entity.v1alpha1.SlotPatch;
import dev.terrane.proto.entity.v1alpha1.SlotSnapshot;
import dev.terrane.proto.entity.v1alpha1.TableDelta;
import dev.terrane.proto.entity.v1alpha1.TableSnapshot;
import java.util.List;

/** Messages as publications; judges records by themselves, not against a binding. */
final class MessageReader {
    private final GuidWidth width;

    MessageReader(GuidWidth width) {
        this.width = width;
    }

    Publication.Baseline baseline(NestedBaseline message) {
        if (!message.hasSnapshot() || !message.getSnapshot().hasRoot()) {
            throw CodecException.rejected(Reason.MISSING_VALUE, "snapshot.root");
        }
        var snapshot =
                new Snapshot(
                        message.getSnapshot().getSchemaId(),
                        entity(message.getSnapshot().getRoot()));
        return new Publication.Baseline(message.getGeneration(), message.getRevision(), snapshot);
    }

    Publication.Delta delta(NestedDelta message) {
        if (!message.hasRoot()) {
            throw CodecException.rejected(Reason.MISSING_VALUE, "root");
        }
        return new Publication.Delta(
                message.getSchemaId(),
                message.getGeneration(),
                message.getRequiredRevision(),
                message.getRevision(),
                patch(message.getRoot()),
                message.getRootRemoved());
    }

    private EntitySnapshot entity(dev.terrane.proto.entity.v1alpha1.EntitySnapshot message) {
        String location = "snapshot.root";
        var tables = new IndexMap.Builder<EntitySnapshot.TableSnapshot>();
        for (TableSnapshot table : message.getTablesList()) {
            long index = Indices.require(table.getIndex(), location);
            tables.put(
                    index,
                    new EntitySnapshot.TableSnapshot(
                            table.getRowClass(),
                            rows(table.getRowsList(), location + "." + index)));
        }
        return new EntitySnapshot(
                Indices.guid(message.getGuid(), width, location),
                message.getIncarnation(),
                message.getClassName(),
                ValueCodec.fromMessages(message.getFieldsList(), width, location),
                Indices.distinct(tables, location),
                containers(message.getContainersList(), location));
    }

    private IndexMap<EntitySnapshot.ContainerSnapshot> containers(
            List<ContainerSnapshot> messages, String location) {
        var containers = new IndexMap.Builder<EntitySnapshot.ContainerSnapshot>();
        for (ContainerSnapshot container : messages) {
            long index = Indices.require(container.getIndex(), location);
            containers.put(
                    index,
                    new EntitySnapshot.ContainerSnapshot(
                            slots(container.getSlotsList(), location + "." + index)));
        }
        return Indices.distinct(containers, location);
    }

    private IndexMap<EntitySnapshot> slots(List<SlotSnapshot> messages, String location) {
        var slots = new IndexMap.Builder<EntitySnapshot>();
        for (SlotSnapshot slot : messages) {
            long number = Indices.require(slot.getSlot(), location);
            if (!slot.hasChild()) {
                throw CodecException.rejected(Reason.MISSING_VALUE, location);
            }
            slots.put(number, entity(slot.getChild()));
        }
        return Indices.distinct(slots, location);
    }

    private IndexMap<ContainerChange> containerChanges(
            List<ContainerDelta> messages, String location) {
        var changes = new IndexMap.Builder<ContainerChange>();
        for (ContainerDelta container : messages) {
            long index = Indices.require(container.getIndex(), location);
            String place = location + "." + index;
            changes.put(
                    index,
                    switch (container.getUpdateCase()) {
                        case REPLACEMENT ->
                                new ContainerChange.Replacement(
                                        slots(container.getReplacement().getSlotsList(), place));
                        case PATCH ->
                                new ContainerChange.Patch(
                                        slotPatches(container.getPatch().getSlotsList(), place));
                        case UPDATE_NOT_SET ->
                                throw CodecException.rejected(Reason.MISSING_VALUE, place);
                    });
        }
        return Indices.distinct(changes, location);
    }

    private IndexMap<Publication.EntityPatch> slotPatches(
            List<SlotPatch> messages, String location) {
        var slots = new IndexMap.Builder<Publication.EntityPatch>();
        for (SlotPatch slot : messages) {
            long number = Indices.require(slot.getSlot(), location);
            if (!slot.hasChild()) {
                throw CodecException.rejected(Reason.MISSING_VALUE, location);
            }
            slots.put(number, patch(slot.getChild()));
        }
        return Indices.distinct(slots, location);
    }

    private IndexMap<EntitySnapshot.RowSnapshot> rows(List<RowSnapshot> messages, String location) {
        var rows = new IndexMap.Builder<EntitySnapshot.RowSnapshot>();
        for (RowSnapshot row : messages) {
            long number = Indices.require(row.getNumber(), location);
            rows.put(
                    number,
                    new EntitySnapshot.RowSnapshot(
                            row.getIncarnation(),
                            ValueCodec.fromMessages(row.getColumnsList(), width, location)));
        }
        return Indices.distinct(rows, location);
    }

    private Publication.EntityPatch patch(EntityPatch message) {
        String location = "root";
        var tables = new IndexMap.Builder<TablePatch>();
        for (TableDelta table : message.getTablesList()) {
            long index = Indices.require(table.getIndex(), location);
            tables.put(
                    index, new TablePatch(rowChanges(table.getRowsList(), location + "." + index)));
        }
        return new Publication.EntityPatch(
                Indices.guid(message.getGuid(), width, location),
                message.getIncarnation(),
                ValueCodec.fromMessages(message.getFieldsList(), width, location),
                Indices.distinct(tables, location),
                containerChanges(message.getContainersList(), location));
    }

    private IndexMap<RowChange> rowChanges(List<RowDelta> messages, String location) {
        var rows = new IndexMap.Builder<RowChange>();
        for (RowDelta row : messages) {
            long number = Indices.require(row.getNumber(), location);
            rows.put(number, rowChange(row, location));
        }
        return Indices.distinct(rows, location);
    }

    private RowChange rowChange(RowDelta row, String location) {
        long required = row.getRequiredIncarnation();
        long incarnation = row.getIncarnation();
        IndexMap<Value> columns = ValueCodec.fromMessages(row.getColumnsList(), width, location);
        if (required == 0 && incarnation > 0) {
            return new RowChange.Add(incarnation, columns);
        }
        if (required > 0 && incarnation == 0 && columns.isEmpty()) {
            return new RowChange.Remove(required);
        }
        if (required > 0 && incarnation == required) {
            return new RowChange.Patch(incarnation, columns);
        }
        if (required > 0 && incarnation > required) {
            return new RowChange.Replace(required, incarnation, columns);
        }
        throw CodecException.rejected(
                Reason.ROW_FORM, location + "[" + Integer.toUnsignedString(row.getNumber()) + "]");
    }
}
