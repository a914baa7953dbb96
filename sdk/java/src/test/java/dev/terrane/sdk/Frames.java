package dev.terrane.sdk;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.canonical.LayoutCodec;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.proto.stage.v1alpha1.Bind;
import dev.terrane.proto.stage.v1alpha1.Control;
import dev.terrane.proto.stage.v1alpha1.EventFrame;
import dev.terrane.proto.stage.v1alpha1.Layout;
import dev.terrane.proto.stage.v1alpha1.Removal;
import dev.terrane.proto.stage.v1alpha1.RemovalReason;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.proto.stage.v1alpha1.StateFrame;
import dev.terrane.proto.stage.v1alpha1.StreamDelta;

/** Frames about entities with one field, as a gateway would send them. */
final class Frames {
    static final long HP = 103;

    private static final CanonicalCodec CODEC = new CanonicalCodec(CodecLimits.defaults());
    private static final EntityLayout PLAYER =
            EntityLayout.ofFields(
                    "Player", IndexMap.of(HP, new FieldLayout("hp", ScalarType.UINT32)));

    private Frames() {}

    /** The control part that announces layout 1. */
    static ServerMessage.Builder layout(long frame) {
        var layout =
                Layout.newBuilder()
                        .setNumber(1)
                        .setSchemaId("guest-room@1")
                        .setLayout(LayoutCodec.toMessage(PLAYER));
        return part(frame).setControl(Control.newBuilder().addLayouts(layout));
    }

    static ServerMessage.Builder removal(long frame, int handle) {
        var removal =
                Removal.newBuilder().setHandle(handle).setReason(RemovalReason.REMOVAL_REASON_LEFT);
        return part(frame).setControl(Control.newBuilder().addRemovals(removal));
    }

    static ServerMessage.Builder bind(long frame, int handle, long generation, long hp) {
        var binding = binding(handle, generation);
        var root =
                new EntitySnapshot(
                        binding.root(),
                        1,
                        "Player",
                        IndexMap.of(HP, new Value.UInt32(hp)),
                        IndexMap.empty());
        var baseline = new Baseline(generation, 1, new Snapshot("guest-room@1", root));
        var bind =
                Bind.newBuilder()
                        .setHandle(handle)
                        .setLayout(1)
                        .setGuid(binding.root().value())
                        .setNetworkId(1_000 + handle)
                        .setIncarnation(1)
                        .setGeneration(generation)
                        .setBaseline(ok(CODEC.toMessage(baseline, binding)));
        return part(frame).setState(StateFrame.newBuilder().addBinds(bind));
    }

    static ServerMessage.Builder delta(long frame, int handle, long required, long hp) {
        var binding = binding(handle, 1);
        var patch =
                new EntityPatch(
                        binding.root(), 1, IndexMap.of(HP, new Value.UInt32(hp)), IndexMap.empty());
        var delta = new Delta("guest-room@1", 1, required, required + 1, patch, false);
        var message =
                StreamDelta.newBuilder()
                        .setHandle(handle)
                        .setDelta(ok(CODEC.toMessage(delta, binding)));
        return part(frame).setState(StateFrame.newBuilder().addDeltas(message));
    }

    static ServerMessage.Builder event(long frame, StageEvent.Builder event) {
        return part(frame).setEvents(EventFrame.newBuilder().addEvents(event));
    }

    static ServerMessage last(ServerMessage.Builder part) {
        return part.setLastOfFrame(true).build();
    }

    static ByteString text(String text) {
        return ByteString.copyFromUtf8(text);
    }

    private static ServerMessage.Builder part(long frame) {
        return ServerMessage.newBuilder().setFrame(frame).setTick(frame + 100);
    }

    private static StreamBinding binding(int handle, long generation) {
        return new StreamBinding("guest-room@1", new Guid(500 + handle), 1, generation, PLAYER);
    }

    private static <T> T ok(Encoded<T> encoded) {
        return switch (encoded) {
            case Encoded.Ok<T>(T form) -> form;
            case Encoded.Refused<T>(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }
}
