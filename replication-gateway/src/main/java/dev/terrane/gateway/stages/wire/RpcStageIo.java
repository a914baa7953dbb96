package dev.terrane.gateway.stages.wire;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.live.StageIo;
import dev.terrane.gateway.stages.GuidPool;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stage's world outside by RPC: every call runs on a thread that may block. */
final class RpcStageIo implements StageIo {
    private static final Logger LOG = LoggerFactory.getLogger(RpcStageIo.class);

    private final GuidPool guids;
    private final @Nullable SessionOutbox session;
    private final @Nullable RoomFacts room;
    private final ChunkClient chunks;
    private final Executor requests;
    private final AtomicReference<Runnable> onClose = new AtomicReference<>(() -> {});
    private volatile @Nullable RoomFeed feed;

    RpcStageIo(
            GuidPool guids,
            @Nullable SessionOutbox session,
            @Nullable RoomFacts room,
            ChunkClient chunks,
            Executor requests) {
        this.guids = guids;
        this.session = session;
        this.room = room;
        this.chunks = chunks;
        this.requests = requests;
    }

    @Override
    public CompletableFuture<Guid> newGuid() {
        return ask(guids::take);
    }

    @Override
    public CompletableFuture<Void> spawnBody(BodySpawn body) {
        if (session == null) {
            return CompletableFuture.completedFuture(null);
        }
        return session.spawn(body);
    }

    @Override
    public void removeBody(String bodyId) {
        if (session != null) {
            var _ =
                    session.remove(bodyId)
                            .exceptionally(
                                    e -> {
                                        LOG.warn(
                                                "body {} stays in its session: {}",
                                                bodyId,
                                                e.toString());
                                        return null;
                                    });
        }
    }

    @Override
    public CompletableFuture<Served> getChunk(ChunkAt at, Caller caller) {
        return inRoom(facts -> chunks.get(facts, at, caller, isFollowed()));
    }

    @Override
    public CompletableFuture<Edited> editChunk(Edit edit, Caller caller) {
        return inRoom(facts -> chunks.edit(facts, edit, caller));
    }

    @Override
    public CompletableFuture<Flags> getChunkFlags(ChunkAt at, Caller caller) {
        return inRoom(facts -> chunks.flags(facts, at));
    }

    @Override
    public CompletableFuture<Settled> findSettled(ChunkAt at, Version made) {
        return inRoom(facts -> chunks.findSettled(facts, at, made));
    }

    /** What tells whether the stage hears of all changes of its room; nothing does before. */
    void follow(RoomFeed following) {
        feed = following;
    }

    private boolean isFollowed() {
        RoomFeed following = feed;
        return following != null && following.isCurrent();
    }

    /** Whether the session its bodies are in is still there; null without a session. */
    @Nullable SessionLife sessionLife() {
        return session == null ? null : session.session();
    }

    /** Runs this when the stage ends. */
    void onClose(Runnable action) {
        onClose.set(action);
    }

    @Override
    public void close() {
        onClose.getAndSet(() -> {}).run();
    }

    private <T> CompletableFuture<T> inRoom(Function<RoomFacts, T> question) {
        RoomFacts facts = room;
        if (facts == null) {
            return CompletableFuture.failedFuture(
                    TerraneException.of(StageError.CHUNK_UNAVAILABLE, "this stage shows no room")
                            .toException());
        }
        return ask(() -> question.apply(facts));
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, requests);
    }
}
