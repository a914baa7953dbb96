package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.schema.ScalarType;
import org.jspecify.annotations.Nullable;

/** The fields of a class, or the columns of a table, in projection order with their encoding. */
final class Scalars {
    private final String owner;
    private final IndexMap<FieldLayout> members;
    private final @Nullable FixedPoint[] precision;

    Scalars(String owner, IndexMap<FieldLayout> members, IndexMap<FixedPoint> declared) {
        this.owner = owner;
        this.members = members;
        this.precision = new @Nullable FixedPoint[members.size()];
        declared.forEach((fixed, index) -> precision[members.positionOf(index)] = fixed);
    }

    int size() {
        return members.size();
    }

    long indexAt(int position) {
        return members.keyAt(position);
    }

    int positionOf(long index) {
        return members.positionOf(index);
    }

    String nameAt(int position) {
        return owner + "." + members.valueAt(position).name();
    }

    void write(ByteSink out, int position, Value value, CompactLimits limits) {
        FixedPoint fixed = precision[position];
        if (fixed != null) {
            if (!fixed.holds(value)) {
                throw CompactException.rejected(Reason.FIXED_POINT, nameAt(position));
            }
            out.zigzag(fixed.stepsOf(value));
            return;
        }
        switch (value) {
            case Value.Bool(boolean v) -> out.u8(v ? 1 : 0);
            case Value.Int32(int v) -> out.zigzag(v);
            case Value.UInt32(long v) -> out.varint(v);
            case Value.Int64(long v) -> out.zigzag(v);
            case Value.UInt64(long v) -> out.varint(v);
            case Value.Float32(float v) -> out.u32(Float.floatToRawIntBits(v));
            case Value.Float64(double v) -> out.u64(Double.doubleToRawLongBits(v));
            case Value.Text(ByteText v) -> {
                out.varint(v.size());
                out.bytes(v.toByteArray(), v.size());
            }
            case Value.GuidRef(long v) -> {
                requireWidth(v, position, limits);
                out.u64(v);
            }
        }
    }

    Value read(ByteSource in, int position, CompactLimits limits) {
        ScalarType type = members.valueAt(position).type();
        int start = in.position();
        FixedPoint fixed = precision[position];
        if (fixed != null) {
            long steps = in.zigzag();
            long max = FixedPoint.stepsMax(type);
            if (steps > max || steps < -max) {
                throw CompactException.malformed(start);
            }
            return fixed.valueOf(steps, type);
        }
        return switch (type) {
            case BOOL -> new Value.Bool(truth(in));
            case INT32 -> new Value.Int32(narrow(in.zigzag(), start));
            case UINT32 -> new Value.UInt32(in.varint(0xFFFF_FFFFL));
            case INT64 -> new Value.Int64(in.zigzag());
            case UINT64 -> new Value.UInt64(in.varint());
            case FLOAT -> finite(new Value.Float32(Float.intBitsToFloat(in.u32())), position);
            case DOUBLE -> finite(new Value.Float64(Double.longBitsToDouble(in.u64())), position);
            case STRING -> text(in, position, limits);
            case GUID -> {
                long guid = in.u64();
                requireWidth(guid, position, limits);
                yield new Value.GuidRef(guid);
            }
        };
    }

    private static boolean truth(ByteSource in) {
        int start = in.position();
        int value = in.u8();
        if (value > 1) {
            throw CompactException.malformed(start);
        }
        return value == 1;
    }

    private static int narrow(long value, int start) {
        if (value != (int) value) {
            throw CompactException.malformed(start);
        }
        return (int) value;
    }

    private Value finite(Value value, int position) {
        if (!value.isFinite()) {
            throw CompactException.rejected(Reason.NOT_FINITE, nameAt(position));
        }
        return value;
    }

    private Value text(ByteSource in, int position, CompactLimits limits) {
        long length = in.varint(Integer.MAX_VALUE);
        int max = limits.stream().snapshot().valueBytesMax();
        if (length > max) {
            throw CompactException.over(Refusal.Limit.VALUE_BYTES, max, length, nameAt(position));
        }
        return new Value.Text(ByteText.copyOf(in.bytes((int) length)));
    }

    private void requireWidth(long guid, int position, CompactLimits limits) {
        if (!limits.guidWidth().holds(guid)) {
            throw CompactException.rejected(Reason.GUID_RANGE, nameAt(position));
        }
    }
}
