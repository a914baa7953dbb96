package dev.terrane.core.entity;

import dev.terrane.core.schema.ScalarType;

/**
 * Values of one entity's fields or one row's columns, by index, typed and without boxing.
 *
 * <p>Reads throw for an index that is no field of the type and for an owner that is gone. Typed
 * writes tell whether the value changed: false for a value that was there already and for a write
 * that is refused (owner gone, no such field, another type, not finite, too long, guid outside the
 * range), which changes nothing; {@link #set(long, Value)} says which. Belongs to the kernel's
 * owner thread.
 */
public final class Cells {
    private final CellOwner owner;
    private final Columns columns;
    private final int line;

    Cells(CellOwner owner, Columns columns) {
        this.owner = owner;
        this.columns = columns;
        this.line = columns.acquire();
    }

    /** The fields. */
    public IndexMap<FieldLayout> layout() {
        return columns.layout();
    }

    /** A value, boxed. */
    public Value get(long index) {
        return columns.value(require(index), line);
    }

    /** A {@code bool}. */
    public boolean getBool(long index) {
        return bits(index, ScalarType.BOOL) != 0;
    }

    /** An {@code int32}. */
    public int getInt32(long index) {
        return (int) bits(index, ScalarType.INT32);
    }

    /** A {@code uint32}, 0..2^32-1. */
    public long getUInt32(long index) {
        return bits(index, ScalarType.UINT32);
    }

    /** An {@code int64}. */
    public long getInt64(long index) {
        return bits(index, ScalarType.INT64);
    }

    /** A {@code uint64}, to be read unsigned. */
    public long getUInt64(long index) {
        return bits(index, ScalarType.UINT64);
    }

    /** A {@code float}. */
    public float getFloat(long index) {
        return Float.intBitsToFloat((int) bits(index, ScalarType.FLOAT));
    }

    /** A {@code double}. */
    public double getDouble(long index) {
        return Double.longBitsToDouble(bits(index, ScalarType.DOUBLE));
    }

    /** A {@code string}. */
    public ByteText getText(long index) {
        return columns.text(require(index, ScalarType.STRING), line);
    }

    /** A {@code guid}, 0 for none. */
    public long getGuid(long index) {
        return bits(index, ScalarType.GUID);
    }

    /**
     * The 64 bits of the field at a position of {@link #layout()}, which is no string: numbers as
     * they are, the unsigned with leading zeros, floating ones by their bits.
     */
    public long bitsAt(int position) {
        requireLive();
        return columns.bits(position, line);
    }

    /** The string at a position of {@link #layout()}. */
    public ByteText textAt(int position) {
        requireLive();
        return columns.text(position, line);
    }

    /** Writes a value and says what became of it. */
    public SetResult set(long index, Value value) {
        if (!owner.isLive()) {
            return refused(Reason.STALE, owner.staleLocation());
        }
        int position = columns.layout().positionOf(index);
        if (position < 0) {
            return refused(owner.unknown(index), owner.location() + "." + index);
        }
        FieldLayout field = columns.layout().valueAt(position);
        Refusal refusal =
                ValueCheck.refusal(
                        field, value, owner.limits(), owner.location() + "." + field.name());
        if (refusal != null) {
            return new SetResult.Refused(refusal);
        }
        Value old = columns.value(position, line);
        if (old.equals(value)) {
            return new SetResult.Unchanged();
        }
        owner.written(index);
        columns.set(position, line, value);
        if (owner.listens(position)) {
            owner.tell(position, new CellOwner.FieldWrite(index, old, value));
        }
        return new SetResult.Changed(old);
    }

    /** Writes a {@code bool}. */
    public boolean setBool(long index, boolean value) {
        return write(index, ScalarType.BOOL, value ? 1 : 0);
    }

    /** Writes an {@code int32}. */
    public boolean setInt32(long index, int value) {
        return write(index, ScalarType.INT32, value);
    }

    /** Writes a {@code uint32}, 0..2^32-1. */
    public boolean setUInt32(long index, long value) {
        return value >= 0 && value <= 0xFFFF_FFFFL && write(index, ScalarType.UINT32, value);
    }

    /** Writes an {@code int64}. */
    public boolean setInt64(long index, long value) {
        return write(index, ScalarType.INT64, value);
    }

    /** Writes a {@code uint64} by its 64 bits. */
    public boolean setUInt64(long index, long bits) {
        return write(index, ScalarType.UINT64, bits);
    }

    /** Writes a {@code float}. */
    public boolean setFloat(long index, float value) {
        return Float.isFinite(value)
                && write(
                        index,
                        ScalarType.FLOAT,
                        Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    /** Writes a {@code double}. */
    public boolean setDouble(long index, double value) {
        return Double.isFinite(value)
                && write(index, ScalarType.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /** Writes a {@code string}. */
    public boolean setText(long index, ByteText value) {
        return set(index, new Value.Text(value)) instanceof SetResult.Changed;
    }

    /** Writes a {@code guid}, 0 for none. */
    public boolean setGuid(long index, long value) {
        return owner.limits().guidWidth().holds(value) && write(index, ScalarType.GUID, value);
    }

    /** Stores a value that was judged before and tells nobody. */
    void install(int position, Value value) {
        columns.set(position, line, value);
    }

    /** Gives the line back; the owner is not live any more. */
    void release() {
        columns.release(line);
    }

    private boolean write(long index, ScalarType type, long bits) {
        if (!owner.isLive()) {
            return false;
        }
        int position = columns.layout().positionOf(index);
        if (position < 0
                || columns.type(position) != type
                || columns.bits(position, line) == bits) {
            return false;
        }
        if (!owner.listens(position)) {
            owner.written(index);
            columns.setBits(position, line, bits);
            return true;
        }
        Value old = columns.value(position, line);
        owner.written(index);
        columns.setBits(position, line, bits);
        owner.tell(position, new CellOwner.FieldWrite(index, old, columns.value(position, line)));
        return true;
    }

    private long bits(long index, ScalarType type) {
        return columns.bits(require(index, type), line);
    }

    private int require(long index, ScalarType type) {
        int position = require(index);
        if (columns.type(position) != type) {
            throw new IllegalArgumentException(
                    owner.location() + "." + index + " is no " + type + ": " + type(position));
        }
        return position;
    }

    private int require(long index) {
        requireLive();
        int position = columns.layout().positionOf(index);
        if (position < 0) {
            throw new IllegalArgumentException("no field " + index + " in " + owner.location());
        }
        return position;
    }

    private void requireLive() {
        if (!owner.isLive()) {
            throw new IllegalStateException(owner.staleLocation() + " is gone");
        }
    }

    private ScalarType type(int position) {
        return columns.type(position);
    }

    private static SetResult refused(Reason reason, String location) {
        return new SetResult.Refused(new Refusal.Rejected(reason, location));
    }
}
