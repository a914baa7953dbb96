package dev.terrane.sdk;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.Decoded;
import dev.terrane.core.entity.canonical.LayoutCodec;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.proto.stage.v1alpha1.Bind;
import dev.terrane.proto.stage.v1alpha1.Control;
import dev.terrane.proto.stage.v1alpha1.Layout;
import dev.terrane.proto.stage.v1alpha1.Removal;
import dev.terrane.proto.stage.v1alpha1.StateFrame;
import dev.terrane.proto.stage.v1alpha1.StreamDelta;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The streams of one connection by handle. Used by the owner thread, one whole frame at a time;
 * whatever does not fit is a protocol fault and ends the connection, so a frame is never shown in
 * part.
 */
final class StreamTable {
    private final StageLimits limits;
    private final CanonicalCodec codec;
    private final CounterTable counters;
    private final Map<Integer, BoundLayout> layouts = new HashMap<>();
    private final TreeMap<Integer, Stream> streams = new TreeMap<>();
    private final TreeMap<Integer, EntityView> views = new TreeMap<>();
    private final Map<Long, Long> generations = new HashMap<>();

    StreamTable(StageLimits limits, CounterTable counters) {
        this.limits = limits;
        this.codec = new CanonicalCodec(limits.codec());
        this.counters = counters;
    }

    /**
     * Ends streams and takes layouts; returns the handles freed, which this frame may not give
     * again.
     */
    Set<Integer> control(Control control) {
        Set<Integer> freed = new HashSet<>();
        for (Removal removal : control.getRemovalsList()) {
            if (streams.remove(removal.getHandle()) == null) {
                throw new ProtocolFaultException(
                        "removal of unknown handle " + removal.getHandle());
            }
            views.remove(removal.getHandle());
            freed.add(removal.getHandle());
            counters.removal();
        }
        for (Layout layout : control.getLayoutsList()) {
            layout(layout);
        }
        return freed;
    }

    void state(StateFrame state, Set<Integer> freed) {
        for (Bind bind : state.getBindsList()) {
            if (freed.contains(bind.getHandle())) {
                throw new ProtocolFaultException(
                        "handle " + bind.getHandle() + " given again in its frame");
            }
            bind(bind);
        }
        for (StreamDelta delta : state.getDeltasList()) {
            delta(delta);
        }
    }

    /** Hides everything. */
    void clear() {
        streams.clear();
        views.clear();
    }

    SortedMap<Integer, EntityView> view() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(views));
    }

    private void layout(Layout message) {
        EntityLayout layout =
                switch (LayoutCodec.fromMessage(
                        message.getLayout(), limits.codec().stream().snapshot().membersMax())) {
                    case Decoded.Ok<EntityLayout>(EntityLayout value) -> value;
                    case Decoded.Refused<EntityLayout>(Refusal refusal) ->
                            throw new ProtocolFaultException(
                                    "layout " + message.getNumber() + ": " + refusal);
                };
        var bound = new BoundLayout(message.getSchemaId(), layout);
        if (message.getNumber() == 0 || layouts.putIfAbsent(message.getNumber(), bound) != null) {
            throw new ProtocolFaultException("layout number " + message.getNumber());
        }
    }

    private void bind(Bind bind) {
        BoundLayout bound = layouts.get(bind.getLayout());
        if (bound == null
                || bind.getHandle() == 0
                || streams.containsKey(bind.getHandle())
                || bind.getGuid() == 0) {
            throw new ProtocolFaultException(
                    "bind of handle " + bind.getHandle() + ", layout " + bind.getLayout());
        }
        if (streams.size() >= limits.streamsMax()) {
            throw new ProtocolFaultException("more than " + limits.streamsMax() + " entities");
        }
        Long before = generations.put(bind.getGuid(), bind.getGeneration());
        if (before != null && bind.getGeneration() <= before) {
            throw new ProtocolFaultException(
                    "generation " + bind.getGeneration() + " after " + before);
        }
        StreamBinding binding = binding(bind, bound);
        var stream = new Stream(bind, binding, new Replica(binding, limits.codec().stream()));
        Publication baseline =
                decoded(codec.fromMessage(bind.getBaseline(), binding), bind.getHandle());
        apply(stream, baseline);
        streams.put(bind.getHandle(), stream);
        counters.bind(bind.getBaseline().getSerializedSize());
    }

    private static StreamBinding binding(Bind bind, BoundLayout bound) {
        try {
            return new StreamBinding(
                    bound.schemaId(),
                    new Guid(bind.getGuid()),
                    bind.getIncarnation(),
                    bind.getGeneration(),
                    bound.layout());
        } catch (IllegalArgumentException e) {
            throw new ProtocolFaultException(
                    "bind of handle " + bind.getHandle() + ": " + e.getMessage());
        }
    }

    private void delta(StreamDelta message) {
        Stream stream = streams.get(message.getHandle());
        if (stream == null) {
            throw new ProtocolFaultException("delta of unknown handle " + message.getHandle());
        }
        Publication delta =
                decoded(
                        codec.fromMessage(message.getDelta(), stream.binding()),
                        message.getHandle());
        apply(stream, delta);
        counters.delta(message.getDelta().getSerializedSize());
    }

    private void apply(Stream stream, Publication publication) {
        int handle = stream.bind().getHandle();
        switch (stream.replica().apply(publication)) {
            case ApplyResult.Applied _ -> views.put(handle, stream.view());
            case ApplyResult.Removed _ -> views.remove(handle);
            case ApplyResult.Duplicate(long revision) ->
                    throw new ProtocolFaultException(
                            "handle " + handle + " repeats revision " + revision);
            case ApplyResult.Rejected(Refusal refusal) ->
                    throw new ProtocolFaultException("handle " + handle + ": " + refusal);
        }
    }

    private static Publication decoded(Decoded<? extends Publication> decoded, int handle) {
        return switch (decoded) {
            case Decoded.Ok<? extends Publication> ok -> ok.value();
            case Decoded.Refused<? extends Publication> refused ->
                    throw new ProtocolFaultException("handle " + handle + ": " + refused.refusal());
        };
    }

    private record BoundLayout(String schemaId, EntityLayout layout) {}

    private record Stream(Bind bind, StreamBinding binding, Replica replica) {
        EntityView view() {
            return new EntityView(
                    bind.getHandle(),
                    binding.root(),
                    bind.getNetworkId(),
                    bind.getOwnerPeerId(),
                    binding.generation(),
                    replica.revision(),
                    binding.layout(),
                    replica.state().orElseThrow());
        }
    }
}
