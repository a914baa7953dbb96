package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.RowChanges;
import dev.terrane.core.entity.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one table as they were published, by ascending number, and which of them may differ from
 * the live table.
 */
final class PublishedTable {
    private static final PublishedRow[] NO_ROWS = {};
    private static final long[] NO_NUMBERS = {};

    /** More rows than these are not looked up one by one. */
    private static final int PENDING_MAX = 4_096;

    /** Longer lists are given up when they are empty. */
    private static final int PENDING_KEPT = 64;

    private final LineShape shape;
    private PublishedRow[] rows = NO_ROWS;
    private int size;
    private long textBytes;
    private long[] pending = NO_NUMBERS;
    private int pendingCount;
    private boolean pendingAll;

    PublishedTable(LineShape shape) {
        this.shape = shape;
    }

    int size() {
        return size;
    }

    PublishedRow rowAt(int position) {
        return rows[position];
    }

    @Nullable PublishedRow find(long number) {
        int position = positionOf(number);
        return position < 0 ? null : rows[position];
    }

    /** Bytes of all texts in it. */
    long textBytes() {
        return textBytes;
    }

    /** Takes every row of a live table that nobody was told of. */
    void load(@Nullable Table live) {
        if (live != null) {
            for (Row row : live.rows()) {
                put(new PublishedRow(row, shape));
            }
        }
    }

    /** Notes rows that are to be looked at. */
    void await(RowChanges changes) {
        if (changes.isAll() || pendingCount + changes.size() > PENDING_MAX) {
            awaitAll();
        }
        if (pendingAll) {
            return;
        }
        if (pendingCount + changes.size() > pending.length) {
            pending =
                    Arrays.copyOf(
                            pending, Math.max(pending.length * 2, pendingCount + changes.size()));
        }
        for (int i = 0; i < changes.size(); i++) {
            pending[pendingCount] = changes.numberAt(i);
            pendingCount++;
        }
    }

    void awaitAll() {
        pendingAll = true;
        pendingCount = 0;
    }

    /** Takes what differs in the live table and tells the history what was. */
    void publish(Table live, long flush, int table, History history) {
        if (pendingAll) {
            publishAll(live, flush, table, history);
        } else {
            for (int i = 0; i < pendingCount; i++) {
                Row row = live.findRow(pending[i]).orElse(null);
                publish(pending[i], row, new Target(flush, table, history));
            }
        }
        pendingAll = false;
        pendingCount = 0;
        if (pending.length > PENDING_KEPT) {
            pending = NO_NUMBERS;
        }
    }

    /** Makes a row what it was. */
    void restore(long number, @Nullable PublishedRow old) {
        if (old == null) {
            remove(number);
        } else {
            put(old);
        }
    }

    private void publishAll(Table live, long flush, int table, History history) {
        var target = new Target(flush, table, history);
        for (int i = size - 1; i >= 0; i--) {
            long number = rows[i].number();
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
        int position = positionOf(row.number());
        if (position >= 0) {
            textBytes -= rows[position].columns().textBytes();
        } else {
            position = -position - 1;
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, Math.max(4, size * 2));
            }
            System.arraycopy(rows, position, rows, position + 1, size - position);
            size++;
        }
        rows[position] = row;
        textBytes += row.columns().textBytes();
    }

    private void remove(long number) {
        int position = positionOf(number);
        if (position >= 0) {
            textBytes -= rows[position].columns().textBytes();
            size--;
            System.arraycopy(rows, position + 1, rows, position, size - position);
            Arrays.fill(rows, size, size + 1, null);
        }
    }

    private int positionOf(long number) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long at = rows[middle].number();
            if (at == number) {
                return middle;
            }
            if (at < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** Where changes of one table in one flush are noted. */
    private record Target(long flush, int table, History history) {
        void note(long number, @Nullable PublishedRow old) {
            history.row(flush, table, number, old);
        }
    }
}
