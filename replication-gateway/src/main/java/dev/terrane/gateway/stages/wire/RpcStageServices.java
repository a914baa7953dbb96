package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageFacts;
import dev.terrane.gateway.live.StageIo;
import dev.terrane.gateway.stages.GuidPool;
import dev.terrane.gateway.stages.StageServices;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.BodyState;
import dev.terrane.proto.session.v1alpha1.ListBodiesRequest;
import dev.terrane.proto.session.v1alpha1.ListBodiesResponse;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins stages to session- and world-service by RPC and event streams. */
final class RpcStageServices implements StageServices {
    private static final Logger LOG = LoggerFactory.getLogger(RpcStageServices.class);
    private static final int BODIES_PAGE = 1000;

    private final Calls sessions;
    private final ChunkClient chunks;
    private final StageFeeds feeds;
    private final Executor requests;

    RpcStageServices(Calls sessions, ChunkClient chunks, StageFeeds feeds, Executor requests) {
        this.sessions = sessions;
        this.chunks = chunks;
        this.feeds = feeds;
        this.requests = requests;
    }

    @Override
    public StageIo ioOf(
            StageFacts facts, Instant createdAt, @Nullable SessionFacts session, GuidPool guids) {
        SessionOutbox outbox = null;
        if (session != null) {
            outbox =
                    new SessionOutbox(
                            request ->
                                    sessions.call(
                                            "Submit", request, SubmitResponse.getDefaultInstance()),
                            new SessionLife(
                                    session, () -> SessionLife.get(sessions, session.name())),
                            new SessionOutbox.Origin(facts.id(), createdAt, facts.generation()),
                            requests,
                            CompletableFuture.delayedExecutor(
                                    SessionOutbox.RETRY_AFTER.toMillis(),
                                    TimeUnit.MILLISECONDS,
                                    requests));
            removeLeftovers(facts, session, outbox);
        }
        return new RpcStageIo(guids, outbox, facts.room(), chunks, requests);
    }

    /** Bodies of an earlier generation of the stage, whose entities are gone. */
    private void removeLeftovers(StageFacts facts, SessionFacts session, SessionOutbox outbox) {
        String token = "";
        do {
            ListBodiesResponse page =
                    sessions.call(
                            "ListBodies",
                            ListBodiesRequest.newBuilder()
                                    .setName(session.name())
                                    .setIdPrefix(facts.id() + "/")
                                    .setPageSize(BODIES_PAGE)
                                    .setPageToken(token)
                                    .build(),
                            ListBodiesResponse.getDefaultInstance());
            for (BodyState body : page.getBodiesList()) {
                LOG.info("stage {}: body {} is left over", facts.id(), body.getBody().getId());
                var _ = outbox.remove(body.getBody().getId());
            }
            token = page.getNextPageToken();
        } while (!token.isEmpty());
    }

    private Runnable followRoom(LiveStage stage, RpcStageIo io) {
        RoomFeed feed = feeds.roomFeed(stage);
        StageFacts.RoomFacts room = stage.facts().room();
        if (feed == null || room == null) {
            return () -> {};
        }
        io.follow(feed);
        return feeds.followRoom(feed, room);
    }

    @Override
    public void connect(LiveStage stage, StageIo io, @Nullable SessionFacts session) {
        if (!(io instanceof RpcStageIo own)) {
            throw new IllegalArgumentException("not made here: " + io);
        }
        SessionLife life = own.sessionLife();
        Runnable steps =
                session == null || life == null
                        ? () -> {}
                        : feeds.followSession(stage, session, life);
        Runnable room = followRoom(stage, own);
        own.onClose(
                () -> {
                    steps.run();
                    room.run();
                });
        if (life != null) {
            var _ =
                    life.ended()
                            .thenAccept(
                                    why -> {
                                        LOG.warn(
                                                "stage {} ends: {}",
                                                stage.facts().id(),
                                                why.getMessage());
                                        var _ = stage.close(why);
                                    });
        }
    }
}
