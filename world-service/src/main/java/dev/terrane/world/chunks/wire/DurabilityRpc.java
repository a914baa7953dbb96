package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.proto.world.v1alpha1.AwaitDurableRequest;
import dev.terrane.proto.world.v1alpha1.AwaitDurableResponse;
import dev.terrane.proto.world.v1alpha1.DurabilityState;
import dev.terrane.proto.world.v1alpha1.GetWriteBehindRequest;
import dev.terrane.proto.world.v1alpha1.GetWriteBehindResponse;
import dev.terrane.proto.world.v1alpha1.LostChanges;
import dev.terrane.proto.world.v1alpha1.SetDurabilityRequest;
import dev.terrane.proto.world.v1alpha1.SetDurabilityResponse;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.world.chunks.CrashLosses;
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.chunks.DurabilityWait;
import dev.terrane.world.chunks.LostChunk;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.WriteBehind;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import java.time.Duration;
import java.util.List;

/** The methods that are about what is not on disk yet. */
final class DurabilityRpc {
    private final DurabilityWait wait;
    private final WriteBehind writeBehind;
    private final CrashLosses losses;
    private final DirtyChunks dirty;
    private final DefinitionCommands definitions;

    DurabilityRpc(
            DurabilityWait wait,
            WriteBehind writeBehind,
            CrashLosses losses,
            DirtyChunks dirty,
            DefinitionCommands definitions) {
        this.wait = wait;
        this.writeBehind = writeBehind;
        this.losses = losses;
        this.dirty = dirty;
        this.definitions = definitions;
    }

    AwaitDurableResponse await(AwaitDurableRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        DurabilityWait.Name name =
                DurabilityWait.name(
                        request.getRevision(), request.getChecksum(), request.getEditId());
        ChunkRefusals.requireSeen(key, wait.findGate(key, name, Viewer.of(context.caller())));
        Duration most =
                DurabilityWait.wait("wait_millis", Integer.toUnsignedLong(request.getWaitMillis()));
        AwaitDurableResponse.Builder response = AwaitDurableResponse.newBuilder();
        switch (wait.await(key, name, most)) {
            case DurabilityWait.State.Durable(long revision) ->
                    response.setState(DurabilityState.DURABILITY_STATE_DURABLE)
                            .setRevision(revision);
            case DurabilityWait.State.Pending(long revision) ->
                    response.setState(DurabilityState.DURABILITY_STATE_PENDING)
                            .setRevision(revision);
            case DurabilityWait.State.Unknown() ->
                    response.setState(DurabilityState.DURABILITY_STATE_UNKNOWN);
        }
        return response.build();
    }

    SetDurabilityResponse set(SetDurabilityRequest request, RpcContext context) {
        WorldId id = Requests.world("world", request.getWorld());
        Durability durability =
                switch (request.getDurability()) {
                    case DURABILITY_COMMITTED -> Durability.COMMITTED;
                    case DURABILITY_WRITE_BEHIND -> Durability.WRITE_BEHIND;
                    case DURABILITY_UNSPECIFIED, UNRECOGNIZED ->
                            throw Requests.bad("durability", "committed or write-behind");
                };
        if (durability == Durability.WRITE_BEHIND) {
            definitions.requireWriteBehind();
        }
        if (writeBehind.setDurability(id, durability).isEmpty()) {
            throw Requests.notFound("world", id);
        }
        return SetDurabilityResponse.newBuilder().setDurability(request.getDurability()).build();
    }

    GetWriteBehindResponse get(GetWriteBehindRequest request, RpcContext context) {
        if (!request.getWorld().isEmpty()) {
            definitions.get(Requests.world("world", request.getWorld()));
        }
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<LostChunk> lost =
                losses.list(Pages.revision("page_token", request.getPageToken()), size);
        DirtyChunks.Load load = dirty.load();
        GetWriteBehindResponse.Builder response =
                GetWriteBehindResponse.newBuilder()
                        .setDirtyChunks(load.chunks())
                        .setPendingRevisions(load.revisions())
                        .setPendingBytes(load.bytes())
                        .setOldestMillis(load.oldestMillis())
                        .setLastFailure(writeBehind.lastFailure());
        for (LostChunk one : lost) {
            response.addLosses(
                    LostChanges.newBuilder()
                            .setId(one.id())
                            .setKey(ChunkMessages.of(one.head().key()))
                            .setRevision(one.head().revision())
                            .setChecksum(one.head().checksum().hex())
                            .setFoundAtMillis(one.foundAt().toEpochMilli()));
        }
        if (lost.size() == size) {
            response.setNextPageToken(Long.toString(lost.getLast().id()));
        }
        return response.build();
    }
}
