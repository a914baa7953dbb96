package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import org.jspecify.annotations.Nullable;

/**
 * A child as it was published in one place of its root. The place never changes: an entity that is
 * put elsewhere, or comes back, is published there anew, and what stood here stays as it was for
 * those whose base shows it.
 */
final class PublishedChild extends PublishedEntity {
    private final PublishedEntity owner;
    private final int container;
    private final long slot;
    private final long since;
    private boolean linked;

    // How the base of the body that is being made shows this entity.
    private long ordinalOf;
    private int ordinal;
    private @Nullable PublishedChild base;
    private @Nullable ColumnPlan basePlan;

    /**
     * A child in a slot of its owner's container, which is named by its place in the class.
     *
     * @param flush the flush it is published with
     */
    PublishedChild(Entity entity, PublishedEntity owner, int container, long slot, long flush) {
        super(
                entity,
                owner.root().tree().index().shapeOf(entity),
                // The root bounds what is remembered of everything in it.
                new History(flush, Integer.MAX_VALUE));
        this.owner = owner;
        this.container = container;
        this.slot = slot;
        this.since = flush;
    }

    @Override
    PublishedRoot root() {
        return owner.root();
    }

    @Override
    boolean isLinked() {
        return linked;
    }

    void setLinked(boolean now) {
        linked = now;
    }

    PublishedEntity owner() {
        return owner;
    }

    /** Place of the container in the owner's class. */
    int container() {
        return container;
    }

    long slot() {
        return slot;
    }

    /** The flush it is published with. */
    long since() {
        return since;
    }

    /** Whether the live entity is where it was published, and all it is inside of too. */
    boolean isInPlace() {
        if (!entity().isLive() || entity().slot() != slot) {
            return false;
        }
        Container holder = entity().findHolder().orElse(null);
        return holder != null
                && owner.entity().isLive()
                && holder == owner.liveContainer(container)
                && (!(owner instanceof PublishedChild parent) || parent.isInPlace());
    }

    /** Notes how the base of a body shows this entity. */
    void setOrdinal(long body, int number, PublishedChild shown, ColumnPlan plan) {
        ordinalOf = body;
        ordinal = number;
        base = shown;
        basePlan = plan;
    }

    /** What the base shows under {@link #ordinal}; null when the entity is new to a class. */
    @Nullable PublishedChild findBase(long body, ColumnPlan plan) {
        return ordinalOf == body
                        && basePlan != null
                        && basePlan.projection().equals(plan.projection())
                ? base
                : null;
    }

    int ordinal() {
        return ordinal;
    }
}
