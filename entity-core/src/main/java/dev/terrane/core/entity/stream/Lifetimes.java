package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every lifetime a stream has shown: of each entity the newest, of each of its tables the highest
 * row lifetime and the rows last seen. It outlives rows and detached children, so a retired
 * lifetime never comes back.
 *
 * <p>Of what is in sight the rows last seen are the state's own; only of a child that leaves are
 * they copied, without their values. A delta is judged at a cost that follows what it says, and
 * noted by {@link #commit} or not at all. One owner thread.
 */
final class Lifetimes {
    private final Map<Guid, Life> lives = new HashMap<>();
    private long entries;

    private Lifetimes() {}

    /** What a first state shows. */
    static Lifetimes of(EntitySnapshot root) {
        var lifetimes = new Lifetimes();
        var step = new Step();
        lifetimes.noteAll(step, root);
        lifetimes.commit(step);
        return lifetimes;
    }

    /** What is to be noted of one delta. */
    static final class Step {
        private final Map<Guid, Life> lives = new HashMap<>();
        private long entries;

        private Step() {}

        private void put(Guid guid, @Nullable Life before, Life now) {
            entries += now.entries() - (before == null ? 0 : before.entries());
            lives.put(guid, now);
        }
    }

    /**
     * Judges what a patch shows; a lifetime that was retired is refused. Nothing is noted.
     *
     * @param patch what leads from the state noted last to the next
     * @param after the next, valid by itself
     * @param moves who comes and goes with it
     */
    Step follow(EntityPatch patch, EntitySnapshot after, Moves moves, int entriesMax) {
        var step = new Step();
        noteRows(step, patch, after);
        for (EntitySnapshot entity : moves.come()) {
            note(step, moves.gone().get(entity.guid()), entity);
        }
        for (EntitySnapshot last : moves.gone().values()) {
            if (!moves.comes(last.guid())) {
                step.put(last.guid(), get(last.guid()), get(last.guid()).leaving(last));
            }
        }
        if (entries + step.entries > entriesMax) {
            throw new RefusedException(
                    new Refusal.OverLimit(
                            Refusal.Limit.LIFETIME_ENTRIES,
                            entriesMax,
                            entries + step.entries,
                            after.className()));
        }
        return step;
    }

    /** Notes what was judged last. */
    void commit(Step step) {
        lives.putAll(step.lives);
        entries += step.entries;
    }

    /** Rows that come by a patch of values and rows; who stands where stays as it is. */
    private void noteRows(Step step, EntityPatch patch, EntitySnapshot after) {
        if (!patch.tables().isEmpty()) {
            Life known = get(patch.guid());
            step.put(patch.guid(), known, known.following(patch, after.className()));
        }
        for (int i = 0; i < patch.containers().size(); i++) {
            if (patch.containers().valueAt(i)
                    instanceof ContainerChange.Patch(IndexMap<EntityPatch> slots)) {
                ContainerSnapshot container = after.containers().get(patch.containers().keyAt(i));
                slots.forEach((child, slot) -> noteRows(step, child, container.slots().get(slot)));
            }
        }
    }

    /** An entity that comes, or stands elsewhere; what is inside it is noted by itself. */
    @SuppressWarnings(
            "ReferenceEquality") // The same object is what did not change; equal ones are rare.
    private void note(Step step, @Nullable EntitySnapshot was, EntitySnapshot entity) {
        if (was == entity) {
            return;
        }
        Life known = lives.get(entity.guid());
        if (known != null && entity.incarnation() < known.incarnation) {
            throw RefusedException.rejected(
                    Reason.INCARNATION,
                    entity.className()
                            + " "
                            + entity.guid()
                            + " incarnation "
                            + entity.incarnation());
        }
        boolean goesOn = known != null && entity.incarnation() == known.incarnation;
        step.put(entity.guid(), known, Life.of(goesOn ? known : null, was, entity));
    }

    private void noteAll(Step step, EntitySnapshot entity) {
        note(step, null, entity);
        for (ContainerSnapshot container : entity.containers().values()) {
            container.slots().values().forEach(child -> noteAll(step, child));
        }
    }

    /** Whether an entity is in sight. */
    boolean isShown(Guid guid) {
        Life known = lives.get(guid);
        return known != null && known.gone == null;
    }

    private Life get(Guid guid) {
        Life known = lives.get(guid);
        if (known == null) {
            throw new IllegalStateException("entity " + guid + " was never shown");
        }
        return known;
    }

    private static RefusedException retired(
            String className, long table, long number, long incarnation) {
        return RefusedException.rejected(
                Reason.INCARNATION,
                className + "." + table + "[" + number + "] incarnation " + incarnation);
    }

    /** The newest lifetime of one entity, by its tables as they were shown last. Immutable. */
    private static final class Life {
        private final long incarnation;
        private final long[] tables;
        private final long[] highest;
        private final int[] rows;

        /** The rows of each table, once the entity is out of sight. */
        private final SeenRows @Nullable [] gone;

        private Life(
                long incarnation,
                long[] tables,
                long[] highest,
                int[] rows,
                SeenRows @Nullable [] gone) {
            this.incarnation = incarnation;
            this.tables = tables;
            this.highest = highest;
            this.rows = rows;
            this.gone = gone;
        }

        /**
         * An entity that is shown.
         *
         * @param known the same lifetime as it was known; null for a new one
         * @param was how it was shown right before; null when it was not
         */
        static Life of(@Nullable Life known, @Nullable EntitySnapshot was, EntitySnapshot now) {
            int count = now.tables().size();
            var life =
                    new Life(
                            now.incarnation(),
                            new long[count],
                            new long[count],
                            new int[count],
                            null);
            for (int i = 0; i < count; i++) {
                life.tables[i] = now.tables().keyAt(i);
                life.rows[i] = now.tables().valueAt(i).rows().size();
                life.highest[i] = life.follow(i, known, was, now);
            }
            return life;
        }

        @SuppressWarnings("ReferenceEquality") // The same object is what did not change.
        private long follow(
                int place, @Nullable Life known, @Nullable EntitySnapshot was, EntitySnapshot now) {
            IndexMap<RowSnapshot> shown = now.tables().valueAt(place).rows();
            int at = known == null ? -1 : Arrays.binarySearch(known.tables, tables[place]);
            long mark = known == null || at < 0 ? 0 : known.highest[at];
            TableSnapshot before =
                    was == null || at < 0 ? null : was.tables().find(tables[place]).orElse(null);
            if (before == now.tables().valueAt(place)) {
                return mark;
            }
            long most = mark;
            for (int i = 0; i < shown.size(); i++) {
                long number = shown.keyAt(i);
                long incarnation = shown.valueAt(i).incarnation();
                if (incarnation <= mark
                        && !(before != null
                                ? isShown(before, number, incarnation)
                                : known != null && known.isSeen(at, number, incarnation))) {
                    throw retired(now.className(), tables[place], number, incarnation);
                }
                most = Math.max(most, incarnation);
            }
            return most;
        }

        private static boolean isShown(TableSnapshot table, long number, long incarnation) {
            int position = table.rows().positionOf(number);
            return position >= 0 && table.rows().valueAt(position).incarnation() == incarnation;
        }

        private boolean isSeen(int table, long number, long incarnation) {
            return gone != null && gone[table].isSeen(number, incarnation);
        }

        /** After rows came and went; values do not matter. */
        Life following(EntityPatch patch, String className) {
            long[] most = highest.clone();
            int[] sizes = rows.clone();
            for (int i = 0; i < patch.tables().size(); i++) {
                long index = patch.tables().keyAt(i);
                int at = Arrays.binarySearch(tables, index);
                IndexMap<RowChange> changes = patch.tables().valueAt(i).rows();
                for (int row = 0; row < changes.size(); row++) {
                    long fresh =
                            switch (changes.valueAt(row)) {
                                case RowChange.Add add -> add.incarnation();
                                case RowChange.Replace replace -> replace.incarnation();
                                case RowChange.Remove _, RowChange.Patch _ -> 0;
                            };
                    if (fresh != 0 && fresh <= highest[at]) {
                        throw retired(className, index, changes.keyAt(row), fresh);
                    }
                    sizes[at] += change(changes.valueAt(row));
                    most[at] = Math.max(most[at], fresh);
                }
            }
            return new Life(incarnation, tables, most, sizes, null);
        }

        private static int change(RowChange change) {
            return switch (change) {
                case RowChange.Add _ -> 1;
                case RowChange.Remove _ -> -1;
                case RowChange.Replace _, RowChange.Patch _ -> 0;
            };
        }

        /** Out of sight from now on. */
        Life leaving(EntitySnapshot last) {
            var seen = new SeenRows[tables.length];
            Arrays.setAll(seen, i -> new SeenRows(last.tables().valueAt(i).rows()));
            return new Life(incarnation, tables, highest, rows, seen);
        }

        long entries() {
            long sum = 1L + tables.length;
            for (int count : rows) {
                sum += count;
            }
            return sum;
        }
    }

    /** Numbers and lifetimes of rows. */
    private static final class SeenRows {
        private final long[] numbers;
        private final long[] incarnations;

        SeenRows(IndexMap<RowSnapshot> rows) {
            numbers = new long[rows.size()];
            incarnations = new long[rows.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = rows.keyAt(i);
                incarnations[i] = rows.valueAt(i).incarnation();
            }
        }

        boolean isSeen(long number, long incarnation) {
            int position = Arrays.binarySearch(numbers, number);
            return position >= 0 && incarnations[position] == incarnation;
        }
    }
}
