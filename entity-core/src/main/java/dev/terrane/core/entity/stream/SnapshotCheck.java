package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import java.util.Arrays;

/**
 * Judges a complete state against its binding: exactly the selected members, typed values,
 * lifetimes, limits.
 */
final class SnapshotCheck {
    private SnapshotCheck() {}

    static void requireBaseline(
            StreamBinding binding, Publication.Baseline baseline, StreamLimits limits) {
        if (baseline.generation() != binding.generation()) {
            throw RefusedException.rejected(
                    Reason.GENERATION_MISMATCH, Long.toString(baseline.generation()));
        }
        if (baseline.revision() < 1) {
            throw RefusedException.rejected(Reason.REVISION, Long.toString(baseline.revision()));
        }
        requireState(binding, baseline.snapshot(), limits);
    }

    static void requireState(StreamBinding binding, Snapshot snapshot, StreamLimits limits) {
        if (!snapshot.schemaId().equals(binding.schemaId())) {
            throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, snapshot.schemaId());
        }
        EntitySnapshot root = snapshot.root();
        EntityLayout layout = binding.layout();
        requireRoot(binding, root);
        var meters = new StateMeters(limits.snapshot());
        meters.names(snapshot.schemaId(), root.className());
        requireValues(layout.fields(), root.fields(), layout.name(), meters);
        if (!root.tables().sameKeys(layout.tables())) {
            throw mismatch(layout.tables(), root.tables(), layout.name());
        }
        var lifetimes = new Meter(Refusal.Limit.LIFETIME_ENTRIES, limits.lifetimeEntriesMax());
        lifetimes.add(1, layout.name());
        for (int i = 0; i < layout.tables().size(); i++) {
            TableLayout table = layout.tables().valueAt(i);
            TableSnapshot state = root.tables().valueAt(i);
            requireTable(table, state, meters, layout.name() + "." + table.name());
            lifetimes.add(1L + state.rows().size(), table.name());
        }
    }

    private static void requireRoot(StreamBinding binding, EntitySnapshot root) {
        if (!root.guid().equals(binding.root()) || root.incarnation() != binding.incarnation()) {
            throw RefusedException.rejected(
                    Reason.ROOT_MISMATCH, root.guid() + " incarnation " + root.incarnation());
        }
        if (!root.className().equals(binding.layout().name())) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, root.className());
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
