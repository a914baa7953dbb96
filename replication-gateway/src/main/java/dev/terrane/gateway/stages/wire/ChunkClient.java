package dev.terrane.gateway.stages.wire;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.proto.world.v1alpha1.CallerContext;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.proto.world.v1alpha1.EditChunkRequest;
import dev.terrane.proto.world.v1alpha1.EditChunkResponse;
import dev.terrane.proto.world.v1alpha1.GatedChunk;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkResponse;
import dev.terrane.proto.world.v1alpha1.ListChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListChunksResponse;
import dev.terrane.proto.world.v1alpha1.ListFlaggedChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListFlaggedChunksResponse;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Chunks of world-service, on behalf of players, whose claims go along: the gate is there, not
 * here. What was served is kept per chunk and allowance until an event says that the chunk has
 * changed, so peers with the same claims cost one call. Blocks; for request threads.
 */
final class ChunkClient {
    private static final int PAGE = 1000;

    private final Calls chunks;
    private final Cache<Asked, Served> served;

    /** Counts the changes of a chunk, so that an answer older than one is not kept. */
    private final ConcurrentHashMap<ChunkKey, Long> changes = new ConcurrentHashMap<>();

    private final AtomicLong epoch = new AtomicLong();

    /**
     * @param cacheBytesMax bytes of images kept
     */
    ChunkClient(Calls chunks, long cacheBytesMax) {
        this.chunks = chunks;
        this.served =
                Caffeine.newBuilder()
                        .maximumWeight(cacheBytesMax)
                        .weigher((Asked _, Served value) -> 256 + value.image().size())
                        .build();
    }

    Served get(RoomFacts room, ChunkAt at, Caller caller) {
        ChunkKey key = key(room, at);
        Asked cacheKey = new Asked(key, caller.content(), caller.mature());
        Served known = served.getIfPresent(cacheKey);
        if (known != null) {
            return known;
        }
        long epochBefore = epoch.get();
        long changesBefore = changes.getOrDefault(key, 0L);
        Chunk chunk =
                chunks.call(
                                "GetChunk",
                                GetChunkRequest.newBuilder()
                                        .setKey(key)
                                        .setCaller(context(caller))
                                        .build(),
                                GetChunkResponse.getDefaultInstance())
                        .getChunk();
        Served fresh =
                new Served(version(chunk), EncodedBody.owning(chunk.getImage().toByteArray()));
        if (epochBefore == epoch.get() && changesBefore == changes.getOrDefault(key, 0L)) {
            served.put(cacheKey, fresh);
        }
        return fresh;
    }

    Edited edit(RoomFacts room, Edit edit, Caller caller) {
        EditChunkRequest request =
                EditChunkRequest.newBuilder()
                        .setKey(key(room, edit.at()))
                        .setBaseRevision(edit.base().revision())
                        .setBaseChecksum(edit.base().checksum())
                        .setPatch(ByteString.copyFrom(edit.patch().shared()))
                        .setEditId(edit.editId())
                        .setCaller(context(caller))
                        .build();
        try {
            EditChunkResponse done =
                    chunks.call("EditChunk", request, EditChunkResponse.getDefaultInstance());
            changed(request.getKey());
            return Edited.done(version(done.getChunk()), done.getDurable());
        } catch (TerraneException e) {
            return Edited.refused(current(e), e);
        }
    }

    /** What the chunk is now, when an edit was refused for its base. */
    private static Version current(TerraneException refused) {
        return refused.getCause() instanceof RpcException rpc
                ? rpc.detail(RevisionConflict.getDefaultInstance())
                        .map(c -> new Version(c.getCurrentRevision(), c.getCurrentChecksum()))
                        .orElse(Version.UNKNOWN)
                : Version.UNKNOWN;
    }

    Flags flags(RoomFacts room, ChunkAt at) {
        GetChunkFlagsResponse response =
                chunks.call(
                        "GetChunkFlags",
                        GetChunkFlagsRequest.newBuilder().setKey(key(room, at)).build(),
                        GetChunkFlagsResponse.getDefaultInstance());
        ContentFlags flags = response.getFlags();
        byte[] severities = {
            (byte) flags.getViolenceValue(),
            (byte) flags.getSexualValue(),
            (byte) flags.getLanguageValue(),
            (byte) flags.getSubstanceValue(),
            (byte) flags.getGamblingValue(),
            (byte) flags.getHorrorValue(),
            (byte) flags.getHateValue(),
            (byte) flags.getCustomValue()
        };
        return new Flags(EncodedBody.owning(severities), flags.getMature(), response.getRevision());
    }

    /** A chunk has changed: what was kept of it is old. */
    void changed(ChunkKey key) {
        changes.merge(key, 1L, Long::sum);
        if (changes.size() > 100_000) {
            forgetAll();
            return;
        }
        served.asMap().keySet().removeIf(kept -> kept.key().equals(key));
    }

    /** Changes may have been missed: nothing that was kept is trusted. */
    void forgetAll() {
        epoch.incrementAndGet();
        changes.clear();
        served.invalidateAll();
    }

    /** Tells a stage what its room's chunks are now; for holders of what has changed meanwhile. */
    void refresh(RoomFacts room, LiveStage stage) {
        Map<ChunkKey, Version> versions = new LinkedHashMap<>();
        String token = "";
        do {
            ListChunksResponse page =
                    chunks.call(
                            "ListChunks",
                            ListChunksRequest.newBuilder()
                                    .setWorld(room.world())
                                    .setRoom(room.room())
                                    .setPageSize(PAGE)
                                    .setPageToken(token)
                                    .build(),
                            ListChunksResponse.getDefaultInstance());
            page.getChunksList().forEach(chunk -> versions.put(chunk.getKey(), version(chunk)));
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        // Asked after the versions: who may not see a chunk any more is not told what it is now.
        Map<ChunkKey, Gate> gates = listGates(room);
        versions.forEach(
                (key, version) -> {
                    ChunkAt at = new ChunkAt(key.getCx(), key.getCy(), key.getCz());
                    stage.chunkGated(at, gates.getOrDefault(key, Gate.OPEN));
                    stage.chunkRestated(at, version);
                });
    }

    private Map<ChunkKey, Gate> listGates(RoomFacts room) {
        Map<ChunkKey, Gate> gates = new HashMap<>();
        String token = "";
        do {
            ListFlaggedChunksResponse page =
                    chunks.call(
                            "ListFlaggedChunks",
                            ListFlaggedChunksRequest.newBuilder()
                                    .setWorld(room.world())
                                    .setRoom(room.room())
                                    .setPageSize(PAGE)
                                    .setPageToken(token)
                                    .build(),
                            ListFlaggedChunksResponse.getDefaultInstance());
            for (GatedChunk chunk : page.getChunksList()) {
                gates.put(chunk.getKey(), StageFeeds.gate(chunk.getFlags()));
            }
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return gates;
    }

    private static Version version(Chunk chunk) {
        return new Version(chunk.getRevision(), chunk.getChecksum());
    }

    private static ChunkKey key(RoomFacts room, ChunkAt at) {
        return ChunkKey.newBuilder()
                .setWorld(room.world())
                .setRoom(room.room())
                .setCx(at.cx())
                .setCy(at.cy())
                .setCz(at.cz())
                .build();
    }

    static CallerContext context(Caller caller) {
        CallerContext.Builder context =
                CallerContext.newBuilder().setSubject(caller.subject()).setMature(caller.mature());
        caller.roles().stream().map(Role::wireName).sorted().forEach(context::addRoles);
        caller.content().forEach(context::putContent);
        return context.build();
    }

    /** What decides about an answer: which chunk, and what its reader may see. */
    private record Asked(ChunkKey key, Map<String, Integer> content, boolean mature) {}
}
