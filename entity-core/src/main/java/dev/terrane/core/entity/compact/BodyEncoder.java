package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Spans;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes bodies of one projection class from states and patches that were judged before. */
final class BodyEncoder {
    static final int ADD = 0;
    static final int REPLACE = 1;
    static final int REMOVE = 2;
    static final int PATCH = 3;

    static final int CHILD_PUT = 0;
    static final int CHILD_REMOVE = 1;
    static final int CHILD_PATCH = 2;

    private final Plan plan;
    private final CompactLimits limits;
    private final ByteSink out = new ByteSink();
    private final List<BodyChild> fresh = new ArrayList<>();
    private @Nullable KnownChildren known;
    private long work;

    BodyEncoder(Plan plan, CompactLimits limits) {
        this.plan = plan;
        this.limits = limits;
    }

    CompactBody baseline(EntitySnapshot state) {
        begin(null);
        entity(plan, state);
        return finish();
    }

    /** A patch of a class without containers. */
    CompactBody patch(EntityPatch patch) {
        var nothing =
                new EntitySnapshot(
                        patch.guid(),
                        patch.incarnation(),
                        plan.className(),
                        IndexMap.empty(),
                        IndexMap.empty());
        return patch(patch, nothing);
    }

    /** The patch that leads from a base to another state. */
    CompactBody patch(EntityPatch patch, EntitySnapshot base) {
        begin(plan.isNested() ? KnownChildren.of(plan, base) : null);
        changes(plan, patch, base);
        return finish();
    }

    private void begin(@Nullable KnownChildren shown) {
        out.reset();
        fresh.clear();
        work = 0;
        known = shown;
    }

    private CompactBody finish() {
        return plan.isNested() ? CompactBody.ofNested(out, fresh, work) : CompactBody.of(out, work);
    }

    private void entity(Plan seen, EntitySnapshot state) {
        complete(seen.fields(), state.fields());
        for (int i = 0; i < seen.tableCount(); i++) {
            rows(seen.columns(i), state.tables().valueAt(i).rows());
        }
        for (int i = 0; i < seen.containerCount(); i++) {
            slots(seen, i, state.containers().valueAt(i).slots());
        }
    }

    private void changes(Plan seen, EntityPatch patch, EntitySnapshot base) {
        Mask.write(out, members(seen, patch));
        partial(seen.fields(), patch.fields());
        for (int i = 0; i < seen.tableCount(); i++) {
            int position = patch.tables().positionOf(seen.tableIndex(i));
            if (position >= 0) {
                changes(seen.columns(i), patch.tables().valueAt(position).rows());
            }
        }
        for (int i = 0; i < seen.containerCount(); i++) {
            int position = patch.containers().positionOf(seen.containerIndex(i));
            if (position >= 0) {
                container(
                        seen,
                        i,
                        patch.containers().valueAt(position),
                        base.containers().valueAt(i).slots());
            }
        }
    }

    private static BitSet members(Plan seen, EntityPatch patch) {
        var members = new BitSet(seen.members());
        for (int i = 0; i < patch.fields().size(); i++) {
            members.set(seen.fields().positionOf(patch.fields().keyAt(i)));
        }
        for (int i = 0; i < seen.tableCount(); i++) {
            if (patch.tables().has(seen.tableIndex(i))) {
                members.set(seen.tableMember(i));
            }
        }
        for (int i = 0; i < seen.containerCount(); i++) {
            if (patch.containers().has(seen.containerIndex(i))) {
                members.set(seen.containerMember(i));
            }
        }
        return members;
    }

    private void rows(Scalars columns, IndexMap<RowSnapshot> rows) {
        work += rows.size();
        out.varint(runs(rows));
        long next = 1;
        int start = 0;
        while (start < rows.size()) {
            int end = run(rows, start, next);
            for (int i = start; i < end; i++) {
                complete(columns, rows.valueAt(i).columns());
            }
            next = rows.keyAt(end - 1) + 2;
            start = end;
        }
    }

    private void slots(Plan owner, int container, IndexMap<EntitySnapshot> slots) {
        out.varint(runs(slots));
        long next = 1;
        int start = 0;
        while (start < slots.size()) {
            int end = run(slots, start, next);
            for (int i = start; i < end; i++) {
                child(owner, container, slots.valueAt(i));
            }
            next = slots.keyAt(end - 1) + 2;
            start = end;
        }
    }

    /** Writes one run and tells its end; the number right after a run cannot begin the next. */
    private int run(IndexMap<?> entries, int start, long next) {
        int end = start + 1;
        while (end < entries.size() && entries.keyAt(end) == entries.keyAt(end - 1) + 1) {
            end++;
        }
        out.varint(entries.keyAt(start) - next);
        out.varint(end - start - 1L);
        return end;
    }

    private static int runs(IndexMap<?> entries) {
        int runs = 0;
        for (int i = 0; i < entries.size(); i++) {
            if (i == 0 || entries.keyAt(i) != entries.keyAt(i - 1) + 1) {
                runs++;
            }
        }
        return runs;
    }

    /** What happens to one slot: nothing stays, a child is put, or the child there changes. */
    private record SlotChange(
            long slot, @Nullable EntitySnapshot put, @Nullable EntityPatch patch) {}

    private void container(
            Plan owner, int container, ContainerChange change, IndexMap<EntitySnapshot> base) {
        List<SlotChange> changes = changes(change, base);
        if (changes.isEmpty()) {
            throw CompactException.rejected(
                    Reason.EMPTY_PATCH,
                    owner.className() + "." + owner.container(container).name());
        }
        work += changes.size();
        out.varint(changes.size());
        long next = 1;
        for (SlotChange one : changes) {
            long gap = (one.slot() - next) << 2;
            next = one.slot() + 1;
            EntitySnapshot put = one.put();
            EntityPatch patch = one.patch();
            if (put != null) {
                out.varint(gap | CHILD_PUT);
                child(owner, container, put);
            } else if (patch != null) {
                EntitySnapshot child = base.get(one.slot());
                out.varint(gap | CHILD_PATCH);
                changes(seen(owner, container, child), patch, child);
            } else {
                out.varint(gap | CHILD_REMOVE);
            }
        }
    }

    private static List<SlotChange> changes(ContainerChange change, IndexMap<EntitySnapshot> base) {
        List<SlotChange> changes = new ArrayList<>();
        switch (change) {
            case ContainerChange.Patch(IndexMap<EntityPatch> slots) ->
                    slots.forEach((patch, slot) -> changes.add(new SlotChange(slot, null, patch)));
            case ContainerChange.Replacement(IndexMap<EntitySnapshot> slots) -> {
                int old = 0;
                for (int i = 0; i < slots.size(); i++) {
                    long slot = slots.keyAt(i);
                    old = removed(changes, base, old, slot);
                    EntitySnapshot now = slots.valueAt(i);
                    EntitySnapshot was = null;
                    if (old < base.size() && base.keyAt(old) == slot) {
                        was = base.valueAt(old);
                        old++;
                    }
                    stand(changes, slot, was, now);
                }
                removed(changes, base, old, Long.MAX_VALUE);
            }
        }
        return changes;
    }

    /** Slots before another one that nobody stands in any more. */
    private static int removed(
            List<SlotChange> changes, IndexMap<EntitySnapshot> base, int from, long before) {
        int old = from;
        while (old < base.size() && base.keyAt(old) < before) {
            changes.add(new SlotChange(base.keyAt(old), null, null));
            old++;
        }
        return old;
    }

    private static void stand(
            List<SlotChange> changes, long slot, @Nullable EntitySnapshot was, EntitySnapshot now) {
        if (was == null
                || !was.guid().equals(now.guid())
                || was.incarnation() != now.incarnation()) {
            changes.add(new SlotChange(slot, now, null));
            return;
        }
        EntityPatch patch = Spans.between(was, now);
        if (!patch.isEmpty()) {
            changes.add(new SlotChange(slot, null, patch));
        }
    }

    /** A child where none or another one was. In a baseline every child is new. */
    private void child(Plan owner, int container, EntitySnapshot child) {
        work++;
        Plan seen = seen(owner, container, child);
        KnownChildren shown = known;
        KnownChildren.Known before = shown == null ? null : shown.find(child.guid());
        if (before != null && before.is(child, seen)) {
            EntityPatch patch = Spans.between(before.state(), child);
            out.varint(2L * before.ordinal() - (patch.isEmpty() ? 1 : 0));
            if (!patch.isEmpty()) {
                changes(seen, patch, before.state());
            }
            return;
        }
        if (shown != null) {
            out.varint(0);
        }
        if (!limits.guidWidth().holds(child.guid().value())) {
            throw CompactException.rejected(Reason.GUID_RANGE, "child " + child.guid());
        }
        fresh.add(new BodyChild(child.guid(), child.incarnation(), seen.projection()));
        entity(seen, child);
    }

    private static Plan seen(Plan owner, int container, EntitySnapshot child) {
        Plan seen = owner.findChild(container, child.guid());
        if (seen == null) {
            throw CompactException.rejected(
                    Reason.CHILD_HIDDEN,
                    owner.className() + "." + owner.container(container).name());
        }
        return seen;
    }

    private void changes(Scalars columns, IndexMap<RowChange> changes) {
        work += changes.size();
        out.varint(changes.size());
        long next = 1;
        for (int i = 0; i < changes.size(); i++) {
            long gap = (changes.keyAt(i) - next) << 2;
            next = changes.keyAt(i) + 1;
            switch (changes.valueAt(i)) {
                case RowChange.Add(long _, IndexMap<Value> values) -> {
                    out.varint(gap | ADD);
                    complete(columns, values);
                }
                case RowChange.Replace(long _, long _, IndexMap<Value> values) -> {
                    out.varint(gap | REPLACE);
                    complete(columns, values);
                }
                case RowChange.Remove(long _) -> out.varint(gap | REMOVE);
                case RowChange.Patch(long _, IndexMap<Value> values) -> {
                    out.varint(gap | PATCH);
                    var members = new BitSet(columns.size());
                    for (int c = 0; c < values.size(); c++) {
                        members.set(columns.positionOf(values.keyAt(c)));
                    }
                    Mask.write(out, members);
                    partial(columns, values);
                }
            }
        }
    }

    private void complete(Scalars scalars, IndexMap<Value> values) {
        work += scalars.size();
        for (int i = 0; i < scalars.size(); i++) {
            scalars.write(out, i, values.valueAt(i), limits);
        }
    }

    private void partial(Scalars scalars, IndexMap<Value> values) {
        work += values.size();
        for (int i = 0; i < values.size(); i++) {
            scalars.write(out, scalars.positionOf(values.keyAt(i)), values.valueAt(i), limits);
        }
    }
}
