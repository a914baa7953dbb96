package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Cells;
import java.util.Arrays;

/** Published values of the fields of an entity or the columns of a row, by place in the class. */
final class Line {
    private static final ByteText[] NO_TEXTS = {};

    private final LineShape shape;
    private final long[] bits;
    private final ByteText[] texts;

    Line(LineShape shape) {
        this.shape = shape;
        this.bits = new long[shape.size()];
        this.texts = shape.hasTexts() ? new ByteText[shape.size()] : NO_TEXTS;
        Arrays.fill(texts, ByteText.EMPTY);
    }

    long bits(int place) {
        return bits[place];
    }

    ByteText text(int place) {
        return texts[place];
    }

    void setBits(int place, long value) {
        bits[place] = value;
    }

    void setText(int place, ByteText value) {
        texts[place] = value;
    }

    /** Another line with the same values. */
    Line copy() {
        var copy = new Line(shape);
        System.arraycopy(bits, 0, copy.bits, 0, bits.length);
        System.arraycopy(texts, 0, copy.texts, 0, texts.length);
        return copy;
    }

    /** Takes all values of live cells. */
    void load(Cells cells) {
        for (int i = 0; i < bits.length; i++) {
            if (shape.isText(i)) {
                texts[i] = cells.textAt(i);
            } else {
                bits[i] = cells.bitsAt(i);
            }
        }
    }

    /** Whether live cells have these values. */
    boolean isSame(Cells cells) {
        boolean same = true;
        for (int i = 0; i < bits.length && same; i++) {
            same = shape.isText(i) ? texts[i].equals(cells.textAt(i)) : bits[i] == cells.bitsAt(i);
        }
        return same;
    }

    /** About how many bytes it takes. */
    long bytes() {
        return (long) Long.BYTES * (bits.length + texts.length) + textBytes();
    }

    /** Bytes of all texts. */
    long textBytes() {
        long total = 0;
        for (ByteText text : texts) {
            total += text.size();
        }
        return total;
    }
}
