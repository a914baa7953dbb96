package dev.terrane.gateway.live;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A world outside whose answers the test chooses. */
public final class FakeIo implements StageIo {
    private long nextGuid = 1000;
    public final List<BodySpawn> spawned = new ArrayList<>();
    public final List<String> removed = new ArrayList<>();
    public final Map<ChunkAt, Served> chunks = new HashMap<>();
    public final Queue<CompletableFuture<Served>> heldBack = new ArrayDeque<>();
    public boolean holdChunks;
    public final Queue<CompletableFuture<Void>> heldSpawns = new ArrayDeque<>();
    public boolean holdSpawns;
    public @Nullable TerraneException spawnRefusal;
    public @Nullable Edited editResult;
    public boolean holdEdits;
    public final List<Edit> edits = new ArrayList<>();
    public final List<Caller> callers = new ArrayList<>();
    public final List<Version> asked = new ArrayList<>();
    public Settled settled = Settled.PENDING;
    public boolean closed;

    @Override
    public CompletableFuture<Guid> newGuid() {
        return CompletableFuture.completedFuture(new Guid(nextGuid++));
    }

    @Override
    public CompletableFuture<Void> spawnBody(BodySpawn body) {
        if (spawnRefusal != null) {
            return CompletableFuture.failedFuture(spawnRefusal);
        }
        spawned.add(body);
        if (holdSpawns) {
            CompletableFuture<Void> later = new CompletableFuture<>();
            heldSpawns.add(later);
            return later;
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void removeBody(String bodyId) {
        removed.add(bodyId);
    }

    @Override
    public CompletableFuture<Served> getChunk(ChunkAt at, Caller caller) {
        callers.add(caller);
        if (holdChunks) {
            CompletableFuture<Served> later = new CompletableFuture<>();
            heldBack.add(later);
            return later;
        }
        return CompletableFuture.completedFuture(chunks.get(at));
    }

    @Override
    public CompletableFuture<Edited> editChunk(Edit edit, Caller caller) {
        edits.add(edit);
        callers.add(caller);
        return holdEdits
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture(editResult);
    }

    @Override
    public CompletableFuture<Flags> getChunkFlags(ChunkAt at, Caller caller) {
        return CompletableFuture.completedFuture(
                new Flags(EncodedBody.owning(new byte[] {0, 1, 0, 0, 2, 0, 0, 3}), true, 7));
    }

    @Override
    public CompletableFuture<Settled> findSettled(ChunkAt at, Version made) {
        asked.add(made);
        return CompletableFuture.completedFuture(settled);
    }

    @Override
    public void close() {
        closed = true;
    }
}
