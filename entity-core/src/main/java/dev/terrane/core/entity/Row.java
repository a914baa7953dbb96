package dev.terrane.core.entity;

/**
 * One row of a {@link Table}: number, incarnation and columns. Belongs to the kernel's owner
 * thread; after the row was removed, writes are refused and reads throw.
 */
public final class Row {
    private final Table table;
    private final long number;
    private final long incarnation;
    private final Cells columns;
    private long changedAt;
    private boolean live = true;

    Row(Table table, RowId id) {
        this.table = table;
        this.number = id.number();
        this.incarnation = id.incarnation();
        this.columns = new Cells(new ColumnOwner(), table.columns());
        this.changedAt = table.entity().kernel().changeLog().flush();
    }

    /** The table it is or was in. */
    public Table table() {
        return table;
    }

    /** Number of the row in its table. */
    public long number() {
        return number;
    }

    /** Lifetime number of the row in its table. */
    public long incarnation() {
        return incarnation;
    }

    /** Whether the row is still in its table and the entity still alive. */
    public boolean isLive() {
        return live && table.entity().isLive();
    }

    /** Typed access to the columns. */
    public Cells columns() {
        return columns;
    }

    /** Value of a column; throws for an index that is no column and for a row that is gone. */
    public Value get(long column) {
        return columns.get(column);
    }

    /** Writes a column. */
    public SetResult set(long column, Value value) {
        return columns.set(column, value);
    }

    /** Number of the flush that told, or will tell, of the row or the last write to it. */
    public long changedAt() {
        return changedAt;
    }

    /** Class, member and number. */
    @Override
    public String toString() {
        return location();
    }

    /** Sets a value that was judged before; only for a row nobody has been told of. */
    void install(int position, Value value) {
        columns.install(position, value);
    }

    void retire() {
        if (live) {
            live = false;
            columns.release();
        }
    }

    private String location() {
        return table.location() + "[" + number + "]";
    }

    record RowId(long number, long incarnation) {}

    /** What the columns know of this row. */
    private final class ColumnOwner implements CellOwner {
        @Override
        public boolean isLive() {
            return Row.this.isLive();
        }

        @Override
        public KernelLimits limits() {
            return table.entity().limits();
        }

        @Override
        public String location() {
            return Row.this.location();
        }

        @Override
        public String staleLocation() {
            return Row.this.location();
        }

        @Override
        public Reason unknown(long index) {
            return Reason.UNKNOWN_MEMBER;
        }

        @Override
        public boolean listens(int position) {
            return !table.listeners().isEmpty();
        }

        @Override
        public void written(long index) {
            Entity entity = table.entity();
            table.touch();
            table.noteChange(Row.this);
            changedAt = entity.kernel().changeLog().flush();
            entity.shape().delayed().cell(Row.this, index);
        }

        @Override
        public void tell(int position, FieldWrite write) {
            table.listeners()
                    .tell(
                            new TableChange.CellChanged(
                                    table, Row.this, write.index(), write.old(), write.now()));
        }
    }
}
