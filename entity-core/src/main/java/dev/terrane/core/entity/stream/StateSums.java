package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;

/**
 * What a state, or a part of it, counts towards the limits of one state.
 *
 * @param entities entities shown
 * @param rows rows of all tables
 * @param members fields, tables, containers and column values
 * @param textBytes bytes of schema id, class names and string values
 */
record StateSums(long entities, long rows, long members, long textBytes) {
    /** Nothing. */
    static final StateSums ZERO = new StateSums(0, 0, 0, 0);

    /** What an entity counts with all that is inside it. */
    static StateSums of(EntitySnapshot entity) {
        long rows = 0;
        long members = (long) entity.fields().size() + entity.tables().size();
        long text = Texts.utf8Bytes(entity.className()) + texts(entity.fields());
        for (TableSnapshot table : entity.tables().values()) {
            text += Texts.utf8Bytes(table.rowClass());
            for (RowSnapshot row : table.rows().values()) {
                rows++;
                members += row.columns().size();
                text += texts(row.columns());
            }
        }
        StateSums sums = new StateSums(1, rows, members + entity.containers().size(), text);
        for (ContainerSnapshot container : entity.containers().values()) {
            for (EntitySnapshot child : container.slots().values()) {
                sums = sums.plus(of(child));
            }
        }
        return sums;
    }

    StateSums plus(StateSums more) {
        return new StateSums(
                entities + more.entities,
                rows + more.rows,
                members + more.members,
                textBytes + more.textBytes);
    }

    StateSums minus(StateSums less) {
        return new StateSums(
                entities - less.entities,
                rows - less.rows,
                members - less.members,
                textBytes - less.textBytes);
    }

    /** Whether the state is within them. */
    boolean fit(SnapshotLimits limits) {
        return entities <= limits.entitiesMax()
                && rows <= limits.rowsMax()
                && members <= limits.membersMax()
                && textBytes <= limits.stringBytesMax();
    }

    /**
     * After the values and rows of a patch that fits the state it is applied to. Who comes and goes
     * with it is apart.
     */
    StateSums after(EntitySnapshot state, EntityPatch patch) {
        StateSums sums = after(0, 0, texts(state.fields(), patch.fields()));
        for (int i = 0; i < patch.tables().size(); i++) {
            TableSnapshot table = state.tables().get(patch.tables().keyAt(i));
            IndexMap<RowChange> changes = patch.tables().valueAt(i).rows();
            for (int row = 0; row < changes.size(); row++) {
                sums = sums.after(table.rows(), changes.keyAt(row), changes.valueAt(row));
            }
        }
        for (int i = 0; i < patch.containers().size(); i++) {
            if (patch.containers().valueAt(i)
                    instanceof ContainerChange.Patch(IndexMap<EntityPatch> children)) {
                IndexMap<EntitySnapshot> slots =
                        state.containers().get(patch.containers().keyAt(i)).slots();
                for (int child = 0; child < children.size(); child++) {
                    EntitySnapshot before = slots.get(children.keyAt(child));
                    sums = sums.after(before, children.valueAt(child));
                }
            }
        }
        return sums;
    }

    private StateSums after(IndexMap<RowSnapshot> rows, long number, RowChange change) {
        return switch (change) {
            case RowChange.Add(_, IndexMap<Value> columns) ->
                    after(1, columns.size(), texts(columns));
            case RowChange.Remove(_) -> {
                IndexMap<Value> before = rows.get(number).columns();
                yield after(-1, -before.size(), -texts(before));
            }
            case RowChange.Patch(_, IndexMap<Value> columns) ->
                    after(0, 0, texts(rows.get(number).columns(), columns));
            case RowChange.Replace(_, _, IndexMap<Value> columns) ->
                    after(0, 0, texts(rows.get(number).columns(), columns));
        };
    }

    private StateSums after(int moreRows, int moreMembers, long moreText) {
        return moreRows == 0 && moreMembers == 0 && moreText == 0
                ? this
                : new StateSums(
                        entities, rows + moreRows, members + moreMembers, textBytes + moreText);
    }

    /** Bytes that changed values have more than those they replace. */
    private static long texts(IndexMap<Value> before, IndexMap<Value> changed) {
        long more = 0;
        for (int i = 0; i < changed.size(); i++) {
            if (changed.valueAt(i) instanceof Value.Text text) {
                more += text.textBytes() - before.get(changed.keyAt(i)).textBytes();
            }
        }
        return more;
    }

    private static long texts(IndexMap<Value> values) {
        long bytes = 0;
        for (int i = 0; i < values.size(); i++) {
            bytes += values.valueAt(i).textBytes();
        }
        return bytes;
    }
}
