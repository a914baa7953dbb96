package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Row;

/** One row as it was published, with all its columns. Never changes, so a history may keep it. */
final class PublishedRow {
    /** About what a row takes beside its columns. */
    static final int ROW_BYTES = 64;

    private final long number;
    private final long incarnation;
    private final Line columns;

    PublishedRow(Row row, LineShape shape) {
        this.number = row.number();
        this.incarnation = row.incarnation();
        this.columns = new Line(shape);
        columns.load(row.columns());
    }

    long number() {
        return number;
    }

    long incarnation() {
        return incarnation;
    }

    Line columns() {
        return columns;
    }

    /** About how many bytes it takes. */
    long bytes() {
        return ROW_BYTES + columns.bytes();
    }

    /** Whether a live row is this one, unchanged. */
    boolean isSame(Row row) {
        return row.incarnation() == incarnation && columns.isSame(row.columns());
    }
}
