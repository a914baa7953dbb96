package dev.terrane.core.entity;

import dev.terrane.core.schema.Mask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a kernel knows of one class: its layout, the masks of its members and who listens. The
 * ordinal of a member is its place among all members by ascending index.
 */
final class ClassShape {
    private final EntityLayout layout;
    private final long[] indices;
    private final int[] masks;
    private final Listeners<ClassEvent> life = new Listeners<>();
    private final List<Listeners<FieldChange>> fields;
    private final List<Listeners<TableChange>> tables;
    private final List<Listeners<ContainerChange>> containers;
    private final DelayedCollection delayed;
    private final Columns fieldColumns;
    private final List<Columns> rowColumns;

    ClassShape(EntityLayout layout, IndexMap<Mask> masks) {
        this.layout = layout;
        this.indices = indices(layout);
        this.masks = new int[indices.length];
        masks.forEach((mask, index) -> this.masks[ordinalOf(index)] = mask.bits());
        this.fields = listeners(layout.fields().size());
        this.tables = listeners(layout.tables().size());
        this.containers = listeners(layout.containers().size());
        this.delayed = new DelayedCollection(this);
        this.fieldColumns = new Columns(layout.fields());
        this.rowColumns =
                layout.tables().values().stream()
                        .map(table -> new Columns(table.columns()))
                        .toList();
    }

    EntityLayout layout() {
        return layout;
    }

    int members() {
        return indices.length;
    }

    long indexAt(int ordinal) {
        return indices[ordinal];
    }

    /** Ordinal of a member that exists. */
    int ordinalOf(long index) {
        int ordinal = Arrays.binarySearch(indices, index);
        if (ordinal < 0) {
            throw new IllegalArgumentException("no member " + index + " in " + layout.name());
        }
        return ordinal;
    }

    int maskBits(long index) {
        return masks[ordinalOf(index)];
    }

    int maskAt(int ordinal) {
        return masks[ordinal];
    }

    Listeners<ClassEvent> life() {
        return life;
    }

    Listeners<FieldChange> field(int position) {
        return fields.get(position);
    }

    Listeners<TableChange> table(int position) {
        return tables.get(position);
    }

    Listeners<ContainerChange> container(int position) {
        return containers.get(position);
    }

    /** Where the fields of all entities of the class are. */
    Columns fieldColumns() {
        return fieldColumns;
    }

    /** Where the rows of one table of all entities of the class are. */
    Columns rowColumns(int table) {
        return rowColumns.get(table);
    }

    DelayedCollection delayed() {
        return delayed;
    }

    private static long[] indices(EntityLayout layout) {
        var indices =
                new long
                        [layout.fields().size()
                                + layout.tables().size()
                                + layout.containers().size()];
        int at = 0;
        for (IndexMap<?> members : List.of(layout.fields(), layout.tables(), layout.containers())) {
            for (int i = 0; i < members.size(); i++) {
                indices[at] = members.keyAt(i);
                at++;
            }
        }
        Arrays.sort(indices);
        return indices;
    }

    private static <E> List<Listeners<E>> listeners(int count) {
        var listeners = new ArrayList<Listeners<E>>(count);
        for (int i = 0; i < count; i++) {
            listeners.add(new Listeners<>());
        }
        return listeners;
    }
}
