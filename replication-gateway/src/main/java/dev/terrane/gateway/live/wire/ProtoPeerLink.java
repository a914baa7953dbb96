package dev.terrane.gateway.live.wire;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.canonical.LayoutCodec;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.ContactFact;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.PeerCard;
import dev.terrane.gateway.live.PeerChannel;
import dev.terrane.gateway.live.PeerLink;
import dev.terrane.gateway.live.ProjectionClass;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.proto.stage.v1alpha1.ChunkEditSettled;
import dev.terrane.proto.stage.v1alpha1.ChunkFlags;
import dev.terrane.proto.stage.v1alpha1.ChunkInvalidated;
import dev.terrane.proto.stage.v1alpha1.ContactNotice;
import dev.terrane.proto.stage.v1alpha1.Control;
import dev.terrane.proto.stage.v1alpha1.Declined;
import dev.terrane.proto.stage.v1alpha1.EventFrame;
import dev.terrane.proto.stage.v1alpha1.Goodbye;
import dev.terrane.proto.stage.v1alpha1.Layout;
import dev.terrane.proto.stage.v1alpha1.PeerLeft;
import dev.terrane.proto.stage.v1alpha1.Pong;
import dev.terrane.proto.stage.v1alpha1.RelayDelivery;
import dev.terrane.proto.stage.v1alpha1.RelayResult;
import dev.terrane.proto.stage.v1alpha1.Removal;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.proto.stage.v1alpha1.StateFrame;
import dev.terrane.proto.stage.v1alpha1.StreamDelta;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Says what a stage says in messages of terrane.stage.v1alpha1. Owned by the stage's thread. */
public final class ProtoPeerLink implements PeerLink {
    private static final int RESTARTING = 1012;

    private final PeerChannel channel;
    private final InstantSource clock;
    private final Control.Builder control = Control.newBuilder();
    private final EventFrame.Builder events = EventFrame.newBuilder();
    private final Splice state = new Splice();
    private volatile boolean accepted;

    /**
     * @param clock for the times messages carry
     */
    public ProtoPeerLink(PeerChannel channel, InstantSource clock) {
        this.channel = channel;
        this.clock = clock;
    }

    @Override
    public PeerChannel channel() {
        return channel;
    }

    @Override
    public boolean isAccepted() {
        return accepted;
    }

    @Override
    public void accepted(Entry entry) {
        accepted = true;
        send(
                ServerMessage.newBuilder()
                        .setAccepted(StageMessages.accepted(entry, clock.instant())));
    }

    @Override
    public void declined(TerraneException error) {
        send(
                ServerMessage.newBuilder()
                        .setDeclined(
                                Declined.newBuilder()
                                        .setError(error.info())
                                        .setMessage(text(error))));
        channel.close(error.code(), text(error));
    }

    @Override
    public void goodbye(TerraneException error) {
        send(farewell(error));
        channel.close(error.code(), text(error));
    }

    @Override
    public void restarting() {
        String text = "the gateway restarts; connect again";
        send(farewell(TerraneException.of(CommonError.UNAVAILABLE, text).toException()));
        channel.close(RESTARTING, text);
    }

    private static ServerMessage.Builder farewell(TerraneException error) {
        return ServerMessage.newBuilder()
                .setGoodbye(Goodbye.newBuilder().setError(error.info()).setMessage(text(error)));
    }

    @Override
    public void pong(long nonce, long tick) {
        send(
                ServerMessage.newBuilder()
                        .setPong(
                                Pong.newBuilder()
                                        .setNonce(nonce)
                                        .setTick(tick)
                                        .setServerTimeMillis(clock.millis())));
    }

    @Override
    public void removal(int handle, dev.terrane.gateway.live.RemovalReason reason) {
        control.addRemovals(
                Removal.newBuilder().setHandle(handle).setReason(StageMessages.reason(reason)));
    }

    @Override
    public void layout(int number, ProjectionClass projection) {
        control.addLayouts(
                Layout.newBuilder()
                        .setNumber(number)
                        .setSchemaId(projection.schemaId())
                        .setLayoutHash(projection.hash())
                        .setLayout(LayoutCodec.toMessage(projection.layout())));
    }

    @Override
    public void bind(Bind bind, EncodedBody snapshot) {
        StreamHead head = bind.head();
        byte[] baseline =
                new Splice()
                        .head(
                                NestedBaseline.newBuilder()
                                        .setGeneration(head.generation())
                                        .setRevision(head.revision())
                                        .build())
                        .field(NestedBaseline.SNAPSHOT_FIELD_NUMBER, snapshot.shared())
                        .toByteArray();
        byte[] message =
                new Splice()
                        .head(
                                dev.terrane.proto.stage.v1alpha1.Bind.newBuilder()
                                        .setHandle(head.handle())
                                        .setLayout(bind.layout())
                                        .setGuid(bind.guid())
                                        .setNetworkId((int) bind.networkId())
                                        .setIncarnation(bind.incarnation())
                                        .setGeneration(head.generation())
                                        .setOwnerPeerId(bind.ownerPeerId())
                                        .build())
                        .field(
                                dev.terrane.proto.stage.v1alpha1.Bind.BASELINE_FIELD_NUMBER,
                                baseline)
                        .toByteArray();
        state.field(StateFrame.BINDS_FIELD_NUMBER, message);
    }

    @Override
    public void delta(StreamHead head, EncodedBody patch) {
        byte[] delta =
                new Splice()
                        .head(
                                NestedDelta.newBuilder()
                                        .setSchemaId(head.schemaId())
                                        .setGeneration(head.generation())
                                        .setRequiredRevision(head.revision() - 1)
                                        .setRevision(head.revision())
                                        .build())
                        .field(NestedDelta.ROOT_FIELD_NUMBER, patch.shared())
                        .toByteArray();
        byte[] message =
                new Splice()
                        .head(StreamDelta.newBuilder().setHandle(head.handle()).build())
                        .field(StreamDelta.DELTA_FIELD_NUMBER, delta)
                        .toByteArray();
        state.field(StateFrame.DELTAS_FIELD_NUMBER, message);
    }

    @Override
    public void peerJoined(PeerCard peer) {
        events.addEvents(StageEvent.newBuilder().setPeerJoined(StageMessages.peer(peer)));
    }

    @Override
    public void peerLeft(int peerId) {
        events.addEvents(
                StageEvent.newBuilder().setPeerLeft(PeerLeft.newBuilder().setPeerId(peerId)));
    }

    @Override
    public void actionReply(ActionReply reply) {
        var message =
                dev.terrane.proto.stage.v1alpha1.ActionReply.newBuilder()
                        .setActionId(reply.actionId())
                        .setResult(ByteString.copyFrom(reply.result().shared()));
        if (reply.error() != null) {
            message.setError(reply.error().info());
        }
        events.addEvents(StageEvent.newBuilder().setActionReply(message));
    }

    @Override
    public void relay(int fromPeerId, byte[] payload) {
        events.addEvents(
                StageEvent.newBuilder()
                        .setRelay(
                                RelayDelivery.newBuilder()
                                        .setFromPeerId(fromPeerId)
                                        .setPayload(ByteString.copyFrom(payload))));
    }

    @Override
    public void relayResult(String relayId, int delivered, @Nullable TerraneException error) {
        RelayResult.Builder message =
                RelayResult.newBuilder().setRelayId(relayId).setDelivered(delivered);
        if (error != null) {
            message.setError(error.info());
        }
        events.addEvents(StageEvent.newBuilder().setRelayResult(message));
    }

    @Override
    public void contact(long number, ContactFact fact, int handleA, int handleB) {
        ContactNotice.Builder notice =
                ContactNotice.newBuilder()
                        .setNumber(number)
                        .setKind(StageMessages.kind(fact.kind()))
                        .setHandleA(handleA)
                        .setHandleB(handleB);
        ContactFact.Touch touch = fact.touch();
        if (touch != null) {
            notice.setPoint(StageMessages.vector(touch.pointX(), touch.pointY()))
                    .setNormal(StageMessages.vector(touch.normalX(), touch.normalY()))
                    .setRelativeSpeed(touch.relativeSpeed());
        }
        events.addEvents(StageEvent.newBuilder().setContact(notice));
    }

    @Override
    public boolean hasFrame() {
        return hasControl() || !state.isEmpty() || events.getEventsCount() > 0;
    }

    private boolean hasControl() {
        return control.getRemovalsCount() > 0 || control.getLayoutsCount() > 0;
    }

    @Override
    public void endFrame(long frame, long tick) {
        boolean hasState = !state.isEmpty();
        boolean hasEvents = events.getEventsCount() > 0;
        if (hasControl()) {
            channel.sendFramed(
                    part(frame, tick, !hasState && !hasEvents)
                            .setControl(control)
                            .build()
                            .toByteArray(),
                    frame);
            control.clear();
        }
        if (hasState) {
            channel.sendFramed(
                    new Splice()
                            .head(part(frame, tick, !hasEvents).build())
                            .field(ServerMessage.STATE_FIELD_NUMBER, state.toByteArray())
                            .toByteArray(),
                    frame);
            state.clear();
        }
        if (hasEvents) {
            channel.sendFramed(
                    part(frame, tick, true).setEvents(events).build().toByteArray(), frame);
            events.clear();
        }
    }

    private static ServerMessage.Builder part(long frame, long tick, boolean last) {
        return ServerMessage.newBuilder().setFrame(frame).setTick(tick).setLastOfFrame(last);
    }

    @Override
    public void chunkData(ChunkAt at, Served chunk, boolean withImage) {
        ChunkData.Builder message =
                ChunkData.newBuilder()
                        .setAt(StageMessages.at(at))
                        .setRevision(chunk.version().revision())
                        .setChecksum(chunk.version().checksum());
        if (withImage) {
            message.setImage(ByteString.copyFrom(chunk.image().shared()));
        }
        send(ServerMessage.newBuilder().setChunkData(message));
    }

    @Override
    public void chunkRefused(ChunkAt at, TerraneException error) {
        send(
                ServerMessage.newBuilder()
                        .setChunkData(
                                ChunkData.newBuilder()
                                        .setAt(StageMessages.at(at))
                                        .setError(error.info())));
    }

    @Override
    public void chunkEditResult(Edit edit, Edited result) {
        ChunkEditResult.Builder message =
                ChunkEditResult.newBuilder()
                        .setAt(StageMessages.at(edit.at()))
                        .setEditId(edit.editId())
                        .setRevision(result.version().revision())
                        .setChecksum(result.version().checksum())
                        .setDurable(result.durable());
        if (result.error() != null) {
            message.setError(result.error().info());
        }
        send(ServerMessage.newBuilder().setChunkEditResult(message));
    }

    @Override
    public void chunkEditSettled(ChunkAt at, String editId, Version version, boolean durable) {
        send(
                ServerMessage.newBuilder()
                        .setChunkEditSettled(
                                ChunkEditSettled.newBuilder()
                                        .setAt(StageMessages.at(at))
                                        .setEditId(editId)
                                        .setRevision(version.revision())
                                        .setDurable(durable)));
    }

    @Override
    public void chunkInvalidated(ChunkAt at, Version version, boolean deleted) {
        send(
                ServerMessage.newBuilder()
                        .setChunkInvalidated(
                                ChunkInvalidated.newBuilder()
                                        .setAt(StageMessages.at(at))
                                        .setRevision(version.revision())
                                        .setChecksum(version.checksum())
                                        .setDeleted(deleted)));
    }

    @Override
    public void chunkRevoked(ChunkAt at) {
        send(
                ServerMessage.newBuilder()
                        .setChunkInvalidated(
                                ChunkInvalidated.newBuilder()
                                        .setAt(StageMessages.at(at))
                                        .setGated(true)));
    }

    @Override
    public void chunkFlags(ChunkAt at, Flags flags) {
        send(
                ServerMessage.newBuilder()
                        .setChunkFlags(
                                ChunkFlags.newBuilder()
                                        .setAt(StageMessages.at(at))
                                        .setFlags(StageMessages.flags(flags))
                                        .setRevision(flags.revision())));
    }

    @Override
    public void chunkFlagsRefused(ChunkAt at, TerraneException error) {
        send(
                ServerMessage.newBuilder()
                        .setChunkFlags(
                                ChunkFlags.newBuilder()
                                        .setAt(StageMessages.at(at))
                                        .setError(error.info())));
    }

    private void send(ServerMessage.Builder message) {
        channel.send(message.build().toByteArray());
    }

    private static String text(TerraneException error) {
        String message = error.getMessage();
        return message == null ? error.code().spec().title() : message;
    }
}
