package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.ListFactsResponse;
import dev.terrane.proto.session.v1alpha1.StepStreamOptions;
import dev.terrane.rpc.events.EventCursor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
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
    private final Calls sessions;
    private final ChunkClient chunks;
    private final Set<RoomFeed> rooms = ConcurrentHashMap.newKeySet();
    private final AtomicLong resyncs = new AtomicLong();

    StageFeeds(EventSource events, ChunkClient chunks, Calls sessions) {
        this.sessions = sessions;
        this.events = events;
        this.chunks = chunks;
    }

    /**
     * Lets a session's steps reach a stage until the result is run. Where the stream does not go on
     * by itself, the session may be over.
     */
    Runnable followSession(LiveStage stage, SessionFacts session, SessionLife life) {
        StepFeed feed =
                new StepFeed(
                        stage.steps(),
                        new MissedFacts(
                                session.name(),
                                request ->
                                        sessions.call(
                                                "ListFacts",
                                                request,
                                                ListFactsResponse.getDefaultInstance())));
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
                    public void onReset(EventCursor head) {
                        // The stream begins anew with every body: facts alone have to be read.
                        LOG.info("steps of session {} begin anew", session.name());
                        life.ask().ifPresent(present -> feed.caughtUp(present, head));
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

    /** What a stage hears of its room; it hears nothing yet. Null when it has none. */
    @Nullable RoomFeed roomFeed(LiveStage stage) {
        RoomFacts room = stage.facts().room();
        return room == null
                ? null
                : new RoomFeed(
                        room, chunks, stage.roomNews(), System::nanoTime, resyncs::incrementAndGet);
    }

    /** Lets changes of a stage's room reach it until the result is run. */
    Runnable followRoom(RoomFeed feed, RoomFacts room) {
        rooms.add(feed);
        Runnable end =
                events.follow(
                        new EventSource.Subscription(
                                "world",
                                WORLD_EVENTS,
                                room.world() + "/" + room.room(),
                                EncodedBody.owning(new byte[0])),
                        feed);
        return () -> {
            rooms.remove(feed);
            end.run();
        };
    }

    /** How many stages follow a room. */
    int rooms() {
        return rooms.size();
    }

    /** How many of them do not hear all changes now. */
    int roomsBehind() {
        return (int) rooms.stream().filter(feed -> !feed.isCurrent()).count();
    }

    /** How often everything that peers hold was read anew. */
    long resyncs() {
        return resyncs.get();
    }
}
