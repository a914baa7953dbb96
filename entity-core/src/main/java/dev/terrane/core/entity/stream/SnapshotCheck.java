package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Judges a complete state against its binding: exactly the selected members, typed values,
 * lifetimes, limits.
 */
final class SnapshotCheck {
    private final StateMeters meters;
    private final Meter lifetimes;
    private final Set<Guid> seen = new HashSet<>();

    private SnapshotCheck(StateMeters meters, Meter lifetimes) {
        this.meters = meters;
        this.lifetimes = lifetimes;
    }

    static StateSums requireBaseline(
            StreamBinding binding, Publication.Baseline baseline, StreamLimits limits) {
        if (baseline.generation() != binding.generation()) {
            throw RefusedException.rejected(
                    Reason.GENERATION_MISMATCH, Long.toString(baseline.generation()));
        }
        if (baseline.revision() < 1) {
            throw RefusedException.rejected(Reason.REVISION, Long.toString(baseline.revision()));
        }
        return requireState(binding, baseline.snapshot(), limits);
    }

    /** Judges a whole state; returns what it counts. */
    static StateSums requireState(StreamBinding binding, Snapshot snapshot, StreamLimits limits) {
        if (!snapshot.schemaId().equals(binding.schemaId())) {
            throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, "schema id");
        }
        requireRoot(binding, snapshot.root());
        var meters = new StateMeters(limits.snapshot());
        meters.schema(snapshot.schemaId());
        var lifetimes = new Meter(Refusal.Limit.LIFETIME_ENTRIES, limits.lifetimeEntriesMax());
        new SnapshotCheck(meters, lifetimes).requireEntity(binding.tree(), snapshot.root(), 0);
        return meters.sums();
    }

    /** For children that are judged by themselves, all of them together. */
    static SnapshotCheck ofParts(StreamLimits limits) {
        return new SnapshotCheck(
                new StateMeters(limits.snapshot()),
                new Meter(Refusal.Limit.LIFETIME_ENTRIES, limits.lifetimeEntriesMax()));
    }

    /** What was judged so far counts. */
    StateSums sums() {
        return meters.sums();
    }

    void requireEntity(StreamLayout tree, EntitySnapshot entity, int depth) {
        EntityLayout layout = tree.members();
        if (!entity.className().equals(layout.name())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, layout.name());
        }
        meters.entity(layout.name(), depth);
        if (!seen.add(entity.guid())) {
            throw RefusedException.rejected(Reason.DUPLICATE, "guid " + entity.guid());
        }
        if (entity.incarnation() < 1) {
            throw RefusedException.rejected(Reason.INCARNATION, "guid " + entity.guid());
        }
        requireValues(layout.fields(), entity.fields(), layout.name(), meters);
        if (!entity.tables().sameKeys(layout.tables())) {
            throw mismatch(layout.tables(), entity.tables(), layout.name());
        }
        lifetimes.add(1, layout.name());
        for (int i = 0; i < layout.tables().size(); i++) {
            TableLayout table = layout.tables().valueAt(i);
            TableSnapshot state = entity.tables().valueAt(i);
            requireTable(table, state, meters, layout.name() + "." + table.name());
            lifetimes.add(1L + state.rows().size(), table.name());
        }
        if (!entity.containers().sameKeys(layout.containers())) {
            throw mismatch(layout.containers(), entity.containers(), layout.name());
        }
        for (int i = 0; i < layout.containers().size(); i++) {
            requireContainer(tree, i, entity.containers().valueAt(i).slots(), depth);
        }
    }

    private void requireContainer(
            StreamLayout tree, int container, IndexMap<EntitySnapshot> slots, int depth) {
        ContainerLayout layout = tree.members().containers().valueAt(container);
        meters.container(layout);
        for (int i = 0; i < slots.size(); i++) {
            EntitySnapshot child = slots.valueAt(i);
            StreamLayout admitted = tree.findChild(container, child.guid());
            if (admitted == null) {
                throw RefusedException.rejected(
                        Reason.CHILD_HIDDEN,
                        tree.members().name() + "." + layout.name() + "[" + slots.keyAt(i) + "]");
            }
            requireEntity(admitted, child, depth + 1);
        }
    }

    private static void requireRoot(StreamBinding binding, EntitySnapshot root) {
        if (!root.guid().equals(binding.root()) || root.incarnation() != binding.incarnation()) {
            throw RefusedException.rejected(
                    Reason.ROOT_MISMATCH, root.guid() + " incarnation " + root.incarnation());
        }
        if (!root.className().equals(binding.layout().name())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, binding.layout().name());
        }
    }

    private static void requireTable(
            TableLayout table, TableSnapshot state, StateMeters meters, String location) {
        if (!state.rowClass().equals(table.rowClass())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, location);
        }
        meters.table(table);
        var incarnations = new long[state.rows().size()];
        for (int i = 0; i < state.rows().size(); i++) {
            RowSnapshot row = state.rows().valueAt(i);
            meters.row(table);
            requireValues(table.columns(), row.columns(), location, meters);
            incarnations[i] = row.incarnation();
        }
        requireLifetimes(incarnations, location);
    }

    /** All at least 1 and all different. */
    static void requireLifetimes(long[] incarnations, String location) {
        Arrays.sort(incarnations);
        for (int i = 0; i < incarnations.length; i++) {
            if (incarnations[i] < 1 || (i > 0 && incarnations[i - 1] == incarnations[i])) {
                throw RefusedException.rejected(
                        Reason.INCARNATION, location + " incarnation " + incarnations[i]);
            }
        }
    }

    private static void requireValues(
            IndexMap<FieldLayout> layout,
            IndexMap<Value> values,
            String location,
            StateMeters meters) {
        if (!values.sameKeys(layout)) {
            throw mismatch(layout, values, location);
        }
        for (int i = 0; i < values.size(); i++) {
            meters.value(layout.valueAt(i), values.valueAt(i), location);
        }
    }

    /** Names the first member that is too much, or else the first that is missing. */
    static RefusedException mismatch(IndexMap<?> layout, IndexMap<?> state, String location) {
        for (int i = 0; i < state.size(); i++) {
            if (!layout.has(state.keyAt(i))) {
                return RefusedException.rejected(
                        Reason.UNKNOWN_MEMBER, location + "." + state.keyAt(i));
            }
        }
        for (int i = 0; i < layout.size(); i++) {
            if (!state.has(layout.keyAt(i))) {
                return RefusedException.rejected(
                        Reason.MISSING_MEMBER, location + "." + layout.keyAt(i));
            }
        }
        throw new IllegalStateException("no difference at " + location);
    }
}
