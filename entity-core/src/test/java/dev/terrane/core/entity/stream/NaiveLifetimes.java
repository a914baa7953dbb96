package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Lifetimes} is held against: the same by copying all of it for each state. Immutable.
 */
final class NaiveLifetimes {
    private final Map<Guid, EntityLifetime> entities;

    private NaiveLifetimes(Map<Guid, EntityLifetime> entities) {
        this.entities = entities;
    }

    private record EntityLifetime(long incarnation, IndexMap<TableLifetime> tables) {
        long entries() {
            long entries = 1;
            for (TableLifetime table : tables.values()) {
                entries += 1L + table.size();
            }
            return entries;
        }
    }

    /**
     * Highest row lifetime of one table, and the rows last seen: their numbers and lifetimes, not
     * their values, for those of a detached child are kept long after them.
     */
    private static final class TableLifetime {
        private final long watermark;
        private final long[] numbers;
        private final long[] incarnations;

        TableLifetime(long watermark, IndexMap<RowSnapshot> rows) {
            this.watermark = watermark;
            numbers = new long[rows.size()];
            incarnations = new long[rows.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = rows.keyAt(i);
                incarnations[i] = rows.valueAt(i).incarnation();
            }
        }

        int size() {
            return numbers.length;
        }

        /** Whether these are the rows last seen, each in the same lifetime. */
        boolean isOf(IndexMap<RowSnapshot> rows) {
            boolean same = rows.size() == numbers.length;
            for (int i = 0; i < numbers.length && same; i++) {
                same =
                        rows.keyAt(i) == numbers[i]
                                && rows.valueAt(i).incarnation() == incarnations[i];
            }
            return same;
        }

        boolean isSeen(long number, long incarnation) {
            int position = Arrays.binarySearch(numbers, number);
            return position >= 0 && incarnations[position] == incarnation;
        }
    }

    static NaiveLifetimes of(EntitySnapshot root) {
        Map<Guid, EntityLifetime> entities = new HashMap<>();
        note(entities, Map.of(), root);
        return new NaiveLifetimes(entities);
    }

    /** The history after a state that follows; a lifetime that was retired in it is refused. */
    NaiveLifetimes after(EntitySnapshot root, int entriesMax) {
        Map<Guid, EntityLifetime> next = new HashMap<>(entities);
        note(next, entities, root);
        var entries = new Meter(Refusal.Limit.LIFETIME_ENTRIES, entriesMax);
        next.values().forEach(entity -> entries.add(entity.entries(), root.className()));
        return new NaiveLifetimes(next);
    }

    long entries() {
        return entities.values().stream().mapToLong(EntityLifetime::entries).sum();
    }

    private static void note(
            Map<Guid, EntityLifetime> next,
            Map<Guid, EntityLifetime> known,
            EntitySnapshot entity) {
        EntityLifetime before = known.get(entity.guid());
        if (before != null && entity.incarnation() < before.incarnation()) {
            throw RefusedException.rejected(
                    Reason.INCARNATION,
                    entity.className()
                            + " "
                            + entity.guid()
                            + " incarnation "
                            + entity.incarnation());
        }
        IndexMap<TableLifetime> knownTables =
                before != null && entity.incarnation() == before.incarnation()
                        ? before.tables()
                        : IndexMap.empty();
        var tables = new IndexMap.Builder<TableLifetime>();
        for (int i = 0; i < entity.tables().size(); i++) {
            long index = entity.tables().keyAt(i);
            tables.put(
                    index,
                    follow(
                            knownTables.find(index).orElse(null),
                            entity.tables().valueAt(i),
                            entity.className() + "." + index));
        }
        next.put(entity.guid(), new EntityLifetime(entity.incarnation(), tables.build()));
        for (ContainerSnapshot container : entity.containers().values()) {
            container.slots().values().forEach(child -> note(next, known, child));
        }
    }

    private static TableLifetime follow(
            @Nullable TableLifetime before, TableSnapshot now, String location) {
        if (before != null && before.isOf(now.rows())) {
            return before;
        }
        long watermark = before == null ? 0 : before.watermark;
        long highest = watermark;
        for (int i = 0; i < now.rows().size(); i++) {
            long number = now.rows().keyAt(i);
            long incarnation = now.rows().valueAt(i).incarnation();
            boolean seen = before != null && before.isSeen(number, incarnation);
            if (incarnation <= watermark && !seen) {
                throw RefusedException.rejected(
                        Reason.INCARNATION,
                        location + "[" + number + "] incarnation " + incarnation);
            }
            highest = Math.max(highest, incarnation);
        }
        return new TableLifetime(highest, now.rows());
    }
}
