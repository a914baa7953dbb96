package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.proto.world.v1alpha1.CallerContext;
import dev.terrane.proto.world.v1alpha1.EditChunkRequest;
import dev.terrane.proto.world.v1alpha1.EditChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetChunksRequest;
import dev.terrane.proto.world.v1alpha1.GetChunksResponse;
import dev.terrane.proto.world.v1alpha1.ListChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListChunksResponse;
import dev.terrane.proto.world.v1alpha1.ListObjectsRequest;
import dev.terrane.proto.world.v1alpha1.ListObjectsResponse;
import dev.terrane.proto.world.v1alpha1.PutChunkRequest;
import dev.terrane.proto.world.v1alpha1.PutChunkResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.server.Role;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code terrane.world.v1alpha1.ChunkService}. */
final class ChunkRpc {
    private static final int KEYS_MAX = 64;

    private final Chunks chunks;
    private final Edits edits;
    private final DefinitionCommands definitions;

    ChunkRpc(Chunks chunks, Edits edits, DefinitionCommands definitions) {
        this.chunks = chunks;
        this.edits = edits;
        this.definitions = definitions;
    }

    RpcService toService() {
        return RpcService.of(WorldOuterClass.getDescriptor().findServiceByName("ChunkService"))
                .unary("GetChunk", GetChunkRequest.getDefaultInstance(), this::get)
                .unary("GetChunks", GetChunksRequest.getDefaultInstance(), this::getAll)
                .unary("PutChunk", PutChunkRequest.getDefaultInstance(), this::put)
                .unary("EditChunk", EditChunkRequest.getDefaultInstance(), this::edit)
                .unary("ListChunks", ListChunksRequest.getDefaultInstance(), this::list)
                .unary("GetChunkFlags", GetChunkFlagsRequest.getDefaultInstance(), this::flags)
                .unary("ListObjects", ListObjectsRequest.getDefaultInstance(), this::objects)
                .build();
    }

    private GetChunkResponse get(GetChunkRequest request, RpcContext context) {
        requireService(request.hasCaller(), context);
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        StoredChunk chunk = ChunkRefusals.present(key, chunks.get(key));
        return GetChunkResponse.newBuilder().setChunk(ChunkMessages.of(chunk)).build();
    }

    private GetChunksResponse getAll(GetChunksRequest request, RpcContext context) {
        requireService(request.hasCaller(), context);
        int count = request.getKeysCount();
        if (count < 1 || count > KEYS_MAX) {
            throw Requests.bad("keys", "1 to " + KEYS_MAX + " keys, not " + count);
        }
        List<ChunkKey> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ChunkKey key = ChunkMessages.key("keys[" + i + "]", request.getKeys(i));
            if (i > 0 && !key.room().equals(keys.getFirst().room())) {
                throw Requests.bad("keys[" + i + "]", "all keys name one room");
            }
            keys.add(key);
        }
        GetChunksResponse.Builder response = GetChunksResponse.newBuilder();
        chunks.getAll(keys).forEach(chunk -> response.addChunks(ChunkMessages.of(chunk)));
        return response.build();
    }

    private PutChunkResponse put(PutChunkRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        String editId = Requests.requestId("edit_id", request.getEditId());
        var chunk = Edits.image(Bytes.wrap(request.getImage().toByteArray()));
        if (!chunk.key().equals(key)) {
            throw Requests.bad("image", "it holds chunk " + chunk.key() + ", not " + key);
        }
        EditResult.Applied applied =
                ChunkRefusals.applied(
                        key,
                        edits.submit(
                                EditRequest.of(
                                        key,
                                        base(request.getBaseRevision(), request.getBaseChecksum()),
                                        Edits.put(chunk),
                                        editId,
                                        context.caller().subject())));
        return PutChunkResponse.newBuilder().setChunk(ChunkMessages.of(applied.head())).build();
    }

    private EditChunkResponse edit(EditChunkRequest request, RpcContext context) {
        requireService(request.hasCaller(), context);
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        String editId = Requests.requestId("edit_id", request.getEditId());
        if (request.getBaseRevision() == 0) {
            throw Requests.bad("base_revision", "a patch is made for a revision, from 1");
        }
        EditResult.Applied applied =
                ChunkRefusals.applied(
                        key,
                        edits.submit(
                                EditRequest.of(
                                        key,
                                        base(request.getBaseRevision(), request.getBaseChecksum()),
                                        Edits.patch(request.getPatch().toByteArray()),
                                        editId,
                                        actor(request.getCaller(), context))));
        return EditChunkResponse.newBuilder()
                .setChunk(ChunkMessages.of(applied.head()))
                .setChanged(applied.changed())
                .build();
    }

    private ListChunksResponse list(ListChunksRequest request, RpcContext context) {
        RoomKey room = room(request.getWorld(), request.getRoom());
        World world = definitions.get(room.world());
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        Optional<Box> box =
                request.hasBox()
                        ? Optional.of(ChunkMessages.box("box", request.getBox()))
                        : Optional.empty();
        Optional<ChunkCoord> after = Pages.chunk("page_token", request.getPageToken());
        List<ChunkHead> heads = chunks.list(room, world.grid(), box, after, size);
        ListChunksResponse.Builder response = ListChunksResponse.newBuilder();
        heads.forEach(head -> response.addChunks(ChunkMessages.of(head)));
        return response.setNextPageToken(Pages.afterChunks(heads, size)).build();
    }

    private GetChunkFlagsResponse flags(GetChunkFlagsRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        StoredChunk chunk = ChunkRefusals.present(key, chunks.get(key));
        return GetChunkFlagsResponse.newBuilder()
                .setFlags(ChunkMessages.of(chunk.chunk().flags()))
                .setRevision(chunk.head().revision())
                .build();
    }

    private ListObjectsResponse objects(ListObjectsRequest request, RpcContext context) {
        RoomKey room = room(request.getWorld(), request.getRoom());
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        Optional<Box> box =
                request.hasBox()
                        ? Optional.of(ChunkMessages.box("box", request.getBox()))
                        : Optional.empty();
        List<ObjectEntry> entries =
                chunks.listObjects(
                        new ObjectQuery(
                                room,
                                request.getType(),
                                box,
                                Pages.object("page_token", request.getPageToken()),
                                size));
        ListObjectsResponse.Builder response = ListObjectsResponse.newBuilder();
        entries.forEach(entry -> response.addObjects(ChunkMessages.of(entry)));
        return response.setNextPageToken(Pages.afterObjects(entries, size)).build();
    }

    private RoomKey room(String world, String room) {
        RoomKey key = Requests.room(Requests.world("world", world), "room", room);
        return definitions.get(key).key();
    }

    private static Base base(long revision, String checksum) {
        if (revision < 0 || (revision == 0) != checksum.isEmpty()) {
            throw Requests.bad(
                    "base_revision", "revision and checksum name the base, or neither does");
        }
        return new Base(revision, checksum);
    }

    private static void requireService(boolean hasCaller, RpcContext context) {
        if (hasCaller && !context.caller().has(Role.SERVICE)) {
            throw Requests.bad("caller", "only a service asks on another's behalf");
        }
    }

    private static String actor(CallerContext caller, RpcContext context) {
        if (caller.getSubject().isEmpty()) {
            return context.caller().subject();
        }
        return Requests.name("caller.subject", caller.getSubject());
    }
}
