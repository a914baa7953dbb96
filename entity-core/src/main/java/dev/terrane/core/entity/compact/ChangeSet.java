package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.NumberMap;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one projection class shows of the changes of one entity since a base: the first old value of
 * each member against the published one. Used again for each body; one owner thread.
 */
final class ChangeSet {
    private long[] members = new long[1];
    private long[] seen = new long[1];
    private Rows[] tables = {};
    private Slots[] containers = {};

    /** Forgets everything; its touched slots too. */
    void reset(EntityShape shape) {
        Arrays.fill(members, 0);
        Arrays.fill(seen, 0);
        if (tables.length < shape.tableCount()) {
            int known = tables.length;
            tables = Arrays.copyOf(tables, shape.tableCount());
            for (int i = known; i < tables.length; i++) {
                tables[i] = new Rows();
            }
        }
        if (containers.length < shape.containerCount()) {
            int known = containers.length;
            containers = Arrays.copyOf(containers, shape.containerCount());
            for (int i = known; i < containers.length; i++) {
                containers[i] = new Slots();
            }
        }
        for (Rows rows : tables) {
            rows.reset();
        }
        for (Slots slots : containers) {
            slots.reset();
        }
    }

    /**
     * Collects fields and rows.
     *
     * @param was what the base shows; when it is not what is shown now, everything may differ
     * @param from the first entry of its history after the base
     */
    void collect(PublishedEntity was, PublishedEntity now, ColumnPlan plan, int from) {
        int words = (plan.members() + 63) / 64;
        if (members.length < words) {
            members = new long[words];
            seen = new long[words];
        }
        boolean rows = was != now;
        if (was == now) {
            rows = collectFields(now, plan.fields(), from);
        } else {
            compareFields(was, now, plan.fields(), from);
        }
        for (int i = 0; rows && i < plan.tableCount(); i++) {
            int place = plan.tablePlace(i);
            tables[i].collect(was, now, place, from);
            tables[i].keepShown(was, now.table(place), place, plan.table(i));
            if (tables[i].count() > 0) {
                add(plan.fields().size() + i);
            }
        }
    }

    /** Changed members in projection order, 64 to a word. */
    long[] members() {
        return members;
    }

    boolean has(int member) {
        return (members[member >> 6] & 1L << member) != 0;
    }

    void add(int member) {
        members[member >> 6] |= 1L << member;
    }

    boolean isEmpty() {
        long any = 0;
        for (long word : members) {
            any |= word;
        }
        return any == 0;
    }

    /** Changed rows of a table by its position in the projection. */
    Rows rows(int position) {
        return tables[position];
    }

    /** Touched, then changed slots of a container by its place in the class. */
    Slots slots(int place) {
        return containers[place];
    }

    /** Returns whether anything but fields changed. */
    private boolean collectFields(PublishedEntity entity, BitScalars fields, int from) {
        History history = entity.history();
        boolean more = false;
        for (int entry = from; entry < history.size(); entry++) {
            int member = history.memberAt(entry);
            if (member < 0) {
                more = true;
                continue;
            }
            int position = fields.positionOf(member);
            if (position >= 0 && (seen[position >> 6] & 1L << position) == 0) {
                seen[position >> 6] |= 1L << position;
                if (differs(entity.fields(), fields, position, history, entry)) {
                    add(position);
                }
            }
        }
        return more;
    }

    private static boolean differs(
            Line now, BitScalars fields, int position, History history, int entry) {
        int place = fields.placeAt(position);
        return fields.isText(position)
                ? !Objects.equals(now.text(place), history.oldAt(entry))
                : fields.differ(position, history.keyAt(entry), now.bits(place));
    }

    private void compareFields(
            PublishedEntity was, PublishedEntity now, BitScalars fields, int from) {
        for (int i = 0; i < fields.size(); i++) {
            int entry = was.history().find(fields.placeAt(i), from);
            boolean differs =
                    entry < 0
                            ? fields.differ(i, was.fields(), now.fields())
                            : differs(now.fields(), fields, i, was.history(), entry);
            if (differs) {
                add(i);
            }
        }
    }

    /** Numbers of rows or slots in ascending order, each with the first entry after the base. */
    abstract static sealed class Numbers permits Rows, Slots {
        /** Bits of a history entry's number below the number. */
        private static final int ENTRY_BITS = 31;

        /** No entry: it is as it was. */
        private static final int NO_ENTRY = Integer.MAX_VALUE;

        /** Longer lists are given up when the next body is made. */
        static final int KEPT = 256;

        private long[] order = new long[8];
        private int size;

        /** Adds a number that may be there already. */
        final void add(long number, int entry) {
            if (size == order.length) {
                order = Arrays.copyOf(order, size * 2);
            }
            order[size] = (number << ENTRY_BITS) | entry;
            size++;
        }

        final void add(long number) {
            add(number, NO_ENTRY);
        }

        final void addAll(NumberMap<?> numbers) {
            for (int i = 0; i < numbers.size(); i++) {
                add(numbers.keyAt(i));
            }
        }

        /** Adds what entries of a member's history name. */
        final void addAll(History history, int member, int from) {
            for (int entry = from; entry < history.size(); entry++) {
                if (history.memberAt(entry) == member) {
                    add(history.keyAt(entry), entry);
                }
            }
        }

        /** Sorts; each number is left once, with its first entry. */
        final void settle() {
            Arrays.sort(order, 0, size);
            int left = 0;
            for (int i = 0; i < size; i++) {
                if (left == 0 || order[i] >>> ENTRY_BITS != numberAt(left - 1)) {
                    order[left] = order[i];
                    left++;
                }
            }
            size = left;
        }

        final int count() {
            return size;
        }

        final long numberAt(int position) {
            return order[position] >>> ENTRY_BITS;
        }

        /** The entry that says what was, or -1. */
        final int entryAt(int position) {
            int entry = (int) (order[position] & NO_ENTRY);
            return entry == NO_ENTRY ? -1 : entry;
        }

        /** Keeps the number at a position as the one at another before it. */
        final void keep(int position, int at) {
            order[at] = order[position];
        }

        final void truncate(int count) {
            size = count;
        }

        /** Room for that many beside the numbers. */
        final int capacity() {
            return order.length;
        }

        /** Forgets the numbers; true when the arrays beside them are to be given up too. */
        final boolean clear() {
            size = 0;
            boolean given = order.length > KEPT;
            if (given) {
                order = new long[8];
            }
            return given;
        }
    }

    /** Changed rows of one table. */
    static final class Rows extends Numbers {
        private @Nullable PublishedRow[] olds = {};
        private @Nullable PublishedRow[] nows = {};

        @Nullable PublishedRow oldAt(int position) {
            return olds[position];
        }

        @Nullable PublishedRow nowAt(int position) {
            return nows[position];
        }

        private void reset() {
            int used = count();
            if (clear()) {
                olds = new @Nullable PublishedRow[0];
                nows = new @Nullable PublishedRow[0];
            } else {
                Arrays.fill(olds, 0, Math.min(used, olds.length), null);
                Arrays.fill(nows, 0, Math.min(used, nows.length), null);
            }
        }

        private void collect(PublishedEntity was, PublishedEntity now, int place, int from) {
            addAll(was.history(), ~place, from);
            if (was != now) {
                was.table(place).addNumbers(this);
                now.table(place).addNumbers(this);
            }
            settle();
        }

        private void keepShown(
                PublishedEntity was, PublishedTable now, int place, BitScalars columns) {
            if (olds.length < count()) {
                olds = new @Nullable PublishedRow[capacity()];
                nows = new @Nullable PublishedRow[capacity()];
            }
            int kept = 0;
            for (int i = 0; i < count(); i++) {
                PublishedRow old = was.rowBefore(place, numberAt(i), entryAt(i));
                PublishedRow current = now.find(numberAt(i));
                if (columns.differ(old, current)) {
                    keep(i, kept);
                    olds[kept] = old;
                    nows[kept] = current;
                    kept++;
                }
            }
            truncate(kept);
        }
    }

    /** Slots of one container that were touched, then those whose child is another or changed. */
    static final class Slots extends Numbers {
        private @Nullable PublishedChild[] nows = {};
        private @Nullable ChangeSet[] patches = {};

        /** Who stands there now; null for nobody. */
        @Nullable PublishedChild nowAt(int position) {
            return nows[position];
        }

        /** What changed of who stood there before; null when another came. */
        @Nullable ChangeSet patchAt(int position) {
            return patches[position];
        }

        private void reset() {
            int used = count();
            if (clear()) {
                nows = new @Nullable PublishedChild[0];
                patches = new @Nullable ChangeSet[0];
            } else {
                Arrays.fill(nows, 0, Math.min(used, nows.length), null);
                Arrays.fill(patches, 0, Math.min(used, patches.length), null);
            }
        }

        /** Adds slots of the container whose child may be another. */
        void collect(PublishedEntity was, PublishedEntity now, int place, int from) {
            addAll(was.history(), was.containerMember(place), from);
            if (was != now) {
                was.container(place).addSlots(this);
                now.container(place).addSlots(this);
            }
            settle();
            if (nows.length < count()) {
                nows = new @Nullable PublishedChild[capacity()];
                patches = new @Nullable ChangeSet[capacity()];
            }
        }

        /** Keeps a slot as a change. */
        void keep(int position, int at, @Nullable PublishedChild now, @Nullable ChangeSet patch) {
            keep(position, at);
            nows[at] = now;
            patches[at] = patch;
        }
    }
}
