package dev.terrane.core.entity.compact;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one projection class shows of the changes of a root since an entry of its history: the first
 * old value of each member against the published one. Used again for each body; one owner thread.
 */
final class ChangeSet {
    private long[] members = new long[1];
    private long[] seen = new long[1];
    private Rows[] tables = {};
    private int count;

    /** Collects; false when the class sees no change. */
    boolean collect(PublishedRoot root, ColumnPlan plan, int from) {
        prepare(plan);
        History history = root.history();
        BitScalars fields = plan.fields();
        boolean rows = false;
        for (int entry = from; entry < history.size(); entry++) {
            int member = history.memberAt(entry);
            if (member < 0) {
                rows = true;
                continue;
            }
            int position = fields.positionOf(member);
            if (position < 0 || (seen[position >> 6] & 1L << position) != 0) {
                continue;
            }
            seen[position >> 6] |= 1L << position;
            boolean differ =
                    fields.isText(position)
                            ? !Objects.equals(root.fields().text(member), history.oldAt(entry))
                            : fields.differ(
                                    position, history.keyAt(entry), root.fields().bits(member));
            if (differ) {
                members[position >> 6] |= 1L << position;
            }
        }
        if (rows) {
            collectRows(root, plan, from);
        }
        long any = 0;
        for (long word : members) {
            any |= word;
        }
        return any != 0;
    }

    /** Changed members in projection order, 64 to a word. */
    long[] members() {
        return members;
    }

    boolean has(int member) {
        return (members[member >> 6] & 1L << member) != 0;
    }

    /** Changed rows of a table by its position in the projection. */
    Rows rows(int table) {
        return tables[table];
    }

    private void collectRows(PublishedRoot root, ColumnPlan plan, int from) {
        for (int table = 0; table < plan.tableCount(); table++) {
            Rows rows = tables[table];
            rows.collect(root, plan.tablePlace(table), plan.table(table), from);
            if (rows.count > 0) {
                int member = plan.fields().size() + table;
                members[member >> 6] |= 1L << member;
            }
        }
    }

    private void prepare(ColumnPlan plan) {
        int words = (plan.members() + 63) / 64;
        if (members.length != words) {
            members = new long[words];
            seen = new long[words];
        } else {
            Arrays.fill(members, 0);
            Arrays.fill(seen, 0);
        }
        count = plan.tableCount();
        if (tables.length < count) {
            int known = tables.length;
            tables = Arrays.copyOf(tables, count);
            for (int i = known; i < count; i++) {
                tables[i] = new Rows();
            }
        }
        for (int i = 0; i < count; i++) {
            tables[i].reset();
        }
    }

    /** Changed rows of one table, by ascending number. */
    static final class Rows {
        /** Bits of a history entry's number below the row number. */
        private static final int ENTRY_BITS = 31;

        /** Longer lists are given up when the next body is made. */
        private static final int KEPT = 256;

        private long[] order = new long[8];
        private @Nullable PublishedRow[] olds = new @Nullable PublishedRow[8];
        private @Nullable PublishedRow[] nows = new @Nullable PublishedRow[8];
        private int count;

        int count() {
            return count;
        }

        long numberAt(int position) {
            return order[position] >>> ENTRY_BITS;
        }

        @Nullable PublishedRow oldAt(int position) {
            return olds[position];
        }

        @Nullable PublishedRow nowAt(int position) {
            return nows[position];
        }

        private void reset() {
            if (order.length > KEPT) {
                order = new long[8];
                olds = new @Nullable PublishedRow[8];
                nows = new @Nullable PublishedRow[8];
            } else {
                Arrays.fill(olds, 0, count, null);
                Arrays.fill(nows, 0, count, null);
            }
            count = 0;
        }

        private void collect(PublishedRoot root, int place, BitScalars columns, int from) {
            History history = root.history();
            int found = 0;
            for (int entry = from; entry < history.size(); entry++) {
                if (history.memberAt(entry) == ~place) {
                    if (found == order.length) {
                        order = Arrays.copyOf(order, found * 2);
                    }
                    order[found] = (history.keyAt(entry) << ENTRY_BITS) | entry;
                    found++;
                }
            }
            Arrays.sort(order, 0, found);
            if (olds.length < order.length) {
                olds = new @Nullable PublishedRow[order.length];
                nows = new @Nullable PublishedRow[order.length];
            }
            long last = 0;
            for (int i = 0; i < found; i++) {
                long number = order[i] >>> ENTRY_BITS;
                if (number != last) {
                    last = number;
                    int entry = (int) (order[i] & ((1L << ENTRY_BITS) - 1));
                    keep(
                            order[i],
                            (PublishedRow) history.oldAt(entry),
                            root.table(place).find(number),
                            columns);
                }
            }
        }

        private void keep(
                long at,
                @Nullable PublishedRow old,
                @Nullable PublishedRow now,
                BitScalars columns) {
            if (columns.differ(old, now)) {
                order[count] = at;
                olds[count] = old;
                nows[count] = now;
                count++;
            }
        }
    }
}
