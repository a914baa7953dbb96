package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.stream.StreamLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes bodies straight from published columns and their history. Byte for byte what {@link
 * BodyEncoder} writes from the states those stand for. One owner thread.
 */
final class ColumnEncoder {
    private final ChangeSet changes = new ChangeSet();
    private long[] mask = new long[1];
    private long shortBody;
    private long operations;
    private long values;
    private long text;
    private boolean longText;

    /** What became of writing a body. */
    enum Outcome {
        WRITTEN,
        /** The class shows no change. */
        UNCHANGED,
        /** It is over a limit of the stream; nothing usable was written. */
        OVER
    }

    /**
     * A body of varints only that takes at most eight bytes.
     *
     * @param shown changed fields, as {@link ColumnPlan#shown} says them
     * @return its length, the bytes are in {@link #shortBody}; 0 when it is another
     */
    int shortFields(PublishedRoot root, ColumnPlan plan, long shown) {
        if (!plan.areVarints(shown) || Long.bitCount(shown) > plan.shortValuesMax()) {
            return 0;
        }
        long word = Leb.word(shown);
        int bits = Leb.bits(shown);
        BitScalars fields = plan.fields();
        Line line = root.fields();
        for (long rest = shown; rest != 0; rest &= rest - 1) {
            long value = fields.folded(Long.numberOfTrailingZeros(rest), line);
            if (bits + Leb.bits(value) > Long.SIZE) {
                return 0;
            }
            word |= Leb.word(value) << bits;
            bits += Leb.bits(value);
        }
        shortBody = word;
        return bits / Byte.SIZE;
    }

    /** Bytes of the last short body, the first one lowest. */
    long shortBody() {
        return shortBody;
    }

    /**
     * Changes of fields only that fit one word; false, and nothing usable written, when a text, a
     * guid or a limit asks for the whole way.
     */
    boolean fields(PublishedRoot root, ColumnPlan plan, long shown, ByteSink out) {
        if (Long.bitCount(shown) > plan.shortValuesMax()) {
            return false;
        }
        Mask.write(out, shown);
        BitScalars fields = plan.fields();
        Line line = root.fields();
        for (long bits = shown; bits != 0; bits &= bits - 1) {
            int position = Long.numberOfTrailingZeros(bits);
            if (!fields.writeNumber(out, position, line)) {
                return false;
            }
        }
        return true;
    }

    /** The changes since an entry of the root's history. */
    Outcome patch(PublishedRoot root, ColumnPlan plan, int from, ByteSink out) {
        if (!changes.collect(root, plan, from)) {
            return Outcome.UNCHANGED;
        }
        operations = 1;
        values = 0;
        text = plan.schemaBytes();
        longText = false;
        Mask.write(out, changes.members());
        BitScalars fields = plan.fields();
        partial(fields, changes.members(), root.fields(), plan, out);
        for (int table = 0; table < plan.tableCount(); table++) {
            if (changes.has(fields.size() + table)) {
                rows(changes.rows(table), plan.table(table), plan, out);
            }
        }
        return isOver(plan.limits().stream()) ? Outcome.OVER : Outcome.WRITTEN;
    }

    /** What the last patch was made of. */
    ChangeSet changes() {
        return changes;
    }

    /** The complete state. */
    static void baseline(PublishedRoot root, ColumnPlan plan, ByteSink out) {
        complete(plan.fields(), root.fields(), plan, out);
        for (int i = 0; i < plan.tableCount(); i++) {
            runs(root.table(plan.tablePlace(i)), plan.table(i), plan, out);
        }
    }

    private boolean isOver(StreamLimits limits) {
        return longText
                || operations > limits.patchOperationsMax()
                || values > limits.patchValuesMax()
                || text > limits.patchStringBytesMax();
    }

    private void rows(ChangeSet.Rows rows, BitScalars columns, ColumnPlan plan, ByteSink out) {
        out.varint(rows.count());
        operations += 1L + rows.count();
        long next = 1;
        for (int i = 0; i < rows.count(); i++) {
            long number = rows.numberAt(i);
            long gap = (number - next) << 2;
            next = number + 1;
            row(gap, rows.oldAt(i), rows.nowAt(i), new Target(columns, plan, out));
        }
    }

    private void row(
            long gap, @Nullable PublishedRow old, @Nullable PublishedRow now, Target target) {
        ByteSink out = target.out();
        BitScalars columns = target.columns();
        if (now == null) {
            out.varint(gap | BodyEncoder.REMOVE);
        } else if (old == null || old.incarnation() != now.incarnation()) {
            out.varint(gap | (old == null ? BodyEncoder.ADD : BodyEncoder.REPLACE));
            for (int i = 0; i < columns.size(); i++) {
                count(columns, i, now.columns(), target.plan());
            }
            complete(columns, now.columns(), target.plan(), out);
        } else {
            out.varint(gap | BodyEncoder.PATCH);
            int words = (columns.size() + 63) / 64;
            if (mask.length != words) {
                mask = new long[words];
            }
            Arrays.fill(mask, 0);
            for (int i = 0; i < columns.size(); i++) {
                if (columns.differ(i, old.columns(), now.columns())) {
                    mask[i >> 6] |= 1L << i;
                }
            }
            Mask.write(out, mask);
            partial(columns, mask, now.columns(), target.plan(), out);
        }
    }

    /** Where rows of a table are written. */
    private record Target(BitScalars columns, ColumnPlan plan, ByteSink out) {}

    private void partial(
            BitScalars scalars, long[] members, Line line, ColumnPlan plan, ByteSink out) {
        for (int word = 0; word < members.length; word++) {
            long bits = members[word];
            while (bits != 0) {
                int position = (word << 6) + Long.numberOfTrailingZeros(bits);
                bits &= bits - 1;
                if (position >= scalars.size()) {
                    // Tables follow the fields in the mask.
                    return;
                }
                count(scalars, position, line, plan);
                scalars.write(out, position, line, plan.limits());
            }
        }
    }

    private void count(BitScalars scalars, int position, Line line, ColumnPlan plan) {
        values++;
        if (scalars.isText(position)) {
            int bytes = line.text(scalars.placeAt(position)).size();
            text += bytes;
            longText |= bytes > plan.limits().stream().snapshot().valueBytesMax();
        }
    }

    private static void complete(BitScalars scalars, Line line, ColumnPlan plan, ByteSink out) {
        for (int i = 0; i < scalars.size(); i++) {
            scalars.write(out, i, line, plan.limits());
        }
    }

    private static void runs(
            PublishedTable table, BitScalars columns, ColumnPlan plan, ByteSink out) {
        int size = table.size();
        int runs = 0;
        for (int i = 0; i < size; i++) {
            runs += i == 0 || table.rowAt(i).number() != table.rowAt(i - 1).number() + 1 ? 1 : 0;
        }
        out.varint(runs);
        long next = 1;
        int start = 0;
        while (start < size) {
            int end = start + 1;
            while (end < size && table.rowAt(end).number() == table.rowAt(end - 1).number() + 1) {
                end++;
            }
            out.varint(table.rowAt(start).number() - next);
            out.varint(end - start - 1L);
            for (int i = start; i < end; i++) {
                complete(columns, table.rowAt(i).columns(), plan, out);
            }
            // Two runs never touch, so the number right after a run cannot begin the next.
            next = table.rowAt(end - 1).number() + 2;
            start = end;
        }
    }
}
