package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.Table;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies what a projection selects out of a live entity. Runs on the kernel's owner thread, reads
 * selected members only and never makes a lazy value or table real. A refusal leaves no partial
 * result.
 */
public final class Capture {
    private Capture() {}

    /** What became of a capture. */
    public sealed interface Result {
        /**
         * The selected state.
         *
         * @param snapshot entities with their lifetimes, rows with the kernel's own incarnations;
         *     see {@link StreamNumbering}
         */
        record Captured(Snapshot snapshot) implements Result {}

        /**
         * No state was taken.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Result {}
    }

    /** Captures by projection: resolves it against the entity's class, then reads. */
    public static Result capture(Entity entity, Projection projection, SnapshotLimits limits) {
        try {
            if (!entity.guid().equals(projection.root())) {
                throw RefusedException.rejected(Reason.ROOT_MISMATCH, projection.root().toString());
            }
            EntityLayout layout = Layouts.resolve(entity.layout(), projection, limits);
            var view = StreamLayout.flat(layout);
            return new Result.Captured(read(entity, projection.schemaId(), view, limits));
        } catch (RefusedException e) {
            return new Result.Refused(e.refusal());
        }
    }

    /**
     * Captures exactly the members a stream is bound to; the binding's layout came from {@link
     * Layouts#select}.
     */
    public static Result capture(Entity entity, StreamBinding binding, SnapshotLimits limits) {
        try {
            if (!entity.guid().equals(binding.root())) {
                throw RefusedException.rejected(Reason.ROOT_MISMATCH, binding.root().toString());
            }
            if (!entity.layout().name().equals(binding.layout().name())) {
                throw RefusedException.rejected(Reason.CLASS_MISMATCH, entity.layout().name());
            }
            return new Result.Captured(read(entity, binding.schemaId(), binding.tree(), limits));
        } catch (RefusedException e) {
            return new Result.Refused(e.refusal());
        }
    }

    /** Captures exactly the members of a projection class, in its precision. */
    public static Result capture(Entity entity, ProjectionClass projection, SnapshotLimits limits) {
        try {
            if (!entity.layout().name().equals(projection.layout().name())) {
                throw RefusedException.rejected(Reason.CLASS_MISMATCH, entity.layout().name());
            }
            return new Result.Captured(read(entity, projection.schemaId(), projection, limits));
        } catch (RefusedException e) {
            return new Result.Refused(e.refusal());
        }
    }

    /** What became of a scalar capture. */
    public sealed interface ScalarResult {
        /**
         * The selected fields.
         *
         * @param snapshot their values
         */
        record Captured(ScalarSnapshot snapshot) implements ScalarResult {}

        /**
         * No state was taken.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements ScalarResult {}
    }

    /**
     * Captures fields only. The caller has authorised each; none selected means identity and class
     * alone. Unknown, 0 and repeated indices are refused.
     */
    public static ScalarResult captureFields(
            Entity entity, List<Long> fields, SnapshotLimits limits) {
        EntityLayout whole = entity.layout();
        var selection = EntityProjection.ofFields(whole.name(), fields);
        try {
            // The schema id is the stream's business; a capture of fields has none.
            var members = new Meter(Refusal.Limit.MEMBERS, limits.membersMax());
            EntityLayout layout = Layouts.selectFlat(whole, selection, members);
            var meters = new StateMeters(limits);
            EntitySnapshot state = readEntity(entity, StreamLayout.flat(layout), meters, 0);
            return new ScalarResult.Captured(
                    new ScalarSnapshot(state.guid(), state.className(), state.fields()));
        } catch (RefusedException e) {
            return new ScalarResult.Refused(e.refusal());
        }
    }

    private static Snapshot read(Entity entity, String schemaId, View view, SnapshotLimits limits) {
        var meters = new StateMeters(limits);
        meters.schema(schemaId);
        return new Snapshot(schemaId, readEntity(entity, view, meters, 0));
    }

    private static EntitySnapshot readEntity(
            Entity entity, View view, StateMeters meters, int depth) {
        if (!entity.isLive()) {
            throw RefusedException.rejected(Reason.STALE, entity.guid().toString());
        }
        EntityLayout layout = view.members();
        Quantisation quantisation = view.quantisation();
        if (!entity.layout().name().equals(layout.name())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, entity.layout().name());
        }
        meters.entity(layout.name(), depth);
        var fields = new IndexMap.Builder<Value>();
        layout.fields()
                .forEach(
                        (field, index) -> {
                            Value value = entity.get(index);
                            meters.value(field, value, layout.name());
                            fields.put(
                                    index, Quantisation.apply(quantisation.fields(), index, value));
                        });
        var tables = new IndexMap.Builder<TableSnapshot>();
        layout.tables()
                .forEach(
                        (table, index) ->
                                tables.put(
                                        index,
                                        readTable(
                                                entity.findMaterialisedTable(index).orElse(null),
                                                table,
                                                quantisation.columns(index),
                                                meters)));
        var containers = new IndexMap.Builder<ContainerSnapshot>();
        for (int i = 0; i < layout.containers().size(); i++) {
            containers.put(
                    layout.containers().keyAt(i),
                    new ContainerSnapshot(readChildren(entity, view, i, meters, depth)));
        }
        return new EntitySnapshot(
                entity.guid(),
                entity.lifetime(),
                layout.name(),
                fields.build(),
                tables.build(),
                containers.build());
    }

    /** The children a layout shows, by slot; hidden ones count as looked at. */
    private static IndexMap<EntitySnapshot> readChildren(
            Entity owner, View view, int position, StateMeters meters, int depth) {
        ContainerLayout layout = view.members().containers().valueAt(position);
        meters.container(layout);
        Container container =
                owner.findMaterialisedContainer(view.members().containers().keyAt(position))
                        .orElse(null);
        var children = new IndexMap.Builder<EntitySnapshot>();
        for (int i = 0; container != null && i < container.size(); i++) {
            meters.slot(layout);
            Entity child = container.childAt(i);
            View admitted = view.findChild(position, child.guid());
            if (admitted != null) {
                children.put(container.slotAt(i), readEntity(child, admitted, meters, depth + 1));
            }
        }
        return children.build();
    }

    private static TableSnapshot readTable(
            @Nullable Table table,
            TableLayout layout,
            IndexMap<FixedPoint> precision,
            StateMeters meters) {
        meters.table(layout);
        if (table == null) {
            return new TableSnapshot(layout.rowClass(), IndexMap.empty());
        }
        var rows = new IndexMap.Builder<RowSnapshot>();
        for (Row row : table.rows()) {
            meters.row(layout);
            var columns = new IndexMap.Builder<Value>();
            for (int i = 0; i < layout.columns().size(); i++) {
                FieldLayout column = layout.columns().valueAt(i);
                long index = layout.columns().keyAt(i);
                Value value = row.get(index);
                meters.value(column, value, layout.name());
                columns.put(index, Quantisation.apply(precision, index, value));
            }
            rows.put(row.number(), new RowSnapshot(row.incarnation(), columns.build()));
        }
        return new TableSnapshot(layout.rowClass(), rows.build());
    }
}
