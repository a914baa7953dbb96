package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.entity.stream.Spans;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies of the streams of one frame and counts the work they make. Row lifetimes are
 * counted, not read; children are known by ordinal. Recursion follows the layout, whose depth was
 * judged when it came.
 */
final class BodyDecoder {
    private final RowDecoder rows;
    private RowCounters counters = new RowCounters(0);
    private Admitted admitted = new Admitted(List.of(), Map.of());
    private @Nullable KnownChildren known;
    private BitSet shown = new BitSet();

    BodyDecoder(CompactLimits limits) {
        this.rows = new RowDecoder(limits);
    }

    /** Complete state; the counters become those of its rows. */
    EntitySnapshot baseline(
            ByteSource in,
            Plan plan,
            StreamBinding binding,
            RowCounters rowCounters,
            Admitted children) {
        begin(rowCounters, children, null);
        return entity(
                in,
                plan,
                new Identity(binding.root(), binding.incarnation(), rowCounters.ofRoot()));
    }

    /** Changes of a state; new rows move the counters. */
    EntityPatch patch(
            ByteSource in,
            Plan plan,
            EntitySnapshot state,
            RowCounters rowCounters,
            Admitted children) {
        begin(rowCounters, children, plan.isNested() ? KnownChildren.of(plan, state) : null);
        requireNew(children);
        return changes(in, plan, state, rowCounters.ofRoot());
    }

    private void begin(RowCounters rowCounters, Admitted children, @Nullable KnownChildren before) {
        counters = rowCounters;
        admitted = children;
        known = before;
        shown = new BitSet();
    }

    private void requireNew(Admitted children) {
        KnownChildren before = known;
        for (BindChild bind : children.binds()) {
            KnownChildren.Known same = before == null ? null : before.find(bind.guid());
            if (same != null
                    && same.state().incarnation() == bind.incarnation()
                    && children.isLayoutOf(bind, same.plan())) {
                throw CompactException.rejected(Reason.DUPLICATE, "guid " + bind.guid());
            }
        }
    }

    /** Who an entity is and how its rows count. */
    private record Identity(Guid guid, long incarnation, IntToLongFunction rows) {}

    private EntitySnapshot entity(ByteSource in, Plan plan, Identity who) {
        IndexMap<Value> fields = rows.complete(in, plan.fields());
        var tables = new IndexMap.Builder<TableSnapshot>();
        for (int i = 0; i < plan.tableCount(); i++) {
            tables.put(
                    plan.tableIndex(i),
                    new TableSnapshot(
                            plan.table(i).rowClass(), rows.rows(in, plan, i, who.rows())));
        }
        var containers = new IndexMap.Builder<ContainerSnapshot>();
        for (int i = 0; i < plan.containerCount(); i++) {
            containers.put(plan.containerIndex(i), new ContainerSnapshot(slots(in, plan, i)));
        }
        return new EntitySnapshot(
                who.guid(),
                who.incarnation(),
                plan.className(),
                fields,
                tables.build(),
                containers.build());
    }

    private IndexMap<EntitySnapshot> slots(ByteSource in, Plan owner, int container) {
        var slots = new IndexMap.Builder<EntitySnapshot>();
        long runs = in.varint(Integer.MAX_VALUE);
        long next = 1;
        for (long run = 0; run < runs; run++) {
            int start = in.position();
            long slot = next + in.varint(IndexMap.KEY_MAX);
            long last = slot + in.varint(IndexMap.KEY_MAX);
            if (last > IndexMap.KEY_MAX) {
                throw CompactException.malformed(start);
            }
            for (; slot <= last; slot++) {
                slots.put(slot, child(in, owner, container, slot));
            }
            next = last + 2;
        }
        return slots.build();
    }

    private EntityPatch changes(
            ByteSource in, Plan plan, EntitySnapshot state, IntToLongFunction count) {
        BitSet members = Mask.read(in, plan.members(), plan.className());
        IndexMap<Value> fields = rows.partial(in, plan.fields(), members);
        var tables = new IndexMap.Builder<TablePatch>();
        for (int i = 0; i < plan.tableCount(); i++) {
            if (members.get(plan.tableMember(i))) {
                var before = state.tables().valueAt(i).rows();
                tables.put(
                        plan.tableIndex(i),
                        new TablePatch(rows.changes(in, plan, i, before, count)));
            }
        }
        var containers = new IndexMap.Builder<ContainerChange>();
        for (int i = 0; i < plan.containerCount(); i++) {
            if (members.get(plan.containerMember(i))) {
                var before = state.containers().valueAt(i).slots();
                containers.put(plan.containerIndex(i), container(in, plan, i, before));
            }
        }
        return new EntityPatch(
                state.guid(), state.incarnation(), fields, tables.build(), containers.build());
    }

    /** What happens to one slot: nothing stays, a child is put, or the child there changes. */
    private record SlotChange(
            long slot, @Nullable EntitySnapshot put, @Nullable EntityPatch patch) {}

    private ContainerChange container(
            ByteSource in, Plan owner, int container, IndexMap<EntitySnapshot> before) {
        long count = in.varint(Integer.MAX_VALUE);
        if (count == 0) {
            throw CompactException.rejected(
                    Reason.EMPTY_PATCH,
                    owner.className() + "." + owner.container(container).name());
        }
        List<SlotChange> changes = new ArrayList<>();
        boolean moved = false;
        long next = 1;
        for (long i = 0; i < count; i++) {
            int start = in.position();
            long head = in.varint((IndexMap.KEY_MAX << 2) | 3);
            long slot = next + (head >>> 2);
            if (slot > IndexMap.KEY_MAX) {
                throw CompactException.malformed(start);
            }
            next = slot + 1;
            rows.spend(1);
            SlotChange change = change(in, owner, container, before, head, slot, start);
            moved |= change.patch() == null;
            changes.add(change);
        }
        return moved ? replacement(before, changes) : patches(changes);
    }

    private SlotChange change(
            ByteSource in,
            Plan owner,
            int container,
            IndexMap<EntitySnapshot> before,
            long head,
            long slot,
            int start) {
        int position = before.positionOf(slot);
        EntitySnapshot there = position < 0 ? null : before.valueAt(position);
        return switch ((int) (head & 3)) {
            case BodyEncoder.CHILD_PUT -> {
                EntitySnapshot put = child(in, owner, container, slot);
                if (there != null
                        && there.guid().equals(put.guid())
                        && there.incarnation() == put.incarnation()) {
                    throw CompactException.rejected(
                            Reason.CHILD_STATE, owner.location(container, slot));
                }
                yield new SlotChange(slot, put, null);
            }
            case BodyEncoder.CHILD_REMOVE -> {
                require(there, owner, container, slot);
                yield new SlotChange(slot, null, null);
            }
            case BodyEncoder.CHILD_PATCH -> {
                EntitySnapshot child = require(there, owner, container, slot);
                yield new SlotChange(
                        slot, null, patch(in, take(child, owner.location(container, slot))));
            }
            default -> throw CompactException.malformed(start);
        };
    }

    private static EntitySnapshot require(
            @Nullable EntitySnapshot child, Plan owner, int container, long slot) {
        if (child == null) {
            throw CompactException.rejected(Reason.CHILD_STATE, owner.location(container, slot));
        }
        return child;
    }

    private static ContainerChange patches(List<SlotChange> changes) {
        var patches = new IndexMap.Builder<EntityPatch>();
        for (SlotChange change : changes) {
            EntityPatch patch = change.patch();
            if (patch != null) {
                patches.put(change.slot(), patch);
            }
        }
        return new ContainerChange.Patch(patches.build());
    }

    /** Every child that stands after the changes, as the publication has it. */
    private static ContainerChange replacement(
            IndexMap<EntitySnapshot> before, List<SlotChange> changes) {
        var slots = new IndexMap.Builder<EntitySnapshot>();
        int old = 0;
        for (SlotChange change : changes) {
            while (old < before.size() && before.keyAt(old) < change.slot()) {
                slots.put(before.keyAt(old), before.valueAt(old));
                old++;
            }
            EntitySnapshot put = change.put();
            EntityPatch patch = change.patch();
            if (put != null) {
                slots.put(change.slot(), put);
            } else if (patch != null) {
                slots.put(change.slot(), Spans.after(before.valueAt(old), patch));
            }
            if (old < before.size() && before.keyAt(old) == change.slot()) {
                old++;
            }
        }
        for (; old < before.size(); old++) {
            slots.put(before.keyAt(old), before.valueAt(old));
        }
        return new ContainerChange.Replacement(slots.build());
    }

    /** A child that is put into a slot: one that was bound for this body, or one that is known. */
    private EntitySnapshot child(ByteSource in, Plan owner, int container, long slot) {
        rows.spend(1);
        KnownChildren before = known;
        long reference = before == null ? 0 : in.varint(Integer.MAX_VALUE);
        if (before == null || reference == 0) {
            Admitted.Seen next = admitted.next(owner, container, slot);
            BindChild bind = next.bind();
            return entity(
                    in,
                    next.plan(),
                    new Identity(
                            bind.guid(),
                            bind.incarnation(),
                            counters.ofChild(bind.guid(), bind.incarnation(), next.plan())));
        }
        long ordinal = (reference + 1) / 2;
        if (ordinal > before.size()) {
            throw CompactException.rejected(Reason.UNKNOWN_CHILD, "child " + ordinal);
        }
        KnownChildren.Known child = before.get((int) ordinal);
        String location = owner.location(container, slot);
        Plan seen = owner.findChild(container, child.state().guid());
        if (seen == null || !seen.projection().equals(child.plan().projection())) {
            throw CompactException.rejected(Reason.CHILD_HIDDEN, location);
        }
        take(child, location);
        return reference % 2 == 1 ? child.state() : Spans.after(child.state(), patch(in, child));
    }

    private EntityPatch patch(ByteSource in, KnownChildren.Known child) {
        EntitySnapshot state = child.state();
        return changes(
                in,
                child.plan(),
                state,
                counters.ofChild(state.guid(), state.incarnation(), child.plan()));
    }

    private KnownChildren.Known take(EntitySnapshot child, String location) {
        KnownChildren before = known;
        KnownChildren.Known found = before == null ? null : before.find(child.guid());
        if (found == null) {
            throw new IllegalStateException("no child " + child.guid() + " at " + location);
        }
        take(found, location);
        return found;
    }

    /** Each known child stands in one slot at most, so the work follows bytes and state. */
    private void take(KnownChildren.Known child, String location) {
        if (shown.get(child.ordinal())) {
            throw CompactException.rejected(Reason.DUPLICATE, location);
        }
        shown.set(child.ordinal());
    }
}
