package dev.terrane.core.entity;

import dev.terrane.core.schema.ScalarType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values of all entities of one class, or of all rows of one table of it, column by column in
 * primitive arrays. A line is one entity or row; lines are used again.
 *
 * <p>Every type but strings has a form in 64 bits: numbers as they are (the unsigned with leading
 * zeros), floating ones by their bits, booleans as 0 or 1. Equal values have equal bits.
 */
final class Columns {
    private final IndexMap<FieldLayout> layout;
    // How bits are kept, apart from the types: this is read for every value that is published.
    private static final byte SIGNED = 0;
    private static final byte UNSIGNED = 1;
    private static final byte WIDE = 2;
    private static final byte TEXT = 3;

    private final ScalarType[] types;
    private final byte[] kinds;
    private final int[][] narrow;
    private final long[][] wide;
    private final @Nullable ByteText[][] texts;
    private int[] free = new int[4];
    private int freeLines;
    private int lines;
    private int capacity;

    Columns(IndexMap<FieldLayout> layout) {
        this.layout = layout;
        this.types = layout.values().stream().map(FieldLayout::type).toArray(ScalarType[]::new);
        this.kinds = new byte[types.length];
        for (int i = 0; i < types.length; i++) {
            kinds[i] = kindOf(types[i]);
        }
        this.narrow = new int[types.length][0];
        this.wide = new long[types.length][0];
        this.texts = new ByteText[types.length][0];
    }

    IndexMap<FieldLayout> layout() {
        return layout;
    }

    ScalarType type(int position) {
        return types[position];
    }

    /** A line of zeros. */
    int acquire() {
        if (freeLines > 0) {
            freeLines--;
            return free[freeLines];
        }
        if (lines == capacity) {
            grow();
        }
        int line = lines;
        lines++;
        return line;
    }

    /** Gives a line back; it is zeroed for the next. */
    void release(int line) {
        for (int i = 0; i < types.length; i++) {
            if (types[i] == ScalarType.STRING) {
                texts[i][line] = null;
            } else {
                setBits(i, line, 0);
            }
        }
        if (freeLines == free.length) {
            free = Arrays.copyOf(free, freeLines * 2);
        }
        free[freeLines] = line;
        freeLines++;
    }

    /** Lines in use. */
    int used() {
        return lines - freeLines;
    }

    /** Bits of a value that is no string. */
    long bits(int position, int line) {
        int kind = kinds[position];
        if (kind == WIDE) {
            return wide[position][line];
        }
        if (kind == TEXT) {
            throw new IllegalArgumentException("a string has no bits");
        }
        int value = narrow[position][line];
        return kind == SIGNED ? value : Integer.toUnsignedLong(value);
    }

    void setBits(int position, int line, long bits) {
        switch (types[position]) {
            case INT32, BOOL, UINT32, FLOAT -> narrow[position][line] = (int) bits;
            case INT64, UINT64, DOUBLE, GUID -> wide[position][line] = bits;
            case STRING -> throw new IllegalArgumentException("a string has no bits");
        }
    }

    ByteText text(int position, int line) {
        ByteText text = texts[position][line];
        return text == null ? ByteText.EMPTY : text;
    }

    void setText(int position, int line, ByteText text) {
        texts[position][line] = text;
    }

    Value value(int position, int line) {
        return types[position] == ScalarType.STRING
                ? textValue(text(position, line))
                : Value.ofBits(types[position], bits(position, line));
    }

    /** Stores a value that has the column's type. */
    void set(int position, int line, Value value) {
        if (value instanceof Value.Text(ByteText text)) {
            setText(position, line, text);
        } else {
            setBits(position, line, value.bits());
        }
    }

    private static byte kindOf(ScalarType type) {
        return switch (type) {
            case INT32 -> SIGNED;
            case BOOL, UINT32, FLOAT -> UNSIGNED;
            case INT64, UINT64, DOUBLE, GUID -> WIDE;
            case STRING -> TEXT;
        };
    }

    private static Value textValue(ByteText text) {
        return text.size() == 0 ? Value.zero(ScalarType.STRING) : new Value.Text(text);
    }

    private void grow() {
        capacity = Math.max(8, capacity * 2);
        for (int i = 0; i < types.length; i++) {
            switch (types[i]) {
                case INT32, BOOL, UINT32, FLOAT -> narrow[i] = Arrays.copyOf(narrow[i], capacity);
                case INT64, UINT64, DOUBLE, GUID -> wide[i] = Arrays.copyOf(wide[i], capacity);
                case STRING -> texts[i] = Arrays.copyOf(texts[i], capacity);
            }
        }
    }
}
