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

/**
 * Replaces a kernel's incarnations by the stream's own, so that a kernel's counters, and with them
 * changes the recipient may not see, never leave the process.
 *
 * <p>Rows of the first state get 1, 2, … in ascending row number; every row that is new or replaced
 * later gets its table's next number, in ascending row number within one flush. The root gets the
 * incarnation of the binding, a child 1 and one more for each lifetime of its guid after that. One
 * numbering belongs to one publisher and its owner thread.
 */
public final class StreamNumbering {
    private final StreamBinding binding;
    private final long kernelIncarnation;
    private final Map<Guid, EntityNumbers> entities = new HashMap<>();

    /** A numbering for one lifetime of the bound root, named by the kernel's incarnation. */
    public StreamNumbering(StreamBinding binding, long kernelIncarnation) {
        this.binding = binding;
        this.kernelIncarnation = kernelIncarnation;
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
        if (root.incarnation() != kernelIncarnation || !root.guid().equals(binding.root())) {
            return new Result.Refused(
                    new Refusal.Rejected(
                            Reason.ROOT_MISMATCH,
                            root.guid() + " incarnation " + root.incarnation()));
        }
        var state = new Snapshot(captured.schemaId(), translate(root, binding.incarnation()));
        return new Result.Numbered(state);
    }

    private EntitySnapshot translate(EntitySnapshot entity, long incarnation) {
        EntityNumbers numbers = entities.get(entity.guid());
        if (numbers == null || numbers.kernel != entity.incarnation()) {
            long first = incarnation != 0 ? incarnation : 1;
            numbers =
                    new EntityNumbers(
                            entity.incarnation(), numbers == null ? first : numbers.stream + 1);
            entities.put(entity.guid(), numbers);
        }
        EntityNumbers own = numbers;
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
        entity.containers()
                .forEach(
                        (container, index) -> {
                            var slots = new IndexMap.Builder<EntitySnapshot>();
                            container
                                    .slots()
                                    .forEach((child, slot) -> slots.put(slot, translate(child, 0)));
                            containers.put(index, new ContainerSnapshot(slots.build()));
                        });
        return new EntitySnapshot(
                entity.guid(),
                own.stream,
                entity.className(),
                entity.fields(),
                tables.build(),
                containers.build());
    }

    /** Numbers of one entity's lifetime; a child keeps them while it is out of sight. */
    private static final class EntityNumbers {
        private final long kernel;
        private final long stream;
        private final Map<Long, TableNumbers> tables = new HashMap<>();

        EntityNumbers(long kernel, long stream) {
            this.kernel = kernel;
            this.stream = stream;
        }
    }

    /** Numbers of one table's rows. */
    private static final class TableNumbers {
        private Map<Long, Numbered> rows = new HashMap<>();
        private long last;

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
