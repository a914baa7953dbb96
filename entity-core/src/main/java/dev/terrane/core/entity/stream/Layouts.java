package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import java.util.List;

/** Resolves a projection against a class: the layout that a stream is bound to. */
public final class Layouts {
    private Layouts() {}

    /** What became of a selection. */
    public sealed interface Result {
        /**
         * Every selected member exists.
         *
         * @param layout exactly the selected members
         */
        record Selected(EntityLayout layout) implements Result {}

        /**
         * The projection does not fit the class, or is over a limit.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Result {}
    }

    /**
     * The part of a class that a projection selects. Unknown, 0 and repeated indices are refused,
     * and containers: {@link #selectTree} takes them.
     */
    public static Result select(EntityLayout whole, Projection projection, SnapshotLimits limits) {
        try {
            return new Result.Selected(resolve(whole, projection, limits));
        } catch (RefusedException e) {
            return new Result.Refused(e.refusal());
        }
    }

    /** What became of a selection with containers. */
    public sealed interface TreeResult {
        /**
         * Every selected member exists, in the children's classes too.
         *
         * @param layout exactly the selected members
         */
        record Selected(StreamLayout layout) implements TreeResult {}

        /**
         * The projection does not fit the classes, or is over a limit.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements TreeResult {}
    }

    /**
     * The parts of the classes that a projection selects, containers included. A child's selection
     * is of exactly the container's class; a child named twice is refused.
     */
    public static TreeResult selectTree(
            Catalog catalog, Projection projection, SnapshotLimits limits) {
        try {
            return new TreeResult.Selected(new TreeSelection(catalog, limits).resolve(projection));
        } catch (RefusedException e) {
            return new TreeResult.Refused(e.refusal());
        }
    }

    static EntityLayout resolve(EntityLayout whole, Projection projection, SnapshotLimits limits) {
        EntityProjection selection = projection.selection();
        if (projection.schemaId().isEmpty()) {
            throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, "schema id");
        }
        if (!selection.className().equals(whole.name())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, selection.className());
        }
        var members = new Meter(Refusal.Limit.MEMBERS, limits.membersMax());
        var text = new Meter(Refusal.Limit.STRING_BYTES, limits.stringBytesMax());
        text.add(Texts.utf8Bytes(projection.schemaId()), whole.name());
        text.add(Texts.utf8Bytes(whole.name()), whole.name());
        if (!selection.containers().isEmpty()) {
            throw refuseContainer(whole, selection.containers().getFirst().index());
        }
        return selectFlat(whole, selection, members);
    }

    /** Fields and tables of a selection. */
    static EntityLayout selectFlat(EntityLayout whole, EntityProjection selection, Meter members) {
        var fields = selectFields(whole, selection.fields(), members);
        var tables = new IndexMap.Builder<TableLayout>();
        for (EntityProjection.TableSelection table : selection.tables()) {
            members.add(1, whole.name());
            TableLayout layout = find(whole.tables(), table.index(), whole, whole.name());
            var row = EntityLayout.ofFields(layout.rowClass(), layout.columns());
            var columns = selectFields(row, table.columns(), members);
            tables.put(table.index(), new TableLayout(layout.name(), layout.rowClass(), columns));
        }
        requireDistinct(tables, whole.name());
        return new EntityLayout(whole.name(), fields, tables.build(), IndexMap.empty());
    }

    private static IndexMap<FieldLayout> selectFields(
            EntityLayout whole, List<Long> indices, Meter members) {
        var fields = new IndexMap.Builder<FieldLayout>();
        for (long index : indices) {
            members.add(1, whole.name());
            fields.put(index, find(whole.fields(), index, whole, whole.name()));
        }
        requireDistinct(fields, whole.name());
        return fields.build();
    }

    static <V> V find(IndexMap<V> members, long index, EntityLayout whole, String location) {
        if (!IndexMap.Builder.accepts(index)) {
            throw RefusedException.rejected(Reason.INDEX_RANGE, location + "." + index);
        }
        int position = members.positionOf(index);
        if (position < 0) {
            boolean other =
                    whole.fields().has(index)
                            || whole.tables().has(index)
                            || whole.containers().has(index);
            throw RefusedException.rejected(
                    other ? Reason.MEMBER_KIND : Reason.UNKNOWN_MEMBER, location + "." + index);
        }
        return members.valueAt(position);
    }

    static void requireDistinct(IndexMap.Builder<?> builder, String location) {
        long repeated = builder.findDuplicate();
        if (repeated != 0) {
            throw RefusedException.rejected(Reason.DUPLICATE, location + "." + repeated);
        }
    }

    private static RefusedException refuseContainer(EntityLayout whole, long index) {
        String name =
                whole.containers()
                        .find(index)
                        .map(ContainerLayout::name)
                        .orElseGet(() -> Long.toString(index));
        Reason reason =
                whole.containers().has(index)
                        ? Reason.CONTAINER_UNSUPPORTED
                        : Reason.UNKNOWN_MEMBER;
        return RefusedException.rejected(reason, whole.name() + "." + name);
    }
}
