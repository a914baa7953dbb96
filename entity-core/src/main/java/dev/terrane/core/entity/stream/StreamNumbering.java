package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a kernel's row incarnations by the stream's own, so that a kernel's counters, and with
 * them changes the recipient may not see, never leave the process.
 *
 * <p>Rows of the first state get 1, 2, … in ascending row number; every row that is new or replaced
 * later gets its table's next number, in ascending row number within one flush. All rows of a child
 * are new when it comes, also when it comes back or is seen through another projection class; its
 * tables go on counting through one lifetime. Entities keep the lifetime they were captured with.
 * One numbering belongs to one publisher and its owner thread.
 *
 * <p>Numbers of a state that is not published after all, because the publisher refused it, are used
 * up: the next publication skips them. Its rows then have other numbers than a compact receiver
 * counts, so such a stream goes on by the canonical codec or is opened anew.
 */
public final class StreamNumbering {
    private final StreamBinding binding;
    private final ProjectionClass projection;
    private final Map<Guid, EntityNumbers> entities = new HashMap<>();
    private Map<Guid, EntityNumbers> visible = new HashMap<>();
    private Map<Guid, EntityNumbers> visiting = new HashMap<>();

    /** A numbering for one stream whose members are all exact. */
    public StreamNumbering(StreamBinding binding) {
        this(binding, ProjectionClass.exact(binding.schemaId(), binding.tree()));
    }

    /** A numbering for one stream of a projection class. */
    public StreamNumbering(StreamBinding binding, ProjectionClass projection) {
        this.binding = binding;
        this.projection = projection;
    }

    /** What became of a translation. */
    public sealed interface Result {
        /**
         * The state as the stream shows it.
         *
         * @param snapshot with the stream's incarnations
         */
        record Numbered(Snapshot snapshot) implements Result {}

        /**
         * The capture is of another lifetime of the guid.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Result {}
    }

    /** Translates a capture. Captures must come in the order they were taken. */
    public Result translate(Snapshot captured) {
        EntitySnapshot root = captured.root();
        if (root.incarnation() != binding.incarnation() || !root.guid().equals(binding.root())) {
            return new Result.Refused(
                    new Refusal.Rejected(
                            Reason.ROOT_MISMATCH,
                            root.guid() + " incarnation " + root.incarnation()));
        }
        visiting = HashMap.newHashMap(visible.size());
        var state = new Snapshot(captured.schemaId(), translate(root, projection));
        visible.forEach(
                (guid, numbers) -> {
                    if (!visiting.containsKey(guid)) {
                        numbers.dropRows();
                        if (numbers.tables.isEmpty()) {
                            entities.remove(guid, numbers);
                        }
                    }
                });
        visible = visiting;
        return new Result.Numbered(state);
    }

    private EntitySnapshot translate(EntitySnapshot entity, @Nullable ProjectionClass shown) {
        EntityNumbers own = numbers(entity, shown);
        var tables = new IndexMap.Builder<TableSnapshot>();
        entity.tables()
                .forEach(
                        (table, index) ->
                                tables.put(
                                        index,
                                        own.tables
                                                .computeIfAbsent(index, i -> new TableNumbers())
                                                .translate(table)));
        var containers = new IndexMap.Builder<ContainerSnapshot>();
        for (int i = 0; i < entity.containers().size(); i++) {
            int container = i;
            var slots = new IndexMap.Builder<EntitySnapshot>();
            entity.containers()
                    .valueAt(i)
                    .slots()
                    .forEach(
                            (child, slot) ->
                                    slots.put(
                                            slot,
                                            translate(child, through(shown, container, child))));
            containers.put(entity.containers().keyAt(i), new ContainerSnapshot(slots.build()));
        }
        return new EntitySnapshot(
                entity.guid(),
                entity.incarnation(),
                entity.className(),
                entity.fields(),
                tables.build(),
                containers.build());
    }

    /** The class a child is seen through; null when the capture shows what the stream may not. */
    private static @Nullable ProjectionClass through(
            @Nullable ProjectionClass owner, int container, EntitySnapshot child) {
        return owner == null || container >= owner.children().size()
                ? null
                : owner.findChild(container, child.guid());
    }

    private EntityNumbers numbers(EntitySnapshot entity, @Nullable ProjectionClass shown) {
        EntityNumbers numbers = entities.get(entity.guid());
        if (numbers == null || numbers.lifetime != entity.incarnation()) {
            numbers = new EntityNumbers(entity.incarnation());
            entities.put(entity.guid(), numbers);
        }
        numbers.showThrough(shown);
        visiting.put(entity.guid(), numbers);
        return numbers;
    }

    /** Numbers of one entity's lifetime; its counters outlast its being in sight. */
    private static final class EntityNumbers {
        private final long lifetime;
        private final Map<Long, TableNumbers> tables = new HashMap<>();
        private @Nullable ProjectionClass shown;

        EntityNumbers(long lifetime) {
            this.lifetime = lifetime;
        }

        void showThrough(@Nullable ProjectionClass next) {
            if (shown != null && (next == null || !shown.equals(next))) {
                dropRows();
            }
            shown = next;
        }

        void dropRows() {
            tables.values().forEach(TableNumbers::dropRows);
        }
    }

    /** Numbers of one table's rows. */
    private static final class TableNumbers {
        private Map<Long, Numbered> rows = new HashMap<>();
        private long last;

        private void dropRows() {
            rows = new HashMap<>();
        }

        private TableSnapshot translate(TableSnapshot table) {
            Map<Long, Numbered> seen = HashMap.newHashMap(table.rows().size());
            var translated = new IndexMap.Builder<RowSnapshot>();
            table.rows()
                    .forEach(
                            (row, number) -> {
                                Numbered known = rows.get(number);
                                if (known == null || known.kernel() != row.incarnation()) {
                                    last++;
                                    known = new Numbered(row.incarnation(), last);
                                }
                                seen.put(number, known);
                                translated.put(
                                        number, new RowSnapshot(known.stream(), row.columns()));
                            });
            rows = seen;
            return new TableSnapshot(table.rowClass(), translated.build());
        }
    }

    private record Numbered(long kernel, long stream) {}
}
