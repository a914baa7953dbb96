package dev.terrane.core.entity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One row of a {@link Table}: number, incarnation and columns. Belongs to the kernel's owner
 * thread; after the row was removed, writes are refused and reads throw.
 */
public final class Row {
    private final Table table;
    private final long number;
    private final long incarnation;
    private final @Nullable Value[] columns;
    private boolean live = true;

    Row(Table table, RowId id) {
        this.table = table;
        this.number = id.number();
        this.incarnation = id.incarnation();
        this.columns = new @Nullable Value[table.layout().columns().size()];
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

    /** Value of a column; throws for an index that is no column and for a row that is gone. */
    public Value get(long column) {
        if (!isLive()) {
            throw new IllegalStateException(
                    "row " + number + " of " + table.layout().name() + " is gone");
        }
        int position = table.layout().columns().positionOf(column);
        if (position < 0) {
            throw new IllegalArgumentException(
                    "no column " + column + " in " + table.layout().rowClass());
        }
        return valueAt(position);
    }

    /** Writes a column. */
    public SetResult set(long column, Value value) {
        if (!isLive()) {
            return new SetResult.Refused(new Refusal.Rejected(Reason.STALE, location()));
        }
        int position = table.layout().columns().positionOf(column);
        if (position < 0) {
            return new SetResult.Refused(
                    new Refusal.Rejected(Reason.UNKNOWN_MEMBER, location() + "." + column));
        }
        FieldLayout field = table.layout().columns().valueAt(position);
        Refusal refusal =
                ValueCheck.refusal(
                        field, value, table.entity().limits(), location() + "." + field.name());
        if (refusal != null) {
            return new SetResult.Refused(refusal);
        }
        Value old = valueAt(position);
        if (old.equals(value)) {
            return new SetResult.Unchanged();
        }
        columns[position] = value;
        table.touch();
        ClassShape shape = table.entity().shape();
        shape.delayed().cell(this, column);
        Listeners<TableChange> listeners = table.listeners();
        if (!listeners.isEmpty()) {
            listeners.tell(new TableChange.CellChanged(table, this, column, old, value));
        }
        return new SetResult.Changed(old);
    }

    /** Sets a value that was judged before; only for a row nobody has been told of. */
    void install(int position, Value value) {
        columns[position] = value;
    }

    void retire() {
        live = false;
        Arrays.fill(columns, null);
    }

    private Value valueAt(int position) {
        Value value = columns[position];
        return value != null
                ? value
                : Value.zero(table.layout().columns().valueAt(position).type());
    }

    private String location() {
        return table.location() + "[" + number + "]";
    }

    record RowId(long number, long incarnation) {}
}
