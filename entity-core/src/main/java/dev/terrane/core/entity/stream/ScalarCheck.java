package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ScalarPublication.Baseline;
import dev.terrane.core.entity.stream.ScalarPublication.Delta;

/** Judges scalar states and deltas against the limits, and deltas against a state's fields. */
final class ScalarCheck {
    private ScalarCheck() {}

    static void requireBaseline(Baseline baseline, SnapshotLimits limits) {
        if (baseline.generation() < 1 || baseline.revision() < 1) {
            throw RefusedException.rejected(
                    Reason.REVISION, baseline.generation() + "." + baseline.revision());
        }
        requireState(baseline.schemaId(), baseline.snapshot(), limits);
    }

    static void requireState(String schemaId, ScalarSnapshot state, SnapshotLimits limits) {
        if (schemaId.isEmpty()) {
            throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, "schema id");
        }
        String owner = state.className();
        var members = new Meter(Refusal.Limit.MEMBERS, limits.membersMax());
        members.add(state.fields().size(), owner);
        // The schema id has the limit of text for itself.
        new Meter(Refusal.Limit.STRING_BYTES, limits.stringBytesMax())
                .add(Texts.utf8Bytes(schemaId), "schema id");
        var text = new Meter(Refusal.Limit.STRING_BYTES, limits.stringBytesMax());
        text.add(Texts.utf8Bytes(owner), owner);
        state.fields()
                .forEach(
                        (value, index) -> {
                            requireValue(value, owner + "." + index, limits);
                            text.add(value.textBytes(), owner + "." + index);
                        });
    }

    static void requireDelta(Delta delta, SnapshotLimits limits) {
        if (delta.generation() < 1 || delta.revision() < 2) {
            throw RefusedException.rejected(
                    Reason.REVISION, delta.generation() + "." + delta.revision());
        }
        if (delta.removed() != delta.fields().isEmpty()) {
            throw RefusedException.rejected(
                    delta.removed() ? Reason.REMOVAL_WITH_CHANGES : Reason.EMPTY_PATCH,
                    delta.guid().toString());
        }
        new Meter(Refusal.Limit.MEMBERS, limits.membersMax())
                .add(delta.fields().size(), delta.guid().toString());
        delta.fields().forEach((value, index) -> requireValue(value, "field " + index, limits));
    }

    /** The state after a delta; its fields are a part of the state's, of the same types. */
    static ScalarSnapshot apply(ScalarSnapshot state, Delta delta) {
        var fields = new IndexMap.Builder<Value>();
        delta.fields()
                .forEach(
                        (value, index) -> {
                            String location = state.className() + "." + index;
                            Value before =
                                    state.fields()
                                            .find(index)
                                            .orElseThrow(
                                                    () ->
                                                            RefusedException.rejected(
                                                                    Reason.UNKNOWN_MEMBER,
                                                                    location));
                            if (before.type() != value.type()) {
                                throw RefusedException.rejected(Reason.VALUE_TYPE, location);
                            }
                        });
        state.fields()
                .forEach(
                        (value, index) ->
                                fields.put(index, delta.fields().find(index).orElse(value)));
        return new ScalarSnapshot(state.guid(), state.className(), fields.build());
    }

    private static void requireValue(Value value, String location, SnapshotLimits limits) {
        if (!value.isFinite()) {
            throw RefusedException.rejected(Reason.NOT_FINITE, location);
        }
        new Meter(Refusal.Limit.VALUE_BYTES, limits.valueBytesMax())
                .add(value.textBytes(), location);
    }
}
