package dev.terrane.gateway.live;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.StageSpec.BodyRule;
import dev.terrane.rpc.server.Caller;
import java.util.concurrent.CompletableFuture;

/**
 * What a stage asks of the world outside its thread. Nothing here blocks; futures complete on any
 * thread, with a {@link dev.terrane.rpc.error.TerraneException} when refused.
 */
public interface StageIo {
    /** An identity for a new entity, unique in the deployment. */
    CompletableFuture<Guid> newGuid();

    /**
     * Puts a body into the session; complete when it is durable. Calls are carried out in order. A
     * failed future means that the body is not there and will not be: what became of a lost command
     * is the implementation's to settle.
     */
    CompletableFuture<Void> spawnBody(BodySpawn body);

    /** Takes a body out of the session, after everything asked before. */
    void removeBody(String bodyId);

    /** A chunk as this caller may see it. */
    CompletableFuture<Served> getChunk(ChunkAt at, Caller caller);

    /** Changes a chunk on behalf of a caller; a refusal is a result. */
    CompletableFuture<Edited> editChunk(Edit edit, Caller caller);

    /** A chunk's moderation flags. */
    CompletableFuture<Flags> getChunkFlags(ChunkAt at, Caller caller);

    /** What has become of a change of a chunk that was not durable, named by what it made. */
    CompletableFuture<Settled> findSettled(ChunkAt at, Version made);

    /** Stops streams and whatever else serves this stage. */
    void close();

    /**
     * A body to put into the session.
     *
     * @param bodyId its id, derived from stage and guid
     * @param x where, metres
     * @param y where, metres
     * @param rule shape and mass
     */
    record BodySpawn(String bodyId, double x, double y, BodyRule rule) {}
}
