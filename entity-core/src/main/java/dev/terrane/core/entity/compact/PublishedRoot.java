package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Cells;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.MemberChanges;
import dev.terrane.core.entity.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One root as it was published last, what it was before, and the classes it is published in. Takes
 * over what differs in the live entity, one dirty member at a time.
 */
final class PublishedRoot {
    private final Entity entity;
    private final RootShape shape;
    private final Line fields;
    private final @Nullable PublishedTable[] tables;
    private final History history;
    private long pending;
    private final long[] more;
    private ColumnClass[] classes = new ColumnClass[1];
    private int classCount;
    private boolean shapeChanged;
    private boolean queued;
    private boolean remembering;

    PublishedRoot(Entity entity, RootShape shape, long flush, int historyMax) {
        this.entity = entity;
        this.shape = shape;
        this.fields = new Line(shape.fields());
        this.tables = new @Nullable PublishedTable[shape.tableCount()];
        this.history = new History(flush, historyMax);
        this.more = new long[shape.words() - 1];
        fields.load(entity.fields());
    }

    Entity entity() {
        return entity;
    }

    Line fields() {
        return fields;
    }

    History history() {
        return history;
    }

    /** A table that some class selects. */
    PublishedTable table(int place) {
        PublishedTable table = tables[place];
        if (table == null) {
            throw new IllegalStateException("no class selects table " + place);
        }
        return table;
    }

    /** Whether it is among the roots whose history is to be swept; false before. */
    boolean setRemembering(boolean now) {
        boolean before = remembering;
        remembering = now;
        return before;
    }

    int classCount() {
        return classCount;
    }

    ColumnClass classAt(int position) {
        return classes[position];
    }

    void add(ColumnClass shared) {
        if (classCount == classes.length) {
            classes = Arrays.copyOf(classes, classCount * 2);
        }
        classes[classCount] = shared;
        classCount++;
    }

    void remove(ColumnClass shared) {
        int position = 0;
        while (classes[position] != shared) {
            position++;
        }
        classCount--;
        System.arraycopy(classes, position + 1, classes, position, classCount - position);
        Arrays.fill(classes, classCount, classCount + 1, null);
    }

    /** Keeps the rows of a table from now on. */
    void track(int place) {
        if (tables[place] == null) {
            var table = new PublishedTable(shape.table(place));
            table.load(live(place));
            tables[place] = table;
        }
    }

    /** Notes what the kernel says is dirty; true when the root was not waiting before. */
    boolean await(MemberChanges changes) {
        // The first word apart: it is the only one of nearly all classes.
        long dirty = changes.dirtyWord(0);
        pending |= dirty;
        boolean table = shape.hasTable(0, dirty);
        for (int i = 0; i < more.length; i++) {
            long others = changes.dirtyWord(i + 1);
            more[i] |= others;
            table |= shape.hasTable(i + 1, others);
        }
        if (table) {
            awaitRows();
        }
        boolean first = !queued;
        queued = true;
        return first;
    }

    /** Ends the waiting; true when members are left for a later flush. */
    boolean isWaiting() {
        long left = pending;
        for (long word : more) {
            left |= word;
        }
        queued = left != 0;
        return queued;
    }

    /** Takes over the waiting members among these; returns the first new entry of the history. */
    int publish(long flush, boolean realTimeOnly) {
        int begin = history.size();
        shapeChanged = false;
        long[] allowed = shape.published(realTimeOnly);
        Cells cells = entity.fields();
        long members = pending & allowed[0];
        pending ^= members;
        publish(members, 0, cells, flush);
        for (int i = 0; i < more.length; i++) {
            members = more[i] & allowed[i + 1];
            more[i] ^= members;
            publish(members, i + 1, cells, flush);
        }
        return begin;
    }

    /** Whether the last publication changed texts or rows, which limits bound. */
    boolean isShapeChanged() {
        return shapeChanged;
    }

    /** Makes everything what it was before an entry; the members wait again. */
    void takeBack(int begin) {
        for (int entry = history.size() - 1; entry >= begin; entry--) {
            int member = history.memberAt(entry);
            if (member < 0) {
                PublishedTable table = table(~member);
                table.restore(history.keyAt(entry), (PublishedRow) history.oldAt(entry));
                table.awaitAll();
            } else if (history.oldAt(entry) instanceof ByteText text) {
                fields.setText(member, text);
            } else {
                fields.setBits(member, history.keyAt(entry));
            }
        }
        history.truncate(begin);
        for (int ordinal = 0; ordinal < entity.changes().size(); ordinal++) {
            if (ordinal < Long.SIZE) {
                pending |= 1L << ordinal;
            } else {
                more[(ordinal >> 6) - 1] |= 1L << ordinal;
            }
        }
        queued = true;
    }

    private void awaitRows() {
        for (int place = 0; place < tables.length; place++) {
            PublishedTable table = tables[place];
            Table live = table == null ? null : live(place);
            if (table != null && live != null && !live.changes().isEmpty()) {
                table.await(live.changes());
            }
        }
    }

    private void publish(long members, int word, Cells cells, long flush) {
        for (long bits = members; bits != 0; bits &= bits - 1) {
            int ordinal = (word << 6) + Long.numberOfTrailingZeros(bits);
            publish(shape.memberAt(ordinal), cells, flush);
        }
    }

    private void publish(int member, Cells cells, long flush) {
        int place = member >> RootShape.KIND_BITS;
        switch (member & RootShape.KIND) {
            case RootShape.NUMBER -> {
                long now = cells.bitsAt(place);
                long old = fields.bits(place);
                if (now != old) {
                    history.bits(flush, place, old);
                    fields.setBits(place, now);
                }
            }
            case RootShape.TEXT -> {
                ByteText now = cells.textAt(place);
                ByteText old = fields.text(place);
                if (!now.equals(old)) {
                    history.text(flush, place, old);
                    fields.setText(place, now);
                    shapeChanged = true;
                }
            }
            case RootShape.TABLE -> {
                PublishedTable table = tables[place];
                Table live = table == null ? null : live(place);
                if (table != null && live != null) {
                    table.publish(live, flush, place, history);
                    shapeChanged = true;
                }
            }
            default -> {
                // A container is compared, not tracked.
            }
        }
    }

    private @Nullable Table live(int place) {
        return entity.findMaterialisedTable(entity.layout().tables().keyAt(place)).orElse(null);
    }
}
