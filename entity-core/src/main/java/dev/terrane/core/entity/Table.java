package dev.terrane.core.entity;

import java.util.Collection;
import java.util.Optional;

/**
 * Rows of one table member of an entity, by number. Every row added gets the next incarnation, also
 * when a number is used again; clearing does not reset it. Belongs to the kernel's owner thread.
 */
public final class Table {
    private final Entity entity;
    private final long index;
    private final TableLayout layout;
    private final NumberMap<Row> rows = new NumberMap<>();
    private long lastNumber;
    private long lastIncarnation;
    private final int position;
    private final NumberChanges changes;
    private boolean busy;

    Table(Entity entity, long index) {
        this.entity = entity;
        this.index = index;
        this.position = entity.layout().tables().positionOf(index);
        this.layout = entity.layout().tables().valueAt(position);
        this.changes = new NumberChanges(entity);
    }

    /** The entity it belongs to. */
    public Entity entity() {
        return entity;
    }

    /** Member index in the entity's class. */
    public long index() {
        return index;
    }

    /** The table's layout. */
    public TableLayout layout() {
        return layout;
    }

    /** Rows touched since the last flush. */
    public NumberChanges changes() {
        return changes;
    }

    /** Number of rows. */
    public int size() {
        return rows.size();
    }

    /** Rows by ascending number; a live view that must not be kept over changes. */
    public Collection<Row> rows() {
        return rows.view();
    }

    /** A row by number. */
    public Optional<Row> findRow(long number) {
        return Optional.ofNullable(rows.find(number));
    }

    /** Adds a row under the next automatic number, one above the highest ever used. */
    public AddRowResult addRow() {
        if (lastNumber == IndexMap.KEY_MAX) {
            return new AddRowResult.Refused(
                    new Refusal.Exhausted(Refusal.Counter.ROW_NUMBER, location()));
        }
        return addRow(lastNumber + 1);
    }

    /** Adds a row under a number that is free. */
    public AddRowResult addRow(long number) {
        if (!entity.isLive()) {
            return refused(Reason.STALE);
        }
        if (busy) {
            return refused(Reason.BUSY);
        }
        if (!IndexMap.Builder.accepts(number)) {
            return refused(Reason.INDEX_RANGE);
        }
        if (rows.find(number) != null) {
            return refused(Reason.ROW_EXISTS);
        }
        int max = entity.limits().tableRowsMax();
        if (rows.size() >= max) {
            return new AddRowResult.Refused(
                    new Refusal.OverLimit(
                            Refusal.Limit.TABLE_ROWS, max, rows.size() + 1L, location()));
        }
        if (lastIncarnation == Long.MAX_VALUE) {
            return new AddRowResult.Refused(
                    new Refusal.Exhausted(Refusal.Counter.ROW_INCARNATION, location()));
        }
        touch();
        Row row = insert(number);
        entity.shape().delayed().rowAdded(row);
        tell(new TableChange.RowAdded(this, row));
        return new AddRowResult.Added(row);
    }

    /**
     * Removes a row; false when there is none of that number, the entity is gone, or the table is
     * telling of another structural change.
     */
    public boolean removeRow(long number) {
        Row row = entity.isLive() && !busy ? rows.find(number) : null;
        if (row == null) {
            return false;
        }
        tell(new TableChange.RowRemoving(this, row));
        if (!entity.isLive()) {
            return false;
        }
        touch();
        noteChange(row);
        rows.remove(number);
        entity.shape().delayed().rowRemoved(row);
        row.retire();
        return true;
    }

    /** Removes all rows, under the same conditions. Returns how many there were. */
    public int clear() {
        if (!entity.isLive() || busy || rows.size() == 0) {
            return 0;
        }
        tell(new TableChange.Clearing(this));
        if (!entity.isLive()) {
            return 0;
        }
        touch();
        noteTouched();
        changes.noteAll();
        int removed = rows.size();
        entity.shape().delayed().cleared(this);
        rows.view().forEach(Row::retire);
        rows.clear();
        return removed;
    }

    /** Class and member. */
    @Override
    public String toString() {
        return location();
    }

    /** For tests of exhaustion: continues the counter from a given value. */
    void continueIncarnationsFrom(long incarnation) {
        lastIncarnation = incarnation;
    }

    /** Puts a restored row in; its values were judged before. */
    void restore(long number, IndexMap<Value> columns) {
        Row row = insert(number);
        columns.forEach((value, column) -> row.install(layout.columns().positionOf(column), value));
    }

    Columns columns() {
        return entity.shape().rowColumns(position);
    }

    /** Gives all rows up because the entity is gone. */
    void release() {
        rows.view().forEach(Row::retire);
        rows.clear();
    }

    Listeners<TableChange> listeners() {
        return entity.shape().table(position);
    }

    String location() {
        return entity.layout().name() + "." + layout.name();
    }

    void touch() {
        entity.touch(index);
    }

    /** Notes that a row is about to be written or removed. */
    void noteChange(Row row) {
        if (row.changedAt() != entity.kernel().changeLog().flush()) {
            noteTouched();
            changes.note(row.number());
        }
    }

    private void noteTouched() {
        if (changes.isEmpty()) {
            entity.kernel().changeLog().touched(changes);
        }
    }

    private Row insert(long number) {
        lastIncarnation++;
        lastNumber = Math.max(lastNumber, number);
        var row = new Row(this, new Row.RowId(number, lastIncarnation));
        rows.insert(number, row);
        noteTouched();
        changes.note(number);
        return row;
    }

    private void tell(TableChange change) {
        entity.kernel().changeLog().requireQuiet();
        Listeners<TableChange> listeners = listeners();
        if (listeners.isEmpty()) {
            return;
        }
        busy = true;
        try {
            listeners.tell(change);
        } finally {
            busy = false;
        }
    }

    private AddRowResult refused(Reason reason) {
        return new AddRowResult.Refused(new Refusal.Rejected(reason, location()));
    }
}
