package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.schema.ScalarType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields or columns a projection class selects, in projection order, written from the bits of
 * columns instead of from values. Says the same bytes as {@link Scalars}.
 */
final class BitScalars {
    private final Scalars names;
    private final IndexMap<FieldLayout> selected;
    private final int[] places;
    private final int[] positions;
    private final ScalarType[] types;
    private final @Nullable FixedPoint[] precision;

    /** Members of the whole line and those selected of them. */
    BitScalars(
            String owner,
            IndexMap<FieldLayout> whole,
            IndexMap<FieldLayout> selected,
            IndexMap<FixedPoint> declared) {
        this.names = new Scalars(owner, selected, declared);
        this.selected = selected;
        this.places = new int[selected.size()];
        this.positions = new int[whole.size()];
        this.types = new ScalarType[selected.size()];
        this.precision = new @Nullable FixedPoint[selected.size()];
        Arrays.fill(positions, -1);
        for (int i = 0; i < places.length; i++) {
            long index = selected.keyAt(i);
            places[i] = whole.positionOf(index);
            positions[places[i]] = i;
            types[i] = selected.valueAt(i).type();
            precision[i] = declared.find(index).orElse(null);
        }
    }

    int size() {
        return places.length;
    }

    /** Place in the whole line of a position in the selection. */
    int placeAt(int position) {
        return places[position];
    }

    /** Position in the selection of a place in the whole line, or -1. */
    int positionOf(int place) {
        return positions[place];
    }

    long indexAt(int position) {
        return selected.keyAt(position);
    }

    boolean isText(int position) {
        return types[position] == ScalarType.STRING;
    }

    /** Whether two values of a member that is no text differ as the class shows them. */
    boolean differ(int position, long was, long is) {
        if (was == is) {
            return false;
        }
        FixedPoint fixed = precision[position];
        return fixed == null || steps(fixed, position, was) != steps(fixed, position, is);
    }

    /** Whether two lines differ in a member as the class shows it. */
    boolean differ(int position, Line was, Line is) {
        int place = places[position];
        return types[position] == ScalarType.STRING
                ? !was.text(place).equals(is.text(place))
                : differ(position, was.bits(place), is.bits(place));
    }

    /** Whether two lines differ in any member as the class shows them. */
    boolean differ(Line was, Line is) {
        boolean differ = false;
        for (int i = 0; i < places.length && !differ; i++) {
            differ = differ(i, was, is);
        }
        return differ;
    }

    /** Whether a row came, went, was replaced or differs as the class shows it. */
    boolean differ(@Nullable PublishedRow was, @Nullable PublishedRow is) {
        if (was == null || is == null) {
            return was != is;
        }
        return was.incarnation() != is.incarnation() || differ(was.columns(), is.columns());
    }

    void write(ByteSink out, int position, Line line, CompactLimits limits) {
        int place = places[position];
        if (types[position] == ScalarType.STRING) {
            ByteText text = line.text(place);
            out.varint(text.size());
            out.text(text);
            return;
        }
        long bits = line.bits(place);
        FixedPoint fixed = precision[position];
        if (fixed != null) {
            out.zigzag(steps(fixed, position, bits));
            return;
        }
        switch (types[position]) {
            case BOOL -> out.u8((int) bits);
            case INT32, INT64 -> out.zigzag(bits);
            case UINT32, UINT64 -> out.varint(bits);
            case FLOAT -> out.u32((int) bits);
            case DOUBLE -> out.u64(bits);
            case GUID -> {
                if (!limits.guidWidth().holds(bits)) {
                    throw CompactException.rejected(Reason.GUID_RANGE, names.nameAt(position));
                }
                out.u64(bits);
            }
            case STRING -> throw new IllegalStateException("a string has no bits");
        }
    }

    /** The value as the class shows it. */
    Value value(int position, Line line) {
        int place = places[position];
        if (types[position] == ScalarType.STRING) {
            return new Value.Text(line.text(place));
        }
        Value exact = Value.ofBits(types[position], line.bits(place));
        FixedPoint fixed = precision[position];
        return fixed == null ? exact : fixed.apply(exact);
    }

    /** Every member of a line. */
    IndexMap<Value> values(Line line) {
        var values = new IndexMap.Builder<Value>();
        for (int i = 0; i < places.length; i++) {
            values.put(indexAt(i), value(i, line));
        }
        return values.build();
    }

    private long steps(FixedPoint fixed, int position, long bits) {
        return types[position] == ScalarType.FLOAT
                ? fixed.stepsOf(Float.intBitsToFloat((int) bits))
                : fixed.stepsOf(Double.longBitsToDouble(bits));
    }
}
