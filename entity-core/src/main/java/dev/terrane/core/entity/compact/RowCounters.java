package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * The last row lifetime each table of one stream has given: of the root by the table's place in the
 * layout, of a child by guid, lifetime and table index, also while the child is out of sight.
 *
 * <p>A copy counts on without moving the original; {@link #settle} makes the copy's numbers those
 * of the stream and ends the original's use.
 */
final class RowCounters {
    private final long[] root;
    private final Map<Guid, ChildRows> settled;
    private final Map<Guid, ChildRows> counted = new HashMap<>();

    RowCounters(int tables) {
        this(new long[tables], new HashMap<>());
    }

    private RowCounters(long[] root, Map<Guid, ChildRows> settled) {
        this.root = root;
        this.settled = settled;
    }

    RowCounters copy() {
        return new RowCounters(root.clone(), settled);
    }

    void settle() {
        settled.putAll(counted);
        counted.clear();
    }

    /** Counts rows of the root by table. */
    IntToLongFunction ofRoot() {
        return table -> root[table] = next(root[table]);
    }

    /** Counts rows of a child by table. */
    IntToLongFunction ofChild(Guid guid, long incarnation, Plan plan) {
        return table -> {
            Map<Long, Long> last = rows(guid, incarnation).last();
            long index = plan.tableIndex(table);
            long number = next(last.getOrDefault(index, 0L));
            last.put(index, number);
            return number;
        };
    }

    private ChildRows rows(Guid guid, long incarnation) {
        ChildRows rows = counted.get(guid);
        if (rows == null || rows.incarnation() != incarnation) {
            ChildRows before = settled.get(guid);
            rows = new ChildRows(incarnation, new HashMap<>());
            if (before != null && before.incarnation() == incarnation) {
                rows.last().putAll(before.last());
            }
            counted.put(guid, rows);
        }
        return rows;
    }

    private static long next(long last) {
        if (last == Long.MAX_VALUE) {
            throw new CompactException(
                    new Refusal.Exhausted(Refusal.Counter.ROW_INCARNATION, "row"));
        }
        return last + 1;
    }

    private record ChildRows(long incarnation, Map<Long, Long> last) {}
}
