package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Refusal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One root with the classes it is published in, and a tree when some of them show children. */
final class PublishedRoot extends PublishedEntity {
    private final PublishedIndex index;
    private final BodyLimits limits;
    private SharedClass[] classes = new SharedClass[1];
    private int classCount;
    private @Nullable PublishedTree tree;
    private long flush;
    private int begin;
    private boolean waiting;
    private boolean remembering;
    private long counted;
    private @Nullable Refusal refusal;

    PublishedRoot(Entity entity, PublishedIndex index, long flush, BodyLimits limits) {
        super(entity, index.shapeOf(entity), new History(flush, limits.historyMax()));
        this.index = index;
        this.limits = limits;
        this.flush = flush;
    }

    @Override
    PublishedRoot root() {
        return this;
    }

    @Override
    boolean isLinked() {
        return true;
    }

    /** What is inside it; only when some class shows children. */
    PublishedTree tree() {
        PublishedTree known = tree;
        if (known == null) {
            throw new IllegalStateException("no class shows children");
        }
        return known;
    }

    /** The last flush of which a class may have forgotten what was before. */
    long droppedThrough(ColumnPlan plan) {
        long dropped = history().droppedThrough();
        return plan.isNested() ? Math.max(dropped, tree().journal().droppedThrough()) : dropped;
    }

    /** Why the last flush left it as it was; null when it did not. */
    @Nullable Refusal refusal() {
        return refusal;
    }

    void setRefusal(@Nullable Refusal why) {
        refusal = why;
    }

    /** Whether it is among the roots whose history is to be swept; false before. */
    boolean setRemembering(boolean now) {
        boolean before = remembering;
        remembering = now;
        return before;
    }

    /** About how many bytes are kept for bases before the last flush. */
    long remembered() {
        return history().bytes() + (tree == null ? 0 : tree.journal().bytes());
    }

    /** How many of them the stage counts. */
    long counted() {
        return counted;
    }

    /** How many of them the stage counts from now on; returns how many it did before. */
    long setCounted(long now) {
        long before = counted;
        counted = now;
        return before;
    }

    /** The oldest flush with changes that are kept; the last one when none are. */
    long oldest() {
        long own = history().size() > 0 ? history().oldest() : flush;
        Journal inside = tree == null ? null : tree.journal();
        return inside == null || inside.size() == 0 ? own : Math.min(own, inside.flushAt(0));
    }

    /** Whether anything is kept for bases before the last flush. */
    boolean isRemembered() {
        return history().size() > 0 || (tree != null && tree.journal().size() > 0);
    }

    int classCount() {
        return classCount;
    }

    SharedClass classAt(int position) {
        return classes[position];
    }

    /** Keeps from now on what a class shows; right after a flush. */
    void track(ColumnPlan plan) {
        if (plan.isNested() && tree == null) {
            tree = new PublishedTree(this, index, flush, limits);
        }
        if (plan.isNested()) {
            tree().widen(plan);
        } else {
            trackTables(plan);
        }
    }

    void add(SharedClass shared) {
        if (classCount == classes.length) {
            classes = Arrays.copyOf(classes, classCount * 2);
        }
        classes[classCount] = shared;
        classCount++;
        tellTree();
    }

    void remove(SharedClass shared) {
        int position = 0;
        while (classes[position] != shared) {
            position++;
        }
        classCount--;
        System.arraycopy(classes, position + 1, classes, position, classCount - position);
        Arrays.fill(classes, classCount, classCount + 1, null);
        tellTree();
    }

    /** Nothing is published of what is inside any more. */
    void forgetTree() {
        if (tree != null) {
            tree.close();
            tree = null;
        }
    }

    /** Notes that the kernel says an entity in it is dirty; true when the root did not wait. */
    boolean await(PublishedEntity dirty) {
        dirty.await(dirty.entity().changes());
        if (dirty instanceof PublishedChild child) {
            tree().enqueue(child);
        }
        boolean first = !waiting;
        waiting = true;
        return first;
    }

    /** Ends the waiting; true when members are left for a later flush. */
    boolean isWaiting() {
        waiting = isPending() || (tree != null && tree.isWaiting());
        return waiting;
    }

    /** Takes over what waits; false when nothing is another than before. */
    boolean publish(long at, boolean realTimeOnly) {
        flush = at;
        begin = history().size();
        if (tree != null) {
            tree.begin(at);
        }
        publishMembers(at, realTimeOnly);
        return tree == null ? begin < history().size() : tree.publish(at, realTimeOnly, begin);
    }

    /** Whether the last publication changed texts, rows or children, which limits bound. */
    boolean isAnyShapeChanged() {
        return tree == null ? isShapeChanged() : tree.isShapeChanged();
    }

    /** The last publication is no longer taken back. */
    void accept() {
        if (tree != null) {
            tree.accept();
        }
    }

    /** Makes everything what it was before the last publication; what changed waits again. */
    void takeBack() {
        if (tree == null) {
            restore(begin);
        } else {
            tree.takeBack();
        }
    }

    /**
     * What a class sees of the last publication: fields of the root that changed, {@link
     * ColumnPlan#UNKNOWN} when it is more or other, 0 for nothing.
     */
    long shown(ColumnPlan plan) {
        long shown = begin < history().size() ? plan.shown(this, begin) : 0;
        return tree != null && plan.isNested() && tree.isShown(plan) ? ColumnPlan.UNKNOWN : shown;
    }

    /** Drops what only bases before a flush need. */
    void keepFrom(long floor) {
        history().keepFrom(floor);
        if (tree != null) {
            tree.journal().keepFrom(floor);
        }
    }

    /** Drops the oldest flushes until the bound holds; the last flush always stays whole. */
    void bound() {
        history().bound();
        if (tree != null) {
            tree.bound();
        }
    }

    private void tellTree() {
        if (tree == null) {
            return;
        }
        var plans = new ColumnPlan[classCount];
        int count = 0;
        for (int i = 0; i < classCount; i++) {
            if (classes[i].plan().isNested()) {
                plans[count] = classes[i].plan();
                count++;
            }
        }
        if (count == 0) {
            forgetTree();
        } else {
            tree.setPlans(Arrays.copyOf(plans, count));
        }
    }
}
