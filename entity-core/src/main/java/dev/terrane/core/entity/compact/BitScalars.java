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
    // The first are written as varints; a truth value is the varint of its bit.
    private static final int UNSIGNED = 0;
    private static final int SIGNED = 1;
    private static final int FIXED_DOUBLE = 2;
    private static final int FIXED_FLOAT = 3;
    private static final int FOUR_BYTES = 4;
    private static final int EIGHT_BYTES = 5;

    /** Texts and guids: limits are asked before they are written. */
    private static final int BOUNDED = 6;

    private final Scalars names;
    private final IndexMap<FieldLayout> selected;
    private final int[] places;
    private final int[] positions;
    private final ScalarType[] types;
    private final int[] kinds;
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
        this.kinds = new int[selected.size()];
        this.precision = new @Nullable FixedPoint[selected.size()];
        Arrays.fill(positions, -1);
        for (int i = 0; i < places.length; i++) {
            long index = selected.keyAt(i);
            places[i] = whole.positionOf(index);
            positions[places[i]] = i;
            types[i] = selected.valueAt(i).type();
            precision[i] = declared.find(index).orElse(null);
            kinds[i] = kindOf(types[i], precision[i] != null);
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

    /** Members in fixed point, one bit each, of at most 64. */
    long fixed() {
        long found = 0;
        for (int i = 0; i < kinds.length; i++) {
            found |= kinds[i] == FIXED_DOUBLE || kinds[i] == FIXED_FLOAT ? 1L << i : 0;
        }
        return found;
    }

    /** Members written as varints, one bit each, of at most 64. */
    long varints() {
        long found = 0;
        for (int i = 0; i < kinds.length; i++) {
            found |= kinds[i] <= FIXED_FLOAT ? 1L << i : 0;
        }
        return found;
    }

    /** Whether two values of a member that is no text differ as the class shows them. */
    boolean differ(int position, long was, long is) {
        return was != is && steps(position, was) != steps(position, is);
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
        if (writeNumber(out, position, line)) {
            return;
        }
        int place = places[position];
        if (types[position] == ScalarType.STRING) {
            ByteText text = line.text(place);
            out.varint(text.size());
            out.text(text);
            return;
        }
        long guid = line.bits(place);
        if (!limits.guidWidth().holds(guid)) {
            throw CompactException.rejected(Reason.GUID_RANGE, names.nameAt(position));
        }
        out.u64(guid);
    }

    /** Writes a value that no limit bounds; false, and nothing written, for texts and guids. */
    boolean writeNumber(ByteSink out, int position, Line line) {
        switch (kinds[position]) {
            case FOUR_BYTES -> out.u32((int) line.bits(places[position]));
            case EIGHT_BYTES -> out.u64(line.bits(places[position]));
            case BOUNDED -> {
                return false;
            }
            default -> out.varint(folded(position, line));
        }
        return true;
    }

    /** The number a varint says, for a member that is one. */
    long folded(int position, Line line) {
        long bits = line.bits(places[position]);
        int kind = kinds[position];
        if (kind == UNSIGNED) {
            return bits;
        }
        long signed = steps(position, bits);
        return (signed << 1) ^ (signed >> 63);
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

    private long steps(int position, long bits) {
        FixedPoint fixed = precision[position];
        if (fixed == null) {
            return bits;
        }
        return kinds[position] == FIXED_FLOAT
                ? fixed.stepsOf(Float.intBitsToFloat((int) bits))
                : fixed.stepsOf(Double.longBitsToDouble(bits));
    }

    private static int kindOf(ScalarType type, boolean fixed) {
        return switch (type) {
            case BOOL, UINT32, UINT64 -> UNSIGNED;
            case INT32, INT64 -> SIGNED;
            case FLOAT -> fixed ? FIXED_FLOAT : FOUR_BYTES;
            case DOUBLE -> fixed ? FIXED_DOUBLE : EIGHT_BYTES;
            case STRING, GUID -> BOUNDED;
        };
    }
}
