package dev.terrane.gateway.stages.wire;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.State;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.proto.world.v1alpha1.AwaitDurableRequest;
import dev.terrane.proto.world.v1alpha1.AwaitDurableResponse;
import dev.terrane.proto.world.v1alpha1.CallerContext;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.proto.world.v1alpha1.DurabilityState;
import dev.terrane.proto.world.v1alpha1.EditChunkRequest;
import dev.terrane.proto.world.v1alpha1.EditChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkStatesRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkStatesResponse;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Chunks of world-service, on behalf of players, whose claims go along: the gate is there, not
 * here. What was served is kept per chunk and allowance until an event says that the chunk has
 * changed, so peers with the same claims cost one call; it is used for stages that are told of
 * every change, and only while they are. Blocks; for request threads.
 */
final class ChunkClient {
    /** Chunks whose states are asked for at once. */
    static final int STATES_MAX = 256;

    /** Moments that are kept; more are forgotten with everything that was served. */
    private static final int MOMENTS_MAX = 100_000;

    private final Calls chunks;
    private final Cache<Asked, Kept> served;

    /** When a chunk last changed: what was asked for before is not used after. */
    private final ConcurrentHashMap<ChunkKey, Long> changes = new ConcurrentHashMap<>();

    /** When changes of a room may have been missed. */
    private final ConcurrentHashMap<String, Long> misses = new ConcurrentHashMap<>();

    /** When that was forgotten; twice each time, so that nothing of in between is good after. */
    private final AtomicLong epoch = new AtomicLong();

    /** Counts what happens, so that no two moments are the same. */
    private final AtomicLong clock = new AtomicLong();

    /**
     * @param cacheBytesMax bytes of images kept
     */
    ChunkClient(Calls chunks, long cacheBytesMax) {
        this.chunks = chunks;
        this.served =
                Caffeine.newBuilder()
                        .maximumWeight(cacheBytesMax)
                        .weigher((Asked _, Kept value) -> 256 + value.served().image().size())
                        .build();
    }

    /**
     * A chunk as a caller may see it.
     *
     * @param followed whether the caller's stage is told of every change: only then what was served
     *     before is used, else world-service is asked, which judges anew
     */
    Served get(RoomFacts room, ChunkAt at, Caller caller, boolean followed) {
        ChunkKey key = key(room, at);
        Asked cacheKey = new Asked(key, caller.content(), caller.mature());
        // Looked at before anything is asked: a change meanwhile makes the answer one of before.
        Stamp stamp = stamp(room, key);
        Kept known = followed ? served.getIfPresent(cacheKey) : null;
        if (known != null && known.stamp().equals(stamp)) {
            return known.served();
        }
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
        served.put(cacheKey, new Kept(fresh, stamp));
        return fresh;
    }

    private Stamp stamp(RoomFacts room, ChunkKey key) {
        while (true) {
            long before = epoch.get();
            Stamp stamp =
                    new Stamp(
                            before,
                            misses.getOrDefault(name(room), 0L),
                            changes.getOrDefault(key, 0L));
            // What was read while it was being forgotten would look like nothing had happened.
            if (epoch.get() == before) {
                return stamp;
            }
        }
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
        changes.put(key, clock.incrementAndGet());
        if (changes.size() > MOMENTS_MAX) {
            forgetMoments();
        }
    }

    /** Changes of a room may have been missed: nothing that was kept of it is trusted. */
    void missed(RoomFacts room) {
        misses.put(name(room), clock.incrementAndGet());
        if (misses.size() > MOMENTS_MAX) {
            forgetMoments();
        }
    }

    private void forgetMoments() {
        epoch.incrementAndGet();
        changes.clear();
        misses.clear();
        epoch.incrementAndGet();
    }

    /** What chunks of a room are now, at most {@link #STATES_MAX}. */
    List<State> states(RoomFacts room, List<ChunkAt> wanted) {
        GetChunkStatesRequest.Builder request = GetChunkStatesRequest.newBuilder();
        wanted.forEach(at -> request.addKeys(key(room, at)));
        return chunks
                .call(
                        "GetChunkStates",
                        request.build(),
                        GetChunkStatesResponse.getDefaultInstance())
                .getStatesList()
                .stream()
                .map(
                        state ->
                                new State(
                                        at(state.getKey()),
                                        state.getExists(),
                                        // What was deleted may have been more than a holder may
                                        // see: nobody can tell here, so nothing tells of it.
                                        new Version(
                                                state.getRevision(),
                                                state.getExists() ? state.getChecksum() : ""),
                                        RoomFeed.gate(state.getFlags())))
                .toList();
    }

    Settled findSettled(RoomFacts room, ChunkAt at, Version made) {
        DurabilityState state =
                chunks.call(
                                "AwaitDurable",
                                AwaitDurableRequest.newBuilder()
                                        .setKey(key(room, at))
                                        .setRevision(made.revision())
                                        .setChecksum(made.checksum())
                                        .build(),
                                AwaitDurableResponse.getDefaultInstance())
                        .getState();
        return switch (state) {
            case DURABILITY_STATE_DURABLE -> Settled.DURABLE;
            case DURABILITY_STATE_UNKNOWN -> Settled.LOST;
            case DURABILITY_STATE_PENDING, DURABILITY_STATE_UNSPECIFIED, UNRECOGNIZED ->
                    Settled.PENDING;
        };
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

    static ChunkAt at(ChunkKey key) {
        return new ChunkAt(key.getCx(), key.getCy(), key.getCz());
    }

    private static String name(RoomFacts room) {
        return room.world() + "/" + room.room();
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

    /** What was known to have happened to a chunk. */
    private record Stamp(long epoch, long misses, long changes) {}

    /** An answer, good as long as nothing more is known to have happened. */
    private record Kept(Served served, Stamp stamp) {}
}
