package dev.terrane.gateway.live;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Decoded;
import dev.terrane.core.entity.canonical.LayoutCodec;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.proto.stage.v1alpha1.Bind;
import dev.terrane.proto.stage.v1alpha1.RemovalReason;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.proto.stage.v1alpha1.StreamDelta;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A client of the test: applies frames with entity-core's replicas and checks their order. */
public final class TestPeer {
    public final @Nullable PeerHandle handle;
    public final RecordingChannel channel;
    public final TreeMap<Integer, Held> held = new TreeMap<>();
    public final List<StageEvent> events = new ArrayList<>();
    public final List<RemovalReason> removals = new ArrayList<>();
    public final List<ServerMessage> outside = new ArrayList<>();
    public final Map<Integer, EntityLayout> layouts = new HashMap<>();
    public long frame;
    public int deltas;
    public int binds;

    TestPeer(@Nullable PeerHandle handle, RecordingChannel channel) {
        this.handle = handle;
        this.channel = channel;
    }

    /** Applies everything that has come and returns this. */
    public TestPeer read() {
        for (byte[] bytes : channel.drain()) {
            try {
                apply(ServerMessage.parseFrom(bytes));
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError("the stage sent no ServerMessage", e);
            }
        }
        return this;
    }

    private void apply(ServerMessage message) {
        if (message.getFrame() == 0) {
            outside.add(message);
            return;
        }
        if (message.getFrame() != frame + 1) {
            throw new AssertionError("frame " + message.getFrame() + " after " + frame);
        }
        switch (message.getBodyCase()) {
            case CONTROL -> {
                for (var removal : message.getControl().getRemovalsList()) {
                    if (held.remove(removal.getHandle()) == null) {
                        throw new AssertionError("removal of a handle that is not held");
                    }
                    removals.add(removal.getReason());
                }
                for (var layout : message.getControl().getLayoutsList()) {
                    layouts.put(
                            layout.getNumber(),
                            ok(LayoutCodec.fromMessage(layout.getLayout(), 1000)));
                }
            }
            case STATE -> {
                message.getState().getBindsList().forEach(this::bind);
                message.getState().getDeltasList().forEach(this::delta);
            }
            case EVENTS -> events.addAll(message.getEvents().getEventsList());
            default -> throw new AssertionError("not part of a frame: " + message.getBodyCase());
        }
        if (message.getLastOfFrame()) {
            frame++;
        }
    }

    private void bind(Bind bind) {
        binds++;
        StreamBinding binding =
                new StreamBinding(
                        "guest@1",
                        new Guid(bind.getGuid()),
                        bind.getIncarnation(),
                        bind.getGeneration(),
                        layouts.get(bind.getLayout()));
        Replica replica = new Replica(binding, StreamLimits.defaults());
        Publication.Baseline baseline = ok(codec().fromMessage(bind.getBaseline(), binding));
        require(replica.apply(baseline));
        if (held.put(bind.getHandle(), new Held(bind, binding, replica)) != null) {
            throw new AssertionError("handle bound twice: " + bind.getHandle());
        }
    }

    private void delta(StreamDelta delta) {
        deltas++;
        Held stream = held.get(delta.getHandle());
        require(
                stream.replica()
                        .apply(ok(codec().fromMessage(delta.getDelta(), stream.binding()))));
    }

    private static void require(ApplyResult result) {
        if (!(result instanceof ApplyResult.Applied)) {
            throw new AssertionError("a replica refused: " + result);
        }
    }

    private static CanonicalCodec codec() {
        return new CanonicalCodec(CodecLimits.defaults());
    }

    private static <T> T ok(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> value;
            case Decoded.Refused<T>(var refusal) -> throw new AssertionError(refusal.toString());
        };
    }

    /** State of the entity with this guid. */
    public EntitySnapshot entity(long guid) {
        return held.values().stream()
                .filter(stream -> stream.bind().getGuid() == guid)
                .findFirst()
                .orElseThrow(() -> new AssertionError("not held: " + guid))
                .snapshot();
    }

    public Value value(long guid, long index) {
        return entity(guid).fields().get(index);
    }

    public boolean holds(long guid) {
        return held.values().stream().anyMatch(stream -> stream.bind().getGuid() == guid);
    }

    /** The only message outside frames that came. */
    public ServerMessage only() {
        if (outside.size() != 1) {
            throw new AssertionError("messages: " + outside);
        }
        return outside.removeFirst();
    }

    public record Held(Bind bind, StreamBinding binding, Replica replica) {
        EntitySnapshot snapshot() {
            return replica.state().orElseThrow().root();
        }
    }
}
