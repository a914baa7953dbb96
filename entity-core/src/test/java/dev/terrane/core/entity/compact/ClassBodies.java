package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.Spans;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Of {@link RootBodies} one projection class: its states by flush, and its bodies. */
final class ClassBodies {
    private final StreamBinding binding;
    private final CompactCodec codec;
    private final BodyCounters counters;
    private final TreeMap<Flush, Snapshot> states = new TreeMap<>();
    private final Map<Flush, BodyResult> bodies = new HashMap<>();
    private @Nullable BodyResult baseline;
    private int recipients;

    ClassBodies(
            ProjectionClass projection,
            Entity entity,
            CompactLimits limits,
            BodyCounters counters) {
        // Rows have the kernel's own numbers here; no body holds them.
        this.binding =
                new StreamBinding(
                        projection.schemaId(),
                        entity.guid(),
                        entity.lifetime(),
                        1,
                        projection.layout(),
                        projection.tree().children());
        this.codec = new CompactCodec(projection, limits);
        this.counters = counters;
    }

    ProjectionClass projection() {
        return codec.projection();
    }

    void addRecipient() {
        recipients++;
    }

    /** Returns whether nobody is left. */
    boolean removeRecipient() {
        recipients--;
        return recipients == 0;
    }

    /** The state at a flush; kept only when it differs from the one before. */
    void note(Flush at, Snapshot state) {
        if (states.isEmpty() || !states.lastEntry().getValue().equals(state)) {
            states.put(at, state);
            bodies.clear();
            baseline = null;
        }
    }

    Snapshot state() {
        return states.lastEntry().getValue();
    }

    boolean isChanged(Flush base) {
        return states.lastKey().compareTo(base) > 0;
    }

    BodyResult baseline() {
        BodyResult made = baseline;
        if (made == null) {
            made = codec.encode(binding, new Baseline(1, 1, state()));
            baseline = made;
            counters.countBaseline();
        }
        return made;
    }

    BodyResult since(Flush base, BodyUse use) {
        if (!isChanged(base)) {
            return new BodyResult.Unchanged();
        }
        var from = states.floorEntry(base);
        if (from == null) {
            return new BodyResult.Refused(
                    new Refusal.Rejected(Reason.GAP, projection() + " since " + base));
        }
        return bodies.computeIfAbsent(from.getKey(), _ -> encode(from.getValue(), use));
    }

    EntityPatch patch(Flush base) {
        var from = states.floorEntry(base);
        if (from == null) {
            throw new IllegalArgumentException("no state is kept of " + base);
        }
        return Spans.between(from.getValue(), state());
    }

    /** Drops every state that no base from this one on starts at. */
    void keepFrom(Flush oldestBase) {
        Flush needed = states.floorKey(oldestBase);
        if (needed != null) {
            states.headMap(needed, false).clear();
            bodies.keySet().removeIf(from -> from.compareTo(needed) < 0);
        }
    }

    private BodyResult encode(Snapshot from, BodyUse use) {
        EntityPatch patch = Spans.between(from, state());
        if (patch.isEmpty()) {
            // The state is again what it was at this base.
            return new BodyResult.Unchanged();
        }
        switch (use) {
            case SHARED -> counters.countShared();
            case DEFERRED -> counters.countDeferred();
        }
        var delta = new Delta(binding.schemaId(), 1, 1, 2, patch, false);
        return codec.encode(binding, from, delta);
    }
}
