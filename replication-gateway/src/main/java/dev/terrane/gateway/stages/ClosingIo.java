package dev.terrane.gateway.stages;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.StageIo;
import dev.terrane.rpc.server.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A stage's world outside whose end also stops the stage's clock. */
final class ClosingIo implements StageIo {
    private final StageIo io;
    private final AtomicReference<@Nullable ScheduledFuture<?>> timer;

    ClosingIo(StageIo io, AtomicReference<@Nullable ScheduledFuture<?>> timer) {
        this.io = io;
        this.timer = timer;
    }

    @Override
    public CompletableFuture<Guid> newGuid() {
        return io.newGuid();
    }

    @Override
    public CompletableFuture<Void> spawnBody(BodySpawn body) {
        return io.spawnBody(body);
    }

    @Override
    public void removeBody(String bodyId) {
        io.removeBody(bodyId);
    }

    @Override
    public CompletableFuture<Served> getChunk(ChunkAt at, Caller caller) {
        return io.getChunk(at, caller);
    }

    @Override
    public CompletableFuture<Edited> editChunk(Edit edit, Caller caller) {
        return io.editChunk(edit, caller);
    }

    @Override
    public CompletableFuture<Flags> getChunkFlags(ChunkAt at, Caller caller) {
        return io.getChunkFlags(at, caller);
    }

    @Override
    public CompletableFuture<Settled> findSettled(ChunkAt at, Version made) {
        return io.findSettled(at, made);
    }

    @Override
    public void close() {
        ScheduledFuture<?> ticking = timer.get();
        if (ticking != null) {
            ticking.cancel(false);
        }
        io.close();
    }
}
