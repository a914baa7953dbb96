package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Snapshot;

/**
 * Published columns, and what they were at a base, as the objects streams and the canonical codec
 * work with. Made on demand, with the kernel's incarnations.
 */
final class ColumnViews {
    private final long base;

    private ColumnViews(long base) {
        this.base = base;
    }

    /** What a class shows now. */
    static Snapshot state(PublishedRoot root, ColumnPlan plan) {
        return state(root, plan, Long.MAX_VALUE);
    }

    /** What a class showed after a flush of which all that followed is kept. */
    static Snapshot state(PublishedRoot root, ColumnPlan plan, long base) {
        return new Snapshot(plan.projection().schemaId(), new ColumnViews(base).entity(root, plan));
    }

    private EntitySnapshot entity(PublishedEntity entity, ColumnPlan plan) {
        var tables = new IndexMap.Builder<TableSnapshot>();
        for (int i = 0; i < plan.tableCount(); i++) {
            tables.put(plan.tableIndex(i), table(entity, plan, i));
        }
        var containers = new IndexMap.Builder<ContainerSnapshot>();
        for (int i = 0; i < plan.containerCount(); i++) {
            containers.put(plan.containerIndex(i), container(entity, plan, i));
        }
        return new EntitySnapshot(
                entity.entity().guid(),
                entity.entity().lifetime(),
                plan.projection().layout().name(),
                plan.fields().values(fields(entity)),
                tables.build(),
                containers.build());
    }

    private Line fields(PublishedEntity entity) {
        History history = entity.history();
        int from = history.firstAfter(base);
        if (from == history.size()) {
            return entity.fields();
        }
        Line fields = entity.fields().copy();
        for (int entry = history.size() - 1; entry >= from; entry--) {
            int member = history.memberAt(entry);
            if (member >= 0 && history.oldAt(entry) instanceof ByteText text) {
                fields.setText(member, text);
            } else if (member >= 0) {
                fields.setBits(member, history.keyAt(entry));
            }
        }
        return fields;
    }

    private TableSnapshot table(PublishedEntity entity, ColumnPlan plan, int position) {
        int place = plan.tablePlace(position);
        var numbers = new ChangeSet.Rows();
        numbers.addAll(entity.history(), ~place, entity.history().firstAfter(base));
        entity.table(place).addNumbers(numbers);
        numbers.settle();
        var rows = new IndexMap.Builder<RowSnapshot>();
        for (int i = 0; i < numbers.count(); i++) {
            PublishedRow row = entity.rowBefore(place, numbers.numberAt(i), numbers.entryAt(i));
            if (row != null) {
                rows.put(
                        numbers.numberAt(i),
                        new RowSnapshot(
                                row.incarnation(), plan.table(position).values(row.columns())));
            }
        }
        return new TableSnapshot(plan.rowClass(position), rows.build());
    }

    private ContainerSnapshot container(PublishedEntity entity, ColumnPlan plan, int position) {
        var slots = new IndexMap.Builder<EntitySnapshot>();
        var children = new BaseChildren();
        children.begin(entity, plan.containerPlace(position), base);
        for (PublishedChild child = children.next(); child != null; child = children.next()) {
            ColumnPlan seen = plan.findChild(position, child.entity().guid());
            if (seen != null) {
                slots.put(children.slot(), entity(child, seen));
            }
        }
        return new ContainerSnapshot(slots.build());
    }
}
