package dev.terrane.core.entity;

import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one class that wait for the next flush: members with {@code sync_view} or {@code
 * sync_self} and without {@code real_time}. Nothing is collected while nobody listens.
 *
 * <p>A flush takes the collection away before it calls anybody, so what callbacks change waits for
 * the next one. Entries are kept by entity, not by guid: a destroyed entity's entry dies with it.
 */
final class DelayedCollection {
    private static final int AUDIENCES = MaskName.SYNC_VIEW.bit() | MaskName.SYNC_SELF.bit();

    private final ClassShape shape;
    private final Listeners<DelayedUpdate> view = new Listeners<>();
    private final Listeners<DelayedUpdate> self = new Listeners<>();
    private Map<Entity, Entry> pending = new LinkedHashMap<>();
    private boolean flushing;

    DelayedCollection(ClassShape shape) {
        this.shape = shape;
    }

    Listeners<DelayedUpdate> listeners(MaskName mask) {
        return switch (mask) {
            case SYNC_VIEW -> view;
            case SYNC_SELF -> self;
            case REAL_TIME, SAVE, SYNC_TEAM, SYNC_GUILD, SYNC_MAP, LOG ->
                    throw new IllegalArgumentException("nothing is collected for " + mask.text());
        };
    }

    void field(Entity entity, long index) {
        if (collects(index)) {
            entry(entity).fields.add(index);
        }
    }

    void cell(Row row, long column) {
        if (collects(row.table().index())) {
            table(row.table()).cell(row.number(), column);
        }
    }

    void rowAdded(Row row) {
        if (collects(row.table().index())) {
            table(row.table()).added(row.number());
        }
    }

    void rowRemoved(Row row) {
        if (collects(row.table().index())) {
            table(row.table()).removed(row.number());
        }
    }

    void cleared(Table table) {
        if (collects(table.index())) {
            table(table).clear();
        }
    }

    void slot(Container container, long slot) {
        if (collects(container.index())) {
            container(container).changed.add(slot);
        }
    }

    /** Notes that the child in a slot goes; it is still readable. */
    void destroyed(Container container, long slot, Entity child) {
        if (collects(container.index())) {
            container(container)
                    .destroyed
                    .add(
                            new Gone(
                                    new DelayedUpdate.Destroyed(slot, child.guid()),
                                    child.sentMasks()));
        }
    }

    /** Forgets what waits for an entity that goes. */
    void cancel(Entity entity) {
        pending.remove(entity);
    }

    /**
     * Tells the collected changes. False, and nothing consumed, inside a flush of the same class.
     * When a callback throws, the rest of what was taken is not told again.
     */
    boolean flush() {
        if (flushing) {
            return false;
        }
        flushing = true;
        Map<Entity, Entry> batch = pending;
        pending = new LinkedHashMap<>();
        try {
            batch.forEach(
                    (entity, entry) -> {
                        deliver(entity, entry, MaskName.SYNC_VIEW);
                        deliver(entity, entry, MaskName.SYNC_SELF);
                    });
        } finally {
            flushing = false;
        }
        return true;
    }

    private void deliver(Entity entity, Entry entry, MaskName mask) {
        Listeners<DelayedUpdate> listeners = listeners(mask);
        if (!entity.isLive() || listeners.isEmpty()) {
            return;
        }
        DelayedUpdate update = new Reader(entity, mask).read(entry);
        if (!update.isEmpty()) {
            listeners.tell(update);
        }
    }

    private boolean collects(long index) {
        if (view.isEmpty() && self.isEmpty()) {
            return false;
        }
        int mask = shape.maskBits(index);
        return (mask & AUDIENCES) != 0 && (mask & MaskName.REAL_TIME.bit()) == 0;
    }

    private Entry entry(Entity entity) {
        return pending.computeIfAbsent(entity, e -> new Entry());
    }

    private TableEntry table(Table table) {
        return entry(table.entity())
                .tables
                .computeIfAbsent(table.index(), index -> new TableEntry());
    }

    private ContainerEntry container(Container container) {
        return entry(container.owner())
                .containers
                .computeIfAbsent(container.index(), index -> new ContainerEntry());
    }

    /** What changed in one entity. */
    private static final class Entry {
        private final TreeSet<Long> fields = new TreeSet<>();
        private final TreeMap<Long, TableEntry> tables = new TreeMap<>();
        private final TreeMap<Long, ContainerEntry> containers = new TreeMap<>();
    }

    /** What changed in one table; an empty set of columns stands for a new row. */
    private static final class TableEntry {
        private final TreeMap<Long, TreeSet<Long>> rows = new TreeMap<>();
        private final TreeSet<Long> removed = new TreeSet<>();
        private boolean cleared;

        private void added(long number) {
            rows.put(number, new TreeSet<>());
        }

        private void cell(long number, long column) {
            TreeSet<Long> columns = rows.get(number);
            if (columns == null) {
                rows.put(number, new TreeSet<>(List.of(column)));
            } else if (!columns.isEmpty()) {
                columns.add(column);
            }
        }

        private void removed(long number) {
            rows.remove(number);
            removed.add(number);
        }

        private void clear() {
            rows.clear();
            removed.clear();
            cleared = true;
        }
    }

    /** A child that was destroyed, and the audiences that were told of it. */
    private record Gone(DelayedUpdate.Destroyed marker, int sentMasks) {}

    /** What changed in one container; a slot a child was only destroyed in is not among these. */
    private static final class ContainerEntry {
        private final TreeSet<Long> changed = new TreeSet<>();
        private final List<Gone> destroyed = new ArrayList<>();
    }

    /** Reads current values for one audience. */
    private final class Reader {
        private final Entity entity;
        private final MaskName mask;

        private Reader(Entity entity, MaskName mask) {
            this.entity = entity;
            this.mask = mask;
        }

        private DelayedUpdate read(Entry entry) {
            var fields = new IndexMap.Builder<Value>();
            for (long index : entry.fields) {
                if (isSeen(index)) {
                    fields.put(index, entity.get(index));
                }
            }
            var tables = new IndexMap.Builder<DelayedUpdate.TableUpdate>();
            entry.tables.forEach(
                    (index, changes) -> {
                        if (isSeen(index)) {
                            tables.put(index, table(index, changes));
                        }
                    });
            var containers = new IndexMap.Builder<DelayedUpdate.ContainerUpdate>();
            entry.containers.forEach(
                    (index, changes) -> {
                        if (isSeen(index)) {
                            containers.put(index, container(index, changes));
                        }
                    });
            return new DelayedUpdate(
                    entity, mask, fields.build(), tables.build(), containers.build());
        }

        private boolean isSeen(long index) {
            return (shape.maskBits(index) & mask.bit()) != 0;
        }

        private DelayedUpdate.TableUpdate table(long index, TableEntry changes) {
            Table table = entity.findTable(index).orElseThrow();
            var rows = new IndexMap.Builder<IndexMap<Value>>();
            changes.rows.forEach(
                    (number, columns) ->
                            table.findRow(number)
                                    .ifPresent(row -> rows.put(number, cells(row, columns))));
            var removed =
                    changes.removed.stream()
                            .filter(number -> table.findRow(number).isEmpty())
                            .toList();
            return new DelayedUpdate.TableUpdate(changes.cleared, removed, rows.build());
        }

        private IndexMap<Value> cells(Row row, Set<Long> columns) {
            if (columns.isEmpty()) {
                return EntityExport.columns(row, row.table().layout());
            }
            var cells = new IndexMap.Builder<Value>();
            columns.forEach(column -> cells.put(column, row.get(column)));
            return cells.build();
        }

        private DelayedUpdate.ContainerUpdate container(long index, ContainerEntry changes) {
            Container container = entity.findContainer(index).orElseThrow();
            var markers = new ArrayList<DelayedUpdate.Destroyed>();
            var changed = new TreeSet<>(changes.changed);
            for (Gone gone : changes.destroyed) {
                if ((gone.sentMasks() & mask.bit()) != 0) {
                    markers.add(gone.marker());
                } else {
                    changed.add(gone.marker().slot());
                }
            }
            var slots = new IndexMap.Builder<DelayedUpdate.SlotUpdate>();
            for (long slot : changed) {
                slots.put(slot, slot(container.find(slot).orElse(null)));
            }
            return new DelayedUpdate.ContainerUpdate(markers, slots.build());
        }

        private DelayedUpdate.SlotUpdate slot(@Nullable Entity child) {
            if (child == null) {
                return new DelayedUpdate.SlotUpdate.Empty();
            }
            if (child.markSent(mask)) {
                return new DelayedUpdate.SlotUpdate.Known(child.guid());
            }
            markInside(child);
            return new DelayedUpdate.SlotUpdate.Full(EntityExport.export(child, mask.bit()));
        }

        /** Whoever is told of a child is told of what it shows inside. */
        private void markInside(Entity child) {
            EntityLayout layout = child.layout();
            for (int i = 0; i < layout.containers().size(); i++) {
                long index = layout.containers().keyAt(i);
                if ((child.shape().maskBits(index) & mask.bit()) != 0) {
                    child.findMaterialisedContainer(index)
                            .map(Container::children)
                            .orElse(List.of())
                            .forEach(
                                    inside -> {
                                        inside.markSent(mask);
                                        markInside(inside);
                                    });
                }
            }
        }
    }
}
