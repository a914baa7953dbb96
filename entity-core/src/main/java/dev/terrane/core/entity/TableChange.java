package dev.terrane.core.entity;

/**
 * A change of a table. Additions and cell changes are told after they were made: what a callback
 * throws does not undo them. Removals are told before: what a callback throws prevents them. While
 * rows are added or removed the table refuses further structural changes.
 */
public sealed interface TableChange {
    /** The table. */
    Table table();

    /**
     * A row was added.
     *
     * @param table the table
     * @param row the row, with zeros
     */
    record RowAdded(Table table, Row row) implements TableChange {}

    /**
     * A row is about to be removed.
     *
     * @param table the table
     * @param row the row, still readable
     */
    record RowRemoving(Table table, Row row) implements TableChange {}

    /**
     * All rows are about to be removed.
     *
     * @param table the table, still readable
     */
    record Clearing(Table table) implements TableChange {}

    /**
     * A column has got another value.
     *
     * @param table the table
     * @param row the row
     * @param column index in the row class
     * @param old the value before
     * @param now the value written
     */
    record CellChanged(Table table, Row row, long column, Value old, Value now)
            implements TableChange {}
}
