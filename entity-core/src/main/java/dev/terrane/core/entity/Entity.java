package dev.terrane.core.entity;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A runtime entity: identity, lifetime number, fields and tables. A field that was never written
 * reads as the zero of its type. Made by {@link Kernel} and used on its owner thread; after
 * destruction writes are refused and reads throw.
 */
public final class Entity {
    private final Kernel kernel;
    private final Guid guid;
    private final long incarnation;
    private final EntityLayout layout;
    private final @Nullable Value[] fields;
    private final TreeMap<Long, Table> tables = new TreeMap<>();
    private final TreeSet<Long> dirty = new TreeSet<>();
    private boolean live = true;

    Entity(Kernel kernel, Guid guid, EntityLayout layout, long incarnation) {
        this.kernel = kernel;
        this.guid = guid;
        this.layout = layout;
        this.incarnation = incarnation;
        this.fields = new @Nullable Value[layout.fields().size()];
    }

    /** Identity. */
    public Guid guid() {
        return guid;
    }

    /** Lifetime number: higher for every entity a kernel makes. It never leaves the process. */
    public long incarnation() {
        return incarnation;
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
                    new Refusal.Rejected(Reason.STALE, layout.name() + " " + guid));
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

    /** Indices of fields and tables written since the last {@link Kernel#drainChanges()}. */
    public SortedSet<Long> dirtyMembers() {
        return Collections.unmodifiableSortedSet(dirty);
    }

    KernelLimits limits() {
        return kernel.limits();
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

    void retire() {
        live = false;
        dirty.clear();
    }

    private void requireLive() {
        if (!live) {
            throw new IllegalStateException(layout.name() + " " + guid + " was destroyed");
        }
    }

    private Value valueAt(int position) {
        Value value = fields[position];
        return value != null ? value : Value.zero(layout.fields().valueAt(position).type());
    }
}
