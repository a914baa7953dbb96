package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.proto.entity.v1alpha1.ContainerDelta;
import dev.terrane.proto.entity.v1alpha1.ContainerPatch;
import dev.terrane.proto.entity.v1alpha1.ContainerReplacement;
import dev.terrane.proto.entity.v1alpha1.ContainerSnapshot;
import dev.terrane.proto.entity.v1alpha1.EntityPatch;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import dev.terrane.proto.entity.v1alpha1.NestedSnapshot;
import dev.terrane.proto.entity.v1alpha1.RowDelta;
import dev.terrane.proto.entity.v1alpha1.RowSnapshot;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.entity.v1alpha1.SlotPatch;
import dev.terrane.proto.entity.v1alpha1.SlotSnapshot;
import dev.terrane.proto.entity.v1alpha1.TableDelta;
import dev.terrane.proto.entity.v1alpha1.TableSnapshot;
import java.util.ArrayList;
import java.util.List;

/** Publications, judged before, as messages; records in ascending order of their index. */
final class MessageWriter {
    private final GuidWidth width;

    MessageWriter(GuidWidth width) {
        this.width = width;
    }

    NestedBaseline baseline(Publication.Baseline baseline) {
        return NestedBaseline.newBuilder()
                .setGeneration(baseline.generation())
                .setRevision(baseline.revision())
                .setSnapshot(
                        NestedSnapshot.newBuilder()
                                .setSchemaId(baseline.snapshot().schemaId())
                                .setRoot(entity(baseline.snapshot().root())))
                .build();
    }

    NestedDelta delta(Publication.Delta delta) {
        return NestedDelta.newBuilder()
                .setSchemaId(delta.schemaId())
                .setGeneration(delta.generation())
                .setRequiredRevision(delta.requiredRevision())
                .setRevision(delta.revision())
                .setRoot(patch(delta.root()))
                .setRootRemoved(delta.removed())
                .build();
    }

    private dev.terrane.proto.entity.v1alpha1.EntitySnapshot entity(EntitySnapshot entity) {
        var message =
                dev.terrane.proto.entity.v1alpha1.EntitySnapshot.newBuilder()
                        .setGuid(entity.guid().value())
                        .setIncarnation(entity.incarnation())
                        .setClassName(entity.className())
                        .addAllFields(scalars(entity.fields()));
        entity.tables()
                .forEach(
                        (table, index) -> {
                            var rows =
                                    TableSnapshot.newBuilder()
                                            .setIndex((int) index)
                                            .setRowClass(table.rowClass());
                            table.rows()
                                    .forEach(
                                            (row, number) ->
                                                    rows.addRows(
                                                            RowSnapshot.newBuilder()
                                                                    .setNumber((int) number)
                                                                    .setIncarnation(
                                                                            row.incarnation())
                                                                    .addAllColumns(
                                                                            scalars(
                                                                                    row
                                                                                            .columns()))));
                            message.addTables(rows);
                        });
        entity.containers()
                .forEach(
                        (container, index) ->
                                message.addContainers(
                                        ContainerSnapshot.newBuilder()
                                                .setIndex((int) index)
                                                .addAllSlots(slots(container.slots()))));
        return message.build();
    }

    private List<SlotSnapshot> slots(IndexMap<EntitySnapshot> children) {
        var slots = new ArrayList<SlotSnapshot>(children.size());
        children.forEach(
                (child, slot) ->
                        slots.add(
                                SlotSnapshot.newBuilder()
                                        .setSlot((int) slot)
                                        .setChild(entity(child))
                                        .build()));
        return slots;
    }

    private ContainerDelta container(ContainerChange change, long index) {
        var message = ContainerDelta.newBuilder().setIndex((int) index);
        switch (change) {
            case ContainerChange.Replacement(IndexMap<EntitySnapshot> children) ->
                    message.setReplacement(
                            ContainerReplacement.newBuilder().addAllSlots(slots(children)));
            case ContainerChange.Patch(IndexMap<Publication.EntityPatch> children) -> {
                var patch = ContainerPatch.newBuilder();
                children.forEach(
                        (child, slot) ->
                                patch.addSlots(
                                        SlotPatch.newBuilder()
                                                .setSlot((int) slot)
                                                .setChild(patch(child))));
                message.setPatch(patch);
            }
        }
        return message.build();
    }

    private EntityPatch patch(Publication.EntityPatch patch) {
        var message =
                EntityPatch.newBuilder()
                        .setGuid(patch.guid().value())
                        .setIncarnation(patch.incarnation())
                        .addAllFields(scalars(patch.fields()));
        patch.tables()
                .forEach(
                        (table, index) -> {
                            var rows = TableDelta.newBuilder().setIndex((int) index);
                            table.rows()
                                    .forEach(
                                            (change, number) ->
                                                    rows.addRows(
                                                            row(change).setNumber((int) number)));
                            message.addTables(rows);
                        });
        patch.containers()
                .forEach((change, index) -> message.addContainers(container(change, index)));
        return message.build();
    }

    private RowDelta.Builder row(RowChange change) {
        var message = RowDelta.newBuilder();
        return switch (change) {
            case RowChange.Add(long incarnation, IndexMap<Value> columns) ->
                    message.setIncarnation(incarnation).addAllColumns(scalars(columns));
            case RowChange.Remove(long required) -> message.setRequiredIncarnation(required);
            case RowChange.Patch(long incarnation, IndexMap<Value> columns) ->
                    message.setRequiredIncarnation(incarnation)
                            .setIncarnation(incarnation)
                            .addAllColumns(scalars(columns));
            case RowChange.Replace(long required, long incarnation, IndexMap<Value> columns) ->
                    message.setRequiredIncarnation(required)
                            .setIncarnation(incarnation)
                            .addAllColumns(scalars(columns));
        };
    }

    private List<ScalarField> scalars(IndexMap<Value> values) {
        var fields = new ArrayList<ScalarField>(values.size());
        values.forEach((value, index) -> fields.add(ValueCodec.toMessage(value, index, width)));
        return fields;
    }
}
