package dev.terrane.core.entity;

import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A runtime entity: identity, lifetime number, fields, tables and containers. A field that was
 * never written reads as the zero of its type. Made by {@link Kernel} and used on its owner thread;
 * after destruction writes are refused and reads throw.
 */
public final class Entity {
    private final Kernel kernel;
    private final Id id;
    private final Birth birth;
    private final EntityLayout layout;
    private final @Nullable Value[] fields;
    private final TreeMap<Long, Table> tables = new TreeMap<>();
    private final TreeSet<Long> dirty = new TreeSet<>();
    private final NumberMap<Container> containers = new NumberMap<>();
    private @Nullable Container holder;
    private long slot;
    private final CustomValues custom = new CustomValues(this);
    private final Map<Integer, Listeners<ApplicationEvent>> handlers = new HashMap<>();
    private MapPlace place;
    private int sentMasks;
    private boolean destroying;
    private boolean live = true;

    Entity(Kernel kernel, Id id, Birth birth, MapPlace place) {
        this.kernel = kernel;
        this.id = id;
        this.birth = birth;
        this.layout = birth.shape().layout();
        this.fields = new @Nullable Value[layout.fields().size()];
        this.place = place;
    }

    /** Who an entity is, for ever. */
    record Id(Guid guid, long incarnation, long profileId) {}

    /** What an entity is and how it came to be. */
    record Birth(ClassShape shape, ClassEvent.Origin origin) {}

    /** Identity. */
    public Guid guid() {
        return id.guid();
    }

    /** Configuration row it was made from, 0 for none. */
    public long profileId() {
        return id.profileId();
    }

    /** Map and instance it is in. */
    public MapPlace place() {
        return place;
    }

    /** Named values the application keeps with it. */
    public CustomValues custom() {
        return custom;
    }

    /** Registers what {@link Kernel#dispatch} tells this entity. */
    public void onEvent(int eventId, int priority, Consumer<? super ApplicationEvent> handler) {
        handlers.computeIfAbsent(eventId, event -> new Listeners<>()).add(priority, handler);
    }

    /** Lifetime number: higher for every entity a kernel makes. It never leaves the process. */
    public long incarnation() {
        return id.incarnation();
    }

    /** Class and members. */
    public EntityLayout layout() {
        return layout;
    }

    /** Whether the entity is registered with its kernel. */
    public boolean isLive() {
        return live;
    }

    /** Value of a field; throws for an index that is no field and for an entity that is gone. */
    public Value get(long index) {
        requireLive();
        int position = layout.fields().positionOf(index);
        if (position < 0) {
            throw new IllegalArgumentException("no field " + index + " in " + layout.name());
        }
        return valueAt(position);
    }

    /** Writes a field. */
    public SetResult set(long index, Value value) {
        if (!live) {
            return new SetResult.Refused(
                    new Refusal.Rejected(Reason.STALE, layout.name() + " " + guid()));
        }
        int position = layout.fields().positionOf(index);
        if (position < 0) {
            Reason reason =
                    layout.tables().has(index) || layout.containers().has(index)
                            ? Reason.MEMBER_KIND
                            : Reason.UNKNOWN_MEMBER;
            return new SetResult.Refused(new Refusal.Rejected(reason, layout.name() + "." + index));
        }
        FieldLayout field = layout.fields().valueAt(position);
        Refusal refusal =
                ValueCheck.refusal(field, value, limits(), layout.name() + "." + field.name());
        if (refusal != null) {
            return new SetResult.Refused(refusal);
        }
        Value old = valueAt(position);
        if (old.equals(value)) {
            return new SetResult.Unchanged();
        }
        fields[position] = value;
        touch(index);
        ClassShape shape = birth.shape();
        shape.delayed().field(this, index);
        Listeners<FieldChange> listeners = shape.field(position);
        if (!listeners.isEmpty()) {
            listeners.tell(new FieldChange(this, index, old, value));
        }
        return new SetResult.Changed(old);
    }

    /**
     * A table by member index; empty when the class has none of that index. Throws when the entity
     * is gone.
     */
    public Optional<Table> findTable(long index) {
        requireLive();
        if (!layout.tables().has(index)) {
            return Optional.empty();
        }
        return Optional.of(tables.computeIfAbsent(index, i -> new Table(this, i)));
    }

    /** The table if a row was ever added to it; reading never makes one. */
    public Optional<Table> findMaterialisedTable(long index) {
        requireLive();
        return Optional.ofNullable(tables.get(index));
    }

    /**
     * A container by member index; empty when the class has none of that index. Throws when the
     * entity is gone.
     */
    public Optional<Container> findContainer(long index) {
        requireLive();
        Container known = containers.find(index);
        if (known == null && layout.containers().has(index)) {
            known = new Container(this, index);
            containers.insert(index, known);
        }
        return Optional.ofNullable(known);
    }

    /** The container if it was ever asked for; reading never makes one. */
    public Optional<Container> findMaterialisedContainer(long index) {
        requireLive();
        return Optional.ofNullable(containers.find(index));
    }

    /** The container this entity is in. */
    public Optional<Container> findHolder() {
        return Optional.ofNullable(holder);
    }

    /** The entity this one is a child of. */
    public Optional<Entity> findParent() {
        Container container = holder;
        return container == null ? Optional.empty() : Optional.of(container.owner());
    }

    /** Slot in the parent's container, 0 without a parent. */
    public long slot() {
        return slot;
    }

    /** The outermost entity this one is inside of; itself when it is in no container. */
    public Entity root() {
        Entity at = this;
        while (at.holder != null) {
            at = at.holder.owner();
        }
        return at;
    }

    /**
     * Indices of fields, tables and containers written since the last {@link
     * Kernel#drainChanges()}.
     */
    public SortedSet<Long> dirtyMembers() {
        return Collections.unmodifiableSortedSet(dirty);
    }

    Kernel kernel() {
        return kernel;
    }

    ClassShape shape() {
        return birth.shape();
    }

    ClassEvent.Origin origin() {
        return birth.origin();
    }

    /** Children in all containers, by member index and slot. */
    List<Entity> children() {
        var children = new ArrayList<Entity>();
        for (int i = 0; i < containers.size(); i++) {
            children.addAll(containers.valueAt(i).children());
        }
        return children;
    }

    void moveTo(MapPlace other) {
        place = other;
    }

    void tell(ApplicationEvent event) {
        Listeners<ApplicationEvent> listeners = handlers.get(event.id());
        if (listeners != null) {
            listeners.tell(event);
        }
    }

    /** Notes that an audience was told of this entity; true when it had been before. */
    boolean markSent(MaskName mask) {
        boolean before = (sentMasks & mask.bit()) != 0;
        sentMasks |= mask.bit();
        return before;
    }

    /** False when it is under way already. */
    boolean beginDestruction() {
        boolean first = !destroying;
        destroying = true;
        return first;
    }

    void endDestruction() {
        destroying = false;
    }

    KernelLimits limits() {
        return kernel.limits();
    }

    /** Number of entities this one is inside of. */
    int depth() {
        int depth = 0;
        for (Container at = holder; at != null; at = at.owner().holder) {
            depth++;
        }
        return depth;
    }

    /** Levels of children below this entity. */
    int height() {
        int height = 0;
        for (int i = 0; i < containers.size(); i++) {
            height = Math.max(height, containers.valueAt(i).height());
        }
        return height;
    }

    boolean isInside(Entity other) {
        for (Container at = holder; at != null; at = at.owner().holder) {
            if (at.owner() == other) {
                return true;
            }
        }
        return false;
    }

    /** Sets or ends the place in a container; the container keeps the other side. */
    void take(@Nullable Container container, long slotInIt) {
        holder = container;
        slot = slotInIt;
        kernel.noteMoved(this);
    }

    /** Sets a value that was judged before; only for an entity that is not registered yet. */
    void install(int position, Value value) {
        fields[position] = value;
    }

    void touch(long index) {
        if (dirty.isEmpty()) {
            kernel.noteChanged(this);
        }
        dirty.add(index);
    }

    SortedSet<Long> takeDirty() {
        var taken = new TreeSet<>(dirty);
        dirty.clear();
        return Collections.unmodifiableSortedSet(taken);
    }

    /** Ends this lifetime: out of its container, its children without a place. */
    void retire() {
        Container container = holder;
        if (container != null) {
            container.detachDestroyed(slot);
        }
        for (int i = 0; i < containers.size(); i++) {
            containers.valueAt(i).release();
        }
        live = false;
        dirty.clear();
    }

    private void requireLive() {
        if (!live) {
            throw new IllegalStateException(layout.name() + " " + guid() + " was destroyed");
        }
    }

    private Value valueAt(int position) {
        Value value = fields[position];
        return value != null ? value : Value.zero(layout.fields().valueAt(position).type());
    }
}
