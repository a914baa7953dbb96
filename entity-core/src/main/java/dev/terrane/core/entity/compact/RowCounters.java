package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Refusal;

/** The last row lifetime each table of one stream has given, by the table's place in the layout. */
final class RowCounters {
    private final long[] last;

    RowCounters(int tables) {
        this(new long[tables]);
    }

    private RowCounters(long[] last) {
        this.last = last;
    }

    RowCounters copy() {
        return new RowCounters(last.clone());
    }

    long next(int table) {
        if (last[table] == Long.MAX_VALUE) {
            throw new CompactException(
                    new Refusal.Exhausted(Refusal.Counter.ROW_INCARNATION, "table " + table));
        }
        return ++last[table];
    }
}
