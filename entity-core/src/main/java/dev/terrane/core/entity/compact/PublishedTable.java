package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.NumberMap;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.Table;
import org.jspecify.annotations.Nullable;

/** Rows of one table as they were published, and which of them may differ from the live table. */
final class PublishedTable {
    private final LineShape shape;
    private final NumberMap<PublishedRow> rows = new NumberMap<>();
    private final PendingNumbers pending = new PendingNumbers();
    private long textBytes;
    private int most;

    PublishedTable(LineShape shape) {
        this.shape = shape;
    }

    int size() {
        return rows.size();
    }

    /** The most rows it had after any flush: nobody was told of more at once. */
    int most() {
        return most;
    }

    /** A flush is published. */
    void settle() {
        most = Math.max(most, size());
    }

    PublishedRow rowAt(int position) {
        return rows.valueAt(position);
    }

    @Nullable PublishedRow find(long number) {
        return rows.find(number);
    }

    /** Adds the number of every row. */
    void addNumbers(ChangeSet.Numbers list) {
        list.addAll(rows);
    }

    /** Number of columns. */
    int columns() {
        return shape.size();
    }

    /** Bytes of all texts in it. */
    long textBytes() {
        return textBytes;
    }

    /** About how many bytes its rows take. */
    long bytes() {
        long row = PublishedRow.ROW_BYTES + 2L * Long.BYTES * columns();
        return size() * row + textBytes;
    }

    /** Rows that are to be looked at. */
    PendingNumbers pending() {
        return pending;
    }

    /** Takes every row of a live table that nobody was told of. */
    void load(@Nullable Table live) {
        if (live != null) {
            for (Row row : live.rows()) {
                put(new PublishedRow(row, shape));
            }
        }
        settle();
    }

    /** Takes what differs in the live table and tells the history what was. */
    void publish(Table live, long flush, int table, History history) {
        var target = new Target(flush, table, history);
        if (pending.isAll()) {
            publishAll(live, target);
        } else {
            for (int i = 0; i < pending.size(); i++) {
                Row row = live.findRow(pending.at(i)).orElse(null);
                publish(pending.at(i), row, target);
            }
        }
        pending.clear();
    }

    /** Makes a row what it was. */
    void restore(long number, @Nullable PublishedRow old) {
        if (old == null) {
            remove(number);
        } else {
            put(old);
        }
    }

    private void publishAll(Table live, Target target) {
        for (int i = rows.size() - 1; i >= 0; i--) {
            long number = rows.keyAt(i);
            if (live.findRow(number).isEmpty()) {
                publish(number, null, target);
            }
        }
        for (Row row : live.rows()) {
            publish(row.number(), row, target);
        }
    }

    private void publish(long number, @Nullable Row row, Target target) {
        PublishedRow old = find(number);
        if (row == null) {
            if (old != null) {
                target.note(number, old);
                remove(number);
            }
        } else if (old == null || !old.isSame(row)) {
            target.note(number, old);
            put(new PublishedRow(row, shape));
        }
    }

    private void put(PublishedRow row) {
        PublishedRow before = rows.put(row.number(), row);
        textBytes += row.columns().textBytes();
        if (before != null) {
            textBytes -= before.columns().textBytes();
        }
    }

    private void remove(long number) {
        PublishedRow before = rows.remove(number);
        if (before != null) {
            textBytes -= before.columns().textBytes();
        }
    }

    /** Where changes of one table in one flush are noted. */
    private record Target(long flush, int table, History history) {
        void note(long number, @Nullable PublishedRow old) {
            history.row(flush, table, number, old);
        }
    }
}
