package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is published of everything inside one root, as far as some projection class of the root
 * shows it: who is there, which of them wait for a flush, which changed with which flush, and how
 * much all of it may count towards limits.
 *
 * <p>A child is linked while the state shows it. Who was there before is reached only through the
 * histories, and goes with them.
 */
final class PublishedTree {
    private static final ColumnPlan[] NOBODY = {};
    private static final PublishedChild[] NONE = {};

    private final PublishedRoot root;
    private final PublishedIndex index;
    private final BodyLimits limits;
    private final Journal journal;
    private final Weight total = new Weight();
    private final Departed departed = new Departed();
    private ColumnPlan[] plans = NOBODY;
    private PublishedChild[] queue = NONE;
    private int queueCount;
    private int begin;
    private long flush;

    /** Nothing yet inside a root, at its last flush. */
    PublishedTree(PublishedRoot root, PublishedIndex index, long flush, BodyLimits limits) {
        this.root = root;
        this.index = index;
        this.flush = flush;
        this.limits = limits;
        this.journal = new Journal(flush);
        weigh(root);
    }

    PublishedIndex index() {
        return index;
    }

    /** Which entities changed, the root among them. */
    Journal journal() {
        return journal;
    }

    /** How much all of it may count towards limits, the root included. */
    Weight total() {
        return total;
    }

    /** Whether any child waits for a flush. */
    boolean isWaiting() {
        return queueCount > 0;
    }

    /** Says how the root's classes show it. */
    void setPlans(ColumnPlan[] shown) {
        plans = shown;
    }

    /** Keeps from now on what one more class shows; right after a flush. */
    void widen(ColumnPlan plan) {
        widen(root, plan);
    }

    /** Nothing is published of it any more. */
    void close() {
        unlinkChildren(root);
        root.forgetContainers();
    }

    /** Notes that a child waits for a flush. */
    void enqueue(PublishedChild dirty) {
        if (!dirty.isQueued()) {
            if (queueCount == queue.length) {
                queue = Arrays.copyOf(queue, Math.max(4, queueCount * 2));
            }
            queue[queueCount] = dirty;
            queueCount++;
            dirty.setQueued(true);
        }
    }

    /** A publication begins; the root takes over first. */
    void begin(long at) {
        flush = at;
        departed.clear();
    }

    /**
     * Takes over what waits, after the root did.
     *
     * @param rootBegin the first new entry of the root's history
     * @return false when nothing is another than before
     */
    boolean publish(long at, boolean realTimeOnly, int rootBegin) {
        begin = journal.size();
        note(root, rootBegin);
        int count = queueCount;
        int left = 0;
        for (int i = 0; i < count; i++) {
            PublishedChild child = queue[i];
            // Where an entity goes is the tick's: until then nothing new is told of one that left.
            if (child.isLinked() && (realTimeOnly ? child.isInPlace() : child.entity().isLive())) {
                int before = child.history().size();
                child.publishMembers(at, realTimeOnly);
                note(child, before);
            }
            if (child.isLinked() && child.entity().isLive() && child.isPending()) {
                queue[left] = child;
                left++;
            } else {
                child.setQueued(false);
            }
        }
        Arrays.fill(queue, left, count, null);
        queueCount = left;
        return begin < journal.size();
    }

    /** Whether the last publication changed texts, rows or children, which limits bound. */
    boolean isShapeChanged() {
        boolean changed = false;
        for (int i = begin; i < journal.size() && !changed; i++) {
            changed = journal.entityAt(i).isShapeChanged();
        }
        return changed;
    }

    /** Whether a class sees the last publication in any child. */
    boolean isShown(ColumnPlan plan) {
        boolean shown = false;
        for (int i = begin; i < journal.size() && !shown; i++) {
            if (journal.entityAt(i) instanceof PublishedChild child && child.isLinked()) {
                ColumnPlan seen = planOf(plan, child);
                shown = seen != null && seen.shows(child, journal.beginAt(i));
            }
        }
        return shown;
    }

    /** Makes everything what it was before the last publication; what changed waits again. */
    void takeBack() {
        for (int i = journal.size() - 1; i >= begin; i--) {
            PublishedEntity changed = journal.entityAt(i);
            changed.restore(journal.beginAt(i));
            weigh(changed);
        }
        for (int i = begin; i < journal.size(); i++) {
            if (journal.entityAt(i) instanceof PublishedChild child) {
                enqueue(child);
            }
        }
        journal.truncate(begin);
        departed.clear();
    }

    /**
     * What receivers of a class remember, beyond the state, of those who left with the last
     * publication: at most that, wherever they stood between.
     */
    long departed(ColumnPlan plan) {
        return departed.lifetimes(this, plan);
    }

    /** What receivers of a class remember of its state. */
    long lifetimes(ColumnPlan plan) {
        return Departed.lifetimesIn(root, plan);
    }

    /** The last publication is no longer taken back. */
    void accept() {
        for (int i = begin; i < journal.size(); i++) {
            if (journal.entityAt(i).isLinked()) {
                journal.entityAt(i).settle();
            }
        }
        departed.clear();
    }

    /** Where an entity is shown now; null when it is not. */
    @Nullable PublishedChild findChild(Entity entity) {
        return index.find(entity, root) instanceof PublishedChild child ? child : null;
    }

    /** Drops the oldest flushes until the bound holds; the last flush always stays whole. */
    void bound() {
        while (journal.total() > limits.historyMax() && journal.flushAt(0) < flush) {
            journal.keepFrom(journal.flushAt(0));
        }
    }

    /** An entity that is put into a slot; null when no class shows it there. */
    @Nullable PublishedChild arrival(PublishedEntity owner, int place, long slot, Entity entity) {
        ColumnPlan[] seen = plansIn(plansOf(owner), place, entity);
        return seen.length == 0
                ? null
                : load(new PublishedChild(entity, owner, place, slot, flush), seen);
    }

    /** Makes a child, and what is inside it, a part of the state. */
    void link(PublishedChild child) {
        if (child.isLinked()) {
            return;
        }
        child.setLinked(true);
        index.add(child);
        weigh(child);
        if (child.isPending()) {
            enqueue(child);
        }
        for (int place = 0; place < child.shape().containerCount(); place++) {
            PublishedContainer container = child.findContainer(place);
            for (int i = 0; container != null && i < container.size(); i++) {
                link(container.childAt(i));
            }
        }
    }

    /** A child, and what is inside it, is no part of the state any more. */
    void unlink(PublishedChild child) {
        if (child.isLinked()) {
            child.setLinked(false);
            index.remove(child);
            total.subtract(child.weight());
            child.weight().clear();
            if (child.since() < flush) {
                departed.add(child);
            }
            unlinkChildren(child);
        }
    }

    private void unlinkChildren(PublishedEntity owner) {
        for (int place = 0; place < owner.shape().containerCount(); place++) {
            PublishedContainer container = owner.findContainer(place);
            for (int i = 0; container != null && i < container.size(); i++) {
                unlink(container.childAt(i));
            }
        }
    }

    private void note(PublishedEntity published, int before) {
        if (before < published.history().size()) {
            journal.note(flush, published, published.history().size() - before);
            if (published.isShapeChanged()) {
                weigh(published);
            }
        }
    }

    private void weigh(PublishedEntity changed) {
        if (changed.isLinked()) {
            Weight weight = changed.weight();
            total.subtract(weight);
            weight.measure(changed, limits.compact().stream().snapshot().valueBytesMax());
            total.add(weight);
        }
    }

    /** Reads a child that nobody was told of, and what is inside it. */
    private PublishedChild load(PublishedChild child, ColumnPlan[] seen) {
        for (ColumnPlan plan : seen) {
            child.trackTables(plan);
        }
        for (int place = 0; place < child.shape().containerCount(); place++) {
            if (isAnySelecting(seen, place)) {
                PublishedContainer container = child.trackContainer(place);
                Container live = child.liveContainer(place);
                for (int i = 0; live != null && i < live.size(); i++) {
                    ColumnPlan[] inside = plansIn(seen, place, live.childAt(i));
                    if (inside.length > 0) {
                        long slot = live.slotAt(i);
                        var one = new PublishedChild(live.childAt(i), child, place, slot, flush);
                        container.put(slot, load(one, inside));
                    }
                }
            }
        }
        return child;
    }

    /** Keeps what one more class shows; what others show already is there. */
    private void widen(PublishedEntity owner, ColumnPlan plan) {
        owner.trackTables(plan);
        weigh(owner);
        for (int position = 0; position < plan.containerCount(); position++) {
            int place = plan.containerPlace(position);
            PublishedContainer container = owner.trackContainer(place);
            Container live = owner.liveContainer(place);
            for (int i = 0; live != null && i < live.size(); i++) {
                Entity entity = live.childAt(i);
                ColumnPlan inside = plan.findChild(position, entity.guid());
                PublishedChild known = container.find(live.slotAt(i));
                if (inside != null && known != null && known.entity() == entity) {
                    widen(known, inside);
                } else if (inside != null
                        && known == null
                        && plansIn(plansOf(owner), place, entity).length == 0) {
                    var one = new PublishedChild(entity, owner, place, live.slotAt(i), flush);
                    container.put(one.slot(), load(one, new ColumnPlan[] {inside}));
                    link(one);
                }
            }
        }
    }

    /** How a class shows a child; null when it does not. */
    static @Nullable ColumnPlan planOf(ColumnPlan plan, PublishedChild child) {
        ColumnPlan owner =
                child.owner() instanceof PublishedChild parent ? planOf(plan, parent) : plan;
        if (owner == null) {
            return null;
        }
        int position = owner.containerPosition(child.container());
        return position < 0 ? null : owner.findChild(position, child.entity().guid());
    }

    /** How all classes show an entity of this root. */
    private ColumnPlan[] plansOf(PublishedEntity shown) {
        return shown instanceof PublishedChild child
                ? plansIn(plansOf(child.owner()), child.container(), child.entity())
                : plans;
    }

    private static ColumnPlan[] plansIn(ColumnPlan[] owner, int place, Entity child) {
        var seen = new ColumnPlan[owner.length];
        int count = 0;
        for (ColumnPlan plan : owner) {
            int position = plan.containerPosition(place);
            ColumnPlan inside = position < 0 ? null : plan.findChild(position, child.guid());
            if (inside != null) {
                seen[count] = inside;
                count++;
            }
        }
        return count == seen.length ? seen : Arrays.copyOf(seen, count);
    }

    private static boolean isAnySelecting(ColumnPlan[] plans, int place) {
        boolean selecting = false;
        for (ColumnPlan plan : plans) {
            selecting |= plan.containerPosition(place) >= 0;
        }
        return selecting;
    }
}
