package dev.terrane.gateway.stages.wire;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.StepStreamOptions;
import dev.terrane.proto.world.v1alpha1.ChunkAction;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stages follow: steps of their session, changes of their room. For all threads. */
final class StageFeeds {
    private static final Logger LOG = LoggerFactory.getLogger(StageFeeds.class);
    private static final String SESSION_EVENTS = "terrane.session-events.v1alpha1";
    private static final String WORLD_EVENTS = "terrane.world-events.v1alpha1";

    /** With more, a first event of all bodies would not fit a message; tiles are known by name. */
    private static final int STATIC_BODIES_MAX = 5_000;

    private final EventSource events;
    private final ChunkClient chunks;

    StageFeeds(EventSource events, ChunkClient chunks) {
        this.events = events;
        this.chunks = chunks;
    }

    /**
     * Lets a session's steps reach a stage until the result is run. Where the stream does not go on
     * by itself, the session may be over.
     */
    Runnable followSession(LiveStage stage, SessionFacts session, SessionLife life) {
        StepFeed feed = new StepFeed(stage.steps());
        EncodedBody options =
                EncodedBody.owning(
                        StepStreamOptions.newBuilder()
                                .setBodyHertz(stage.facts().tickRateHertz())
                                .setWithoutStatic(session.bodies() > STATIC_BODIES_MAX)
                                .build()
                                .toByteArray());
        return events.follow(
                new EventSource.Subscription("session", SESSION_EVENTS, session.name(), options),
                new EventSource.Follower() {
                    @Override
                    public void onEvent(byte[] payload) {
                        if (!life.isOver()) {
                            feed.accept(payload);
                        }
                    }

                    @Override
                    public void onReset() {
                        // The stream begins anew with every body, so nothing has to be read again.
                        LOG.info("steps of session {} begin anew", session.name());
                        life.ask();
                    }

                    @Override
                    public void onLost() {
                        try {
                            life.ask();
                        } catch (RuntimeException e) {
                            // The next connection asks again.
                            LOG.debug("session {} is not known of now", session.name(), e);
                        }
                    }
                });
    }

    /** Lets changes of a stage's room reach it until the result is run. */
    Runnable followRoom(LiveStage stage) {
        RoomFacts room = stage.facts().room();
        if (room == null) {
            return () -> {};
        }
        return events.follow(
                new EventSource.Subscription(
                        "world",
                        WORLD_EVENTS,
                        room.world() + "/" + room.room(),
                        EncodedBody.owning(new byte[0])),
                new EventSource.Follower() {
                    @Override
                    public void onEvent(byte[] payload) {
                        chunkChanged(stage, payload);
                    }

                    @Override
                    public void onReset() {
                        chunks.forgetAll();
                        chunks.refresh(room, stage);
                    }
                });
    }

    /** The flags by the names that claims use: those of the contract's fields. */
    static Gate gate(ContentFlags flags) {
        Map<String, Integer> severities = new HashMap<>();
        for (FieldDescriptor field : ContentFlags.getDescriptor().getFields()) {
            if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
                int severity = ((EnumValueDescriptor) flags.getField(field)).getNumber();
                if (severity > 0) {
                    severities.put(field.getName(), severity);
                }
            }
        }
        return new Gate(severities, flags.getMature());
    }

    private void chunkChanged(LiveStage stage, byte[] payload) {
        ChunkEvent event;
        try {
            event = ChunkEvent.parseFrom(payload);
        } catch (InvalidProtocolBufferException e) {
            LOG.error("a chunk event does not parse", e);
            return;
        }
        if (event.getAction() == ChunkAction.CHUNK_ACTION_DURABLE) {
            return; // Told before, as not durable.
        }
        chunks.changed(event.getKey());
        ChunkAt at =
                new ChunkAt(event.getKey().getCx(), event.getKey().getCy(), event.getKey().getCz());
        if (event.getAction() == ChunkAction.CHUNK_ACTION_LOST) {
            stage.chunkRestated(at, new Version(event.getRevision(), event.getChecksum()));
            return;
        }
        stage.chunkGated(at, gate(event.getFlags()));
        if (event.getAction() == ChunkAction.CHUNK_ACTION_GATE) {
            return; // Nothing was written.
        }
        stage.chunkChanged(
                at,
                new Version(event.getRevision(), event.getChecksum()),
                event.getAction() == ChunkAction.CHUNK_ACTION_DELETE);
    }
}
