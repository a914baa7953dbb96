package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Cells;
import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.MemberChanges;
import dev.terrane.core.entity.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One entity as a root's recipients were told of it last, and what it was before. Takes over what
 * differs in the live entity, one dirty member at a time. Of tables and containers it keeps those
 * that some projection class of the root shows.
 */
abstract sealed class PublishedEntity permits PublishedRoot, PublishedChild {
    private static final long[] NO_WORDS = {};

    /** About what one takes beside fields, rows and children. */
    private static final int ENTITY_BYTES = 256;

    private final Entity entity;
    private final EntityShape shape;
    private final Line fields;
    private final @Nullable PublishedTable[] tables;
    private final @Nullable PublishedContainer[] containers;
    private final History history;
    private long pending;
    private final long[] more;
    private boolean shapeChanged;
    private boolean queued;

    /** What of it counts in its root's tree. */
    private final Weight weight = new Weight();

    /** The next of the same dense number, kept by {@link PublishedIndex}. */
    private @Nullable PublishedEntity next;

    // Where TreeChanges notes what changed in it, and for which body.
    private int changesAt;
    private long changesOf;

    PublishedEntity(Entity entity, EntityShape shape, History history) {
        this.entity = entity;
        this.shape = shape;
        this.fields = new Line(shape.fields());
        this.tables = new @Nullable PublishedTable[shape.tableCount()];
        this.containers = new @Nullable PublishedContainer[shape.containerCount()];
        this.history = history;
        this.more = shape.words() == 1 ? NO_WORDS : new long[shape.words() - 1];
        fields.load(entity.fields());
    }

    /** The root it is inside of, or itself. */
    abstract PublishedRoot root();

    /** Whether it is part of its root's state now; a history may show what is not. */
    abstract boolean isLinked();

    final Entity entity() {
        return entity;
    }

    final EntityShape shape() {
        return shape;
    }

    final Line fields() {
        return fields;
    }

    final History history() {
        return history;
    }

    final Weight weight() {
        return weight;
    }

    /** About how many bytes it takes with all that is inside it, histories apart. */
    final long bytes() {
        long bytes = ENTITY_BYTES + fields.bytes();
        for (PublishedTable table : tables) {
            bytes += table == null ? 0 : table.bytes();
        }
        for (PublishedContainer container : containers) {
            bytes += container == null ? 0 : container.bytes();
        }
        return bytes;
    }

    /** A table that some class selects. */
    final PublishedTable table(int place) {
        PublishedTable table = tables[place];
        if (table == null) {
            throw new IllegalStateException("no class selects table " + place);
        }
        return table;
    }

    final @Nullable PublishedTable findTable(int place) {
        return tables[place];
    }

    /** A container that some class selects. */
    final PublishedContainer container(int place) {
        PublishedContainer container = containers[place];
        if (container == null) {
            throw new IllegalStateException("no class selects container " + place);
        }
        return container;
    }

    final @Nullable PublishedContainer findContainer(int place) {
        return containers[place];
    }

    /** How a history names a container. */
    final int containerMember(int place) {
        return ~(tables.length + place);
    }

    /** The row that an entry of the history says was there; with -1 the one that is. */
    final @Nullable PublishedRow rowBefore(int place, long number, int entry) {
        return entry < 0 ? table(place).find(number) : (PublishedRow) history.oldAt(entry);
    }

    /** The child that an entry of the history says was there; with -1 the one that is. */
    final @Nullable PublishedChild childBefore(int place, long slot, int entry) {
        return entry < 0 ? container(place).find(slot) : (PublishedChild) history.oldAt(entry);
    }

    /** Keeps the rows of the tables a class selects from now on. */
    final void trackTables(ColumnPlan plan) {
        for (int i = 0; i < plan.tableCount(); i++) {
            int place = plan.tablePlace(i);
            if (tables[place] == null) {
                var table = new PublishedTable(shape.table(place));
                table.load(liveTable(place));
                tables[place] = table;
            }
        }
    }

    /** Keeps the children of a container from now on; whoever asks for it fills it. */
    final PublishedContainer trackContainer(int place) {
        PublishedContainer container = containers[place];
        if (container == null) {
            container = new PublishedContainer();
            containers[place] = container;
        }
        return container;
    }

    /** Forgets all children. */
    final void forgetContainers() {
        Arrays.fill(containers, null);
    }

    final @Nullable Container liveContainer(int place) {
        return entity.findMaterialisedContainer(entity.layout().containers().keyAt(place))
                .orElse(null);
    }

    /** Notes what the kernel says is dirty. */
    final void await(MemberChanges dirty) {
        // The first word apart: it is the only one of nearly all classes.
        long word = dirty.dirtyWord(0);
        pending |= word;
        boolean listed = shape.isAnyListed(0, word);
        for (int i = 0; i < more.length; i++) {
            long others = dirty.dirtyWord(i + 1);
            more[i] |= others;
            listed |= shape.isAnyListed(i + 1, others);
        }
        if (listed) {
            awaitListed();
        }
    }

    /** Whether members are left for a later flush. */
    final boolean isPending() {
        long left = pending;
        for (long word : more) {
            left |= word;
        }
        return left != 0;
    }

    /** Whether it is in its root's queue. */
    final boolean isQueued() {
        return queued;
    }

    final void setQueued(boolean now) {
        queued = now;
    }

    /** Whether the last publication changed texts, rows or children, which limits bound. */
    final boolean isShapeChanged() {
        return shapeChanged;
    }

    /** Takes over the waiting members among those of such a flush. */
    final void publishMembers(long flush, boolean realTimeOnly) {
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
    }

    /** What it was given last is published. */
    final void settle() {
        for (PublishedTable table : tables) {
            if (table != null) {
                table.settle();
            }
        }
    }

    /** Makes everything what it was before an entry of the history; the members wait again. */
    final void restore(int begin) {
        for (int entry = history.size() - 1; entry >= begin; entry--) {
            int member = history.memberAt(entry);
            if (member < 0) {
                restoreListed(~member, entry);
            } else if (history.oldAt(entry) instanceof ByteText text) {
                fields.setText(member, text);
            } else {
                fields.setBits(member, history.keyAt(entry));
            }
        }
        history.truncate(begin);
        long[] all = shape.published(false);
        pending |= all[0];
        for (int i = 0; i < more.length; i++) {
            more[i] |= all[i + 1];
        }
    }

    final @Nullable PublishedEntity next() {
        return next;
    }

    final void setNext(@Nullable PublishedEntity other) {
        next = other;
    }

    /** Where it was noted for this body what changed in it; -1 when it was not. */
    final int changesAt(long body) {
        return changesOf == body ? changesAt : -1;
    }

    final void setChangesAt(long body, int place) {
        changesOf = body;
        changesAt = place;
    }

    private void restoreListed(int listed, int entry) {
        if (listed < tables.length) {
            PublishedTable table = table(listed);
            table.restore(history.keyAt(entry), (PublishedRow) history.oldAt(entry));
            table.pending().awaitAll();
            return;
        }
        int place = listed - tables.length;
        var old = (PublishedChild) history.oldAt(entry);
        replace(place, history.keyAt(entry), old);
        container(place).pending().awaitAll();
    }

    private void awaitListed() {
        for (int place = 0; place < tables.length; place++) {
            PublishedTable table = tables[place];
            Table live = table == null ? null : liveTable(place);
            if (table != null && live != null && !live.changes().isEmpty()) {
                table.pending().await(live.changes());
            }
        }
        for (int place = 0; place < containers.length; place++) {
            PublishedContainer container = containers[place];
            Container live = container == null ? null : liveContainer(place);
            if (container != null && live != null && !live.changes().isEmpty()) {
                container.pending().await(live.changes());
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
        int place = member >> EntityShape.KIND_BITS;
        switch (member & EntityShape.KIND) {
            case EntityShape.NUMBER -> {
                long now = cells.bitsAt(place);
                long old = fields.bits(place);
                if (now != old) {
                    history.bits(flush, place, old);
                    fields.setBits(place, now);
                }
            }
            case EntityShape.TEXT -> {
                ByteText now = cells.textAt(place);
                ByteText old = fields.text(place);
                if (!now.equals(old)) {
                    history.text(flush, place, old);
                    fields.setText(place, now);
                    shapeChanged = true;
                }
            }
            case EntityShape.TABLE -> {
                PublishedTable table = tables[place];
                Table live = table == null ? null : liveTable(place);
                if (table != null && live != null) {
                    table.publish(live, flush, place, history);
                    shapeChanged = true;
                }
            }
            default -> {
                PublishedContainer container = containers[place];
                Container live = container == null ? null : liveContainer(place);
                if (container != null && live != null) {
                    publishSlots(place, container, live, flush);
                    shapeChanged = true;
                }
            }
        }
    }

    private void publishSlots(int place, PublishedContainer container, Container live, long flush) {
        PendingNumbers waiting = container.pending();
        if (waiting.isAll()) {
            for (int i = container.size() - 1; i >= 0; i--) {
                publishSlot(place, container.slotAt(i), live, flush);
            }
            for (int i = 0; i < live.size(); i++) {
                publishSlot(place, live.slotAt(i), live, flush);
            }
        } else {
            for (int i = 0; i < waiting.size(); i++) {
                publishSlot(place, waiting.at(i), live, flush);
            }
        }
        waiting.clear();
    }

    private void publishSlot(int place, long slot, Container live, long flush) {
        PublishedChild was = container(place).find(slot);
        Entity is = live.find(slot).orElse(null);
        if (was != null && was.entity() == is) {
            return;
        }
        PublishedChild now = is == null ? null : root().tree().arrival(this, place, slot, is);
        if (was != now) {
            history.slot(flush, containerMember(place), slot, was);
            replace(place, slot, now);
        }
    }

    /** Sets or empties a slot; whoever leaves it is no part of the state any more. */
    private void replace(int place, long slot, @Nullable PublishedChild now) {
        PublishedChild was = container(place).find(slot);
        container(place).put(slot, now);
        if (was != null) {
            root().tree().unlink(was);
        }
        if (now != null && isLinked()) {
            root().tree().link(now);
        }
    }

    private @Nullable Table liveTable(int place) {
        return entity.findMaterialisedTable(entity.layout().tables().keyAt(place)).orElse(null);
    }
}
