package dev.terrane.core.entity;

import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
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
    private final Cells fields;
    private final MemberChanges changes;
    private final ChangeLog.Marks marks = new ChangeLog.Marks();
    private final NumberMap<Table> tables = new NumberMap<>();
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
        this.fields = new Cells(new FieldOwner(), birth.shape().fieldColumns());
        this.changes = new MemberChanges(birth.shape(), kernel.changeLog().flush());
        this.place = place;
    }

    /** Who an entity is, for ever. */
    record Id(Guid guid, long incarnation, long lifetime, long profileId) {}

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

    /** Number of the entity: higher for every one a kernel makes. It never leaves the process. */
    public long incarnation() {
        return id.incarnation();
    }

    /**
     * Small number from 0 that no other live entity of the kernel has; it is used again after the
     * flush that tells of this one's end, or at once when no flush told of this one.
     */
    public int denseNumber() {
        return marks.number();
    }

    /**
     * Which lifetime of its guid in this kernel this is: 1 for the first, higher for each after it.
     * The incarnation that streams show.
     */
    public long lifetime() {
        return id.lifetime();
    }

    /** Class and members. */
    public EntityLayout layout() {
        return layout;
    }

    /** Whether the entity is registered with its kernel. */
    public boolean isLive() {
        return live;
    }

    /** Typed access to the fields. */
    public Cells fields() {
        return fields;
    }

    /** Value of a field; throws for an index that is no field and for an entity that is gone. */
    public Value get(long index) {
        return fields.get(index);
    }

    /** Writes a field. */
    public SetResult set(long index, Value value) {
        return fields.set(index, value);
    }

    /** Which members changed, and when. */
    public MemberChanges changes() {
        return changes;
    }

    /**
     * A table by member index; empty when the class has none of that index. Throws when the entity
     * is gone.
     */
    public Optional<Table> findTable(long index) {
        requireLive();
        Table known = tables.find(index);
        if (known == null && layout.tables().has(index)) {
            known = new Table(this, index);
            tables.insert(index, known);
        }
        return Optional.ofNullable(known);
    }

    /** The table if a row was ever added to it; reading never makes one. */
    public Optional<Table> findMaterialisedTable(long index) {
        requireLive();
        return Optional.ofNullable(tables.find(index));
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
        return changes.dirtyIndices();
    }

    /** Class and guid. */
    @Override
    public String toString() {
        return layout.name() + " " + guid();
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

    /** The audiences that were told of this entity, as bits of their masks. */
    int sentMasks() {
        return sentMasks;
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
        kernel.changeLog().moved(this);
    }

    /** Sets a value that was judged before; only for an entity that is not registered yet. */
    void install(int position, Value value) {
        fields.install(position, value);
    }

    void touch(long index) {
        kernel.changeLog().written(this, index);
    }

    ChangeLog.Marks marks() {
        return marks;
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
        for (int i = 0; i < tables.size(); i++) {
            tables.valueAt(i).release();
        }
        fields.release();
        changes.clear();
    }

    void requireLive() {
        if (!live) {
            throw new IllegalStateException(layout.name() + " " + guid() + " was destroyed");
        }
    }

    /** What the fields know of this entity. */
    private final class FieldOwner implements CellOwner {
        @Override
        public boolean isLive() {
            return live;
        }

        @Override
        public KernelLimits limits() {
            return kernel.limits();
        }

        @Override
        public String location() {
            return layout.name();
        }

        @Override
        public String staleLocation() {
            return layout.name() + " " + guid();
        }

        @Override
        public Reason unknown(long index) {
            return layout.hasMember(index) ? Reason.MEMBER_KIND : Reason.UNKNOWN_MEMBER;
        }

        @Override
        public boolean listens(int position) {
            return !birth.shape().field(position).isEmpty();
        }

        @Override
        public void written(long index) {
            touch(index);
            birth.shape().delayed().field(Entity.this, index);
        }

        @Override
        public void tell(int position, FieldWrite write) {
            birth.shape()
                    .field(position)
                    .tell(new FieldChange(Entity.this, write.index(), write.old(), write.now()));
        }
    }
}
