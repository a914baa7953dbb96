package dev.terrane.core.entity;

import dev.terrane.core.entity.ContainerChange.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Children of one container member of an entity, by slot from 1. A child is of exactly the
 * container's class and is in at most one slot of one container; an entity is never inside itself.
 *
 * <p>Belongs to the kernel's owner thread. A refused operation changes nothing. When the owner is
 * destroyed its children lose their place and stay alive: destruction does not cascade.
 */
public final class Container {
    private final Entity owner;
    private final long index;
    private final ContainerLayout layout;
    private final NumberMap<Entity> children = new NumberMap<>();
    private final NumberChanges changes;
    private boolean busy;

    Container(Entity owner, long index) {
        this.owner = owner;
        this.index = index;
        this.layout = owner.layout().containers().get(index);
        this.changes = new NumberChanges(owner);
    }

    /**
     * One occupied slot.
     *
     * @param number slot, 1..2^32-1
     * @param child the entity in it
     */
    public record Slot(long number, Entity child) {}

    /** The entity that has this container. */
    public Entity owner() {
        return owner;
    }

    /** Member index in the owner's class. */
    public long index() {
        return index;
    }

    /** Name and class of the children. */
    public ContainerLayout layout() {
        return layout;
    }

    /** Slots touched since the last flush. */
    public NumberChanges changes() {
        return changes;
    }

    /** Number of children. */
    public int size() {
        return children.size();
    }

    /** Slot at a position, 0..size-1, ascending. */
    public long slotAt(int position) {
        return children.keyAt(position);
    }

    /** Child at a position, 0..size-1, in slot order. */
    public Entity childAt(int position) {
        return children.valueAt(position);
    }

    /** The child in a slot. */
    public Optional<Entity> find(long slot) {
        return Optional.ofNullable(children.find(slot));
    }

    /** Occupied slots in order; a copy. */
    public List<Slot> slots() {
        var slots = new ArrayList<Slot>(children.size());
        for (int i = 0; i < children.size(); i++) {
            slots.add(new Slot(children.keyAt(i), children.valueAt(i)));
        }
        return slots;
    }

    /** The lowest slot without a child. */
    public long firstFreeSlot() {
        long free = 1;
        for (int i = 0; i < children.size() && children.keyAt(i) == free; i++) {
            free++;
        }
        return free;
    }

    /**
     * Creates a child in a free slot, from a configuration row or, with 0, from nothing. There are
     * no arguments; the kernel's source gives the guid.
     */
    public CreateResult create(long slot, long profileId) {
        return owner.kernel().createContained(this, slot, null, profileId);
    }

    /** As {@link #create(long, long)} with a given identity. */
    public CreateResult create(long slot, Guid guid, long profileId) {
        return owner.kernel().createContained(this, slot, guid, profileId);
    }

    /** Puts an entity that is in no container into a free slot. */
    public ChangeResult place(long slot, Entity child) {
        Refusal refusal = refuseSlot(slot);
        if (refusal == null) {
            refusal = refuseChild(slot, child);
        }
        if (refusal == null && child.findHolder().isPresent()) {
            refusal = new Refusal.Rejected(Reason.ALREADY_PLACED, location(slot));
        }
        if (refusal != null) {
            return new ChangeResult.Refused(refusal);
        }
        attach(slot, child);
        tell(Operation.PLACED, slot, null, child);
        return new ChangeResult.Done();
    }

    /**
     * Exchanges an occupied slot with another slot of this or another container; if that is empty,
     * the child moves. Either both sides change or none.
     */
    public ChangeResult swap(long slot, Container destination, long destinationSlot) {
        Entity child = owner.isLive() ? children.find(slot) : null;
        if (child == null) {
            return noChild(slot);
        }
        Refusal refusal = refuseBusy(slot);
        if (refusal == null) {
            refusal = destination.refuseRange(destinationSlot);
        }
        if (refusal == null) {
            refusal = destination.refuseBusy(destinationSlot);
        }
        if (refusal == null && destination != this) {
            refusal = destination.refuseChild(destinationSlot, child);
        }
        Entity other = refusal == null ? destination.children.find(destinationSlot) : null;
        if (refusal == null && other != null && destination != this) {
            refusal = refuseChild(slot, other);
        }
        if (refusal != null) {
            return new ChangeResult.Refused(refusal);
        }
        if (destination != this) {
            return exchange(new Slot(slot, child), destination, destinationSlot);
        }
        if (other != child) {
            commit(new Slot(slot, child), this, destinationSlot);
            tell(new ContainerChange(this, Operation.SWAPPED, slot, destinationSlot, child, other));
        }
        return new ChangeResult.Done();
    }

    /** Takes the child out of a slot; it lives on without a place. */
    public ChangeResult remove(long slot) {
        Entity child = owner.isLive() ? children.find(slot) : null;
        if (child == null) {
            return noChild(slot);
        }
        Refusal refusal = refuseBusy(slot);
        if (refusal != null) {
            return new ChangeResult.Refused(refusal);
        }
        tell(Operation.REMOVING, slot, child, null);
        if (!holds(slot, child)) {
            return ChangeResult.rejected(Reason.STALE, location(slot));
        }
        detach(slot);
        return new ChangeResult.Done();
    }

    /** Destroys the child in a slot, as {@link Kernel#destroy} does. */
    public ChangeResult destroy(long slot) {
        Entity child = owner.isLive() ? children.find(slot) : null;
        if (child == null) {
            return noChild(slot);
        }
        return owner.kernel().destroy(child.guid())
                ? new ChangeResult.Done()
                : ChangeResult.rejected(Reason.STALE, location(slot));
    }

    /** Class and member. */
    @Override
    public String toString() {
        return owner.layout().name() + "." + layout.name();
    }

    /** Why a slot cannot take a new child, or null when it can. */
    @Nullable Refusal refuseSlot(long slot) {
        Refusal range = refuseRange(slot);
        if (range == null) {
            range = refuseBusy(slot);
        }
        if (range == null && children.find(slot) != null) {
            return new Refusal.Rejected(Reason.SLOT_TAKEN, location(slot));
        }
        return range;
    }

    /** Why another level below the owner is not allowed, or null when it is. */
    @Nullable Refusal refuseDepth(long slot, int levels) {
        int max = owner.limits().containerDepthMax();
        int depth = owner.depth() + levels;
        return depth <= max
                ? null
                : new Refusal.OverLimit(Refusal.Limit.CONTAINER_DEPTH, max, depth, location(slot));
    }

    void attach(long slot, Entity child) {
        noteSlot(slot);
        children.insert(slot, child);
        child.take(this, slot);
        owner.kernel().maps().follow(child, owner.place());
    }

    void detach(long slot) {
        Entity child = children.find(slot);
        if (child != null) {
            noteSlot(slot);
            children.remove(slot);
            child.take(null, 0);
        }
    }

    /** Takes a child out that is gone for good. */
    void detachDestroyed(long slot) {
        Entity child = children.find(slot);
        if (child != null) {
            touchSlot(slot);
            owner.shape().delayed().destroyed(this, slot, child);
            children.remove(slot);
            child.take(null, 0);
        }
    }

    void tellCreated(Entity child) {
        tell(Operation.CREATED, child.slot(), null, child);
    }

    void tellDestruction(Entity child) {
        tell(Operation.DESTROYING, child.slot(), child, null);
    }

    List<Entity> children() {
        return children.view();
    }

    /** Lets all children go because the owner is gone. */
    void release() {
        for (int i = 0; i < children.size(); i++) {
            children.valueAt(i).take(null, 0);
        }
        children.clear();
    }

    /** Longest chain of children below the owner through this container. */
    int height() {
        int height = 0;
        for (int i = 0; i < children.size(); i++) {
            height = Math.max(height, 1 + children.valueAt(i).height());
        }
        return height;
    }

    String location(long slot) {
        return this + "[" + slot + "]";
    }

    /** Exchange with another container: told as removals before it and placements after it. */
    private ChangeResult exchange(Slot from, Container destination, long destinationSlot) {
        long slot = from.number();
        Entity child = from.child();
        Entity other = destination.children.find(destinationSlot);
        boolean before = destination.busy;
        destination.busy = true;
        try {
            tell(Operation.REMOVING, slot, child, null);
        } finally {
            destination.busy = before;
        }
        if (other != null) {
            busy = true;
            try {
                destination.tell(Operation.REMOVING, destinationSlot, other, null);
            } finally {
                busy = false;
            }
        }
        if (!holds(slot, child)
                || !destination.owner.isLive()
                || destination.children.find(destinationSlot) != other) {
            return ChangeResult.rejected(Reason.STALE, location(slot));
        }
        // The callbacks may have moved the owners: what was judged before them is judged again.
        Refusal refusal = destination.refuseChild(destinationSlot, child);
        if (refusal == null && other != null) {
            refusal = refuseChild(slot, other);
        }
        if (refusal != null) {
            return new ChangeResult.Refused(refusal);
        }
        commit(from, destination, destinationSlot);
        destination.tell(Operation.PLACED, destinationSlot, null, child);
        if (other != null && holds(slot, other)) {
            tell(Operation.PLACED, slot, null, other);
        }
        return new ChangeResult.Done();
    }

    private void commit(Slot from, Container destination, long destinationSlot) {
        Entity other = destination.children.find(destinationSlot);
        detach(from.number());
        if (other != null) {
            destination.detach(destinationSlot);
            attach(from.number(), other);
        }
        destination.attach(destinationSlot, from.child());
    }

    private boolean holds(long slot, Entity child) {
        return owner.isLive() && children.find(slot) == child;
    }

    private void noteSlot(long slot) {
        touchSlot(slot);
        owner.shape().delayed().slot(this, slot);
    }

    /** Notes for the next flush that a slot changed. */
    private void touchSlot(long slot) {
        owner.touch(index);
        if (changes.isEmpty()) {
            owner.kernel().changeLog().touched(changes);
        }
        changes.note(slot);
    }

    private void tell(Operation operation, long slot, @Nullable Entity old, @Nullable Entity now) {
        tell(new ContainerChange(this, operation, slot, 0, old, now));
    }

    private void tell(ContainerChange change) {
        owner.kernel().changeLog().requireQuiet();
        Listeners<ContainerChange> listeners =
                owner.shape().container(owner.layout().containers().positionOf(index));
        if (listeners.isEmpty()) {
            return;
        }
        boolean before = busy;
        busy = true;
        try {
            listeners.tell(change);
        } finally {
            busy = before;
        }
    }

    private ChangeResult noChild(long slot) {
        Reason reason = owner.isLive() ? Reason.SLOT_EMPTY : Reason.STALE;
        return ChangeResult.rejected(reason, location(slot));
    }

    private @Nullable Refusal refuseBusy(long slot) {
        return busy ? new Refusal.Rejected(Reason.BUSY, location(slot)) : null;
    }

    private @Nullable Refusal refuseRange(long slot) {
        if (!owner.isLive()) {
            return new Refusal.Rejected(Reason.STALE, location(slot));
        }
        return IndexMap.Builder.accepts(slot)
                ? null
                : new Refusal.Rejected(Reason.INDEX_RANGE, location(slot));
    }

    private @Nullable Refusal refuseChild(long slot, Entity child) {
        if (child.kernel() != owner.kernel()) {
            throw new IllegalArgumentException(child.guid() + " belongs to another kernel");
        }
        if (!child.isLive()) {
            return new Refusal.Rejected(Reason.STALE, location(slot));
        }
        if (!child.layout().name().equals(layout.childClass())) {
            return new Refusal.Rejected(Reason.CLASS_MISMATCH, location(slot));
        }
        if (child == owner || owner.isInside(child)) {
            return new Refusal.Rejected(Reason.CYCLE, location(slot));
        }
        return refuseDepth(slot, 1 + child.height());
    }
}
