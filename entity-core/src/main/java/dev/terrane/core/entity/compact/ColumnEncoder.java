package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.stream.StreamLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes bodies straight from published columns and their histories. Byte for byte what {@link
 * BodyEncoder} writes from the states those stand for. One owner thread.
 */
final class ColumnEncoder {
    private final TreeChanges changes = new TreeChanges();
    private final List<BodyChild> fresh = new ArrayList<>();
    private boolean baseline;
    private boolean replaced;
    private long[] mask = new long[1];
    private long shortBody;
    private long operations;
    private long work;
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
        work = Long.bitCount(shown);
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

    /** The changes since a flush. */
    Outcome patch(PublishedRoot root, ColumnPlan plan, long base, ByteSink out) {
        fresh.clear();
        work = 0;
        ChangeSet changed = changes.collect(root, plan, base);
        if (changed == null) {
            return Outcome.UNCHANGED;
        }
        baseline = false;
        replaced = false;
        operations = 0;
        values = 0;
        text = plan.schemaBytes();
        longText = false;
        patch(root, plan, changed, out);
        if (replaced) {
            countAll(root.tree().total());
        }
        return isOver(plan.limits().stream()) ? Outcome.OVER : Outcome.WRITTEN;
    }

    /** The complete state. */
    void baseline(PublishedRoot root, ColumnPlan plan, ByteSink out) {
        fresh.clear();
        baseline = true;
        work = 0;
        everything(root, plan, out);
    }

    /** Values, rows and operations that the last body decodes to, as its receiver counts them. */
    long work() {
        return work;
    }

    /** The children that the last body shows and its base does not, by ordinal; a copy. */
    List<BodyChild> children() {
        return List.copyOf(fresh);
    }

    /** A container that is replaced counts all that stands in it: at most all there is. */
    private void countAll(Weight total) {
        operations += 2 * total.entities() + total.members() + total.rows();
        values += total.members();
        text += total.textBytes();
        longText |= total.hasLongTexts();
    }

    private boolean isOver(StreamLimits limits) {
        return longText
                || operations > limits.patchOperationsMax()
                || values > limits.patchValuesMax()
                || text > limits.patchStringBytesMax();
    }

    private void patch(PublishedEntity entity, ColumnPlan plan, ChangeSet changed, ByteSink out) {
        operations++;
        Mask.write(out, changed.members());
        BitScalars fields = plan.fields();
        partial(fields, changed.members(), entity.fields(), plan, out);
        for (int table = 0; table < plan.tableCount(); table++) {
            if (changed.has(fields.size() + table)) {
                rows(changed.rows(table), plan.table(table), plan, out);
            }
        }
        for (int i = 0; i < plan.containerCount(); i++) {
            if (changed.has(plan.containerMember(i))) {
                slots(changed.slots(plan.containerPlace(i)), plan, i, out);
            }
        }
    }

    private void everything(PublishedEntity entity, ColumnPlan plan, ByteSink out) {
        complete(plan.fields(), entity.fields(), plan, out);
        for (int i = 0; i < plan.tableCount(); i++) {
            runs(entity.table(plan.tablePlace(i)), plan.table(i), plan, out);
        }
        for (int i = 0; i < plan.containerCount(); i++) {
            children(entity.container(plan.containerPlace(i)), plan, i, out);
        }
    }

    private void slots(ChangeSet.Slots slots, ColumnPlan owner, int position, ByteSink out) {
        out.varint(slots.count());
        operations += 1L + slots.count();
        work += slots.count();
        long next = 1;
        for (int i = 0; i < slots.count(); i++) {
            long gap = (slots.numberAt(i) - next) << 2;
            next = slots.numberAt(i) + 1;
            PublishedChild now = slots.nowAt(i);
            ChangeSet patch = slots.patchAt(i);
            if (now == null) {
                out.varint(gap | BodyEncoder.CHILD_REMOVE);
                replaced = true;
            } else if (patch == null) {
                out.varint(gap | BodyEncoder.CHILD_PUT);
                replaced = true;
                child(now, seen(owner, position, now), out);
            } else {
                out.varint(gap | BodyEncoder.CHILD_PATCH);
                patch(now, seen(owner, position, now), patch, out);
            }
        }
    }

    /** A child where none or another one was. In a baseline every child is new. */
    private void child(PublishedChild child, ColumnPlan seen, ByteSink out) {
        work++;
        if (!baseline && changes.isKnown(child, seen)) {
            ChangeSet changed = changes.compareKnown(child, seen);
            out.varint(2L * child.ordinal() - (changed == null ? 1 : 0));
            if (changed != null) {
                patch(child, seen, changed, out);
            }
            return;
        }
        if (!baseline) {
            out.varint(0);
        }
        Entity entity = child.entity();
        if (!seen.limits().guidWidth().holds(entity.guid().value())) {
            throw CompactException.rejected(Reason.GUID_RANGE, "child " + entity.guid());
        }
        fresh.add(new BodyChild(entity.guid(), entity.lifetime(), seen.projection()));
        everything(child, seen, out);
    }

    /** The children of a container that a class shows, in runs of consecutive slots. */
    private void children(
            PublishedContainer container, ColumnPlan owner, int position, ByteSink out) {
        int runs = 0;
        long last = -1;
        for (int i = 0; i < container.size(); i++) {
            if (isShown(owner, position, container.childAt(i))) {
                runs += container.slotAt(i) == last + 1 && last > 0 ? 0 : 1;
                last = container.slotAt(i);
            }
        }
        out.varint(runs);
        long next = 1;
        int i = nextShown(container, owner, position, 0);
        while (i < container.size()) {
            int end = endOfRun(container, owner, position, i);
            out.varint(container.slotAt(i) - next);
            out.varint(container.slotAt(end - 1) - container.slotAt(i));
            next = container.slotAt(end - 1) + 2;
            for (; i < end; i++) {
                PublishedChild child = container.childAt(i);
                child(child, seen(owner, position, child), out);
            }
            i = nextShown(container, owner, position, end);
        }
    }

    /** The end of a run of shown children in consecutive slots that begins at a place. */
    private static int endOfRun(
            PublishedContainer container, ColumnPlan owner, int position, int begin) {
        int end = begin + 1;
        while (end < container.size()
                && container.slotAt(end) == container.slotAt(end - 1) + 1
                && isShown(owner, position, container.childAt(end))) {
            end++;
        }
        return end;
    }

    private static int nextShown(
            PublishedContainer container, ColumnPlan owner, int position, int from) {
        int at = from;
        while (at < container.size() && !isShown(owner, position, container.childAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isShown(ColumnPlan owner, int position, PublishedChild child) {
        return owner.findChild(position, child.entity().guid()) != null;
    }

    private static ColumnPlan seen(ColumnPlan owner, int position, PublishedChild child) {
        ColumnPlan seen = owner.findChild(position, child.entity().guid());
        if (seen == null) {
            throw new IllegalStateException("the class hides " + child.entity().guid());
        }
        return seen;
    }

    private void rows(ChangeSet.Rows rows, BitScalars columns, ColumnPlan plan, ByteSink out) {
        out.varint(rows.count());
        operations += 1L + rows.count();
        work += rows.count();
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
                    // Tables and containers follow the fields in the mask.
                    return;
                }
                work++;
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

    private void complete(BitScalars scalars, Line line, ColumnPlan plan, ByteSink out) {
        work += scalars.size();
        for (int i = 0; i < scalars.size(); i++) {
            scalars.write(out, i, line, plan.limits());
        }
    }

    private void runs(PublishedTable table, BitScalars columns, ColumnPlan plan, ByteSink out) {
        int size = table.size();
        work += size;
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
