package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.proto.world.v1alpha1.AwaitDurableRequest;
import dev.terrane.proto.world.v1alpha1.CallerContext;
import dev.terrane.proto.world.v1alpha1.DeleteChunkRequest;
import dev.terrane.proto.world.v1alpha1.DeleteChunkResponse;
import dev.terrane.proto.world.v1alpha1.DiffChunkRequest;
import dev.terrane.proto.world.v1alpha1.EditChunkRequest;
import dev.terrane.proto.world.v1alpha1.EditChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkFlagsResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetChunkStatesRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkStatesResponse;
import dev.terrane.proto.world.v1alpha1.GetChunksRequest;
import dev.terrane.proto.world.v1alpha1.GetChunksResponse;
import dev.terrane.proto.world.v1alpha1.GetRevisionRequest;
import dev.terrane.proto.world.v1alpha1.ListChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListChunksResponse;
import dev.terrane.proto.world.v1alpha1.ListFlaggedChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListFlaggedChunksResponse;
import dev.terrane.proto.world.v1alpha1.ListObjectsRequest;
import dev.terrane.proto.world.v1alpha1.ListObjectsResponse;
import dev.terrane.proto.world.v1alpha1.ListRevisionsRequest;
import dev.terrane.proto.world.v1alpha1.PutChunkRequest;
import dev.terrane.proto.world.v1alpha1.PutChunkResponse;
import dev.terrane.proto.world.v1alpha1.RollbackChunkRequest;
import dev.terrane.proto.world.v1alpha1.RollbackChunkResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.server.Role;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkStates;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.FlaggedChunk;
import dev.terrane.world.chunks.ListedChunk;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.Viewer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code terrane.world.v1alpha1.ChunkService}. */
final class ChunkRpc {
    private static final int KEYS_MAX = 64;
    private static final int STATES_MAX = 256;

    private final Chunks chunks;
    private final Edits edits;
    private final DefinitionCommands definitions;
    private final HistoryRpc history;
    private final DurabilityRpc durability;
    private final ChunkStates states;

    ChunkRpc(
            Chunks chunks,
            ChunkStates states,
            Edits edits,
            DefinitionCommands definitions,
            HistoryRpc history,
            DurabilityRpc durability) {
        this.chunks = chunks;
        this.states = states;
        this.edits = edits;
        this.definitions = definitions;
        this.history = history;
        this.durability = durability;
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
                .unary("GetChunkStates", GetChunkStatesRequest.getDefaultInstance(), this::states)
                .unary("DeleteChunk", DeleteChunkRequest.getDefaultInstance(), this::delete)
                .unary("RollbackChunk", RollbackChunkRequest.getDefaultInstance(), this::rollback)
                .unary("ListRevisions", ListRevisionsRequest.getDefaultInstance(), history::list)
                .unary("GetRevision", GetRevisionRequest.getDefaultInstance(), history::get)
                .unary("DiffChunk", DiffChunkRequest.getDefaultInstance(), history::diff)
                .unary("AwaitDurable", AwaitDurableRequest.getDefaultInstance(), durability::await)
                .unary(
                        "ListFlaggedChunks",
                        ListFlaggedChunksRequest.getDefaultInstance(),
                        this::flagged)
                .build();
    }

    private GetChunkResponse get(GetChunkRequest request, RpcContext context) {
        requireService(request.hasCaller(), context);
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        Viewer viewer = viewer(request.hasCaller(), request.getCaller(), context);
        StoredChunk chunk = ChunkRefusals.present(key, chunks.get(key, viewer));
        return GetChunkResponse.newBuilder().setChunk(ChunkMessages.of(chunk)).build();
    }

    private GetChunksResponse getAll(GetChunksRequest request, RpcContext context) {
        requireService(request.hasCaller(), context);
        List<ChunkKey> keys = keys(request.getKeysList(), KEYS_MAX);
        GetChunksResponse.Builder response = GetChunksResponse.newBuilder();
        Viewer viewer = viewer(request.hasCaller(), request.getCaller(), context);
        for (Chunks.Found found : chunks.getAll(keys, viewer)) {
            switch (found) {
                case Chunks.Found.Present(StoredChunk chunk) ->
                        response.addChunks(ChunkMessages.of(chunk));
                case Chunks.Found.Gated(ChunkHead head, ContentFlags flags) ->
                        response.addGated(ChunkMessages.gated(head.key(), flags));
                case Chunks.Found.Missing _, Chunks.Found.Newer _, Chunks.Found.Corrupt _ -> {}
            }
        }
        return response.build();
    }

    /** Keys of one room. */
    private static List<ChunkKey> keys(
            List<dev.terrane.proto.world.v1alpha1.ChunkKey> named, int most) {
        if (named.isEmpty() || named.size() > most) {
            throw Requests.bad("keys", "1 to " + most + " keys, not " + named.size());
        }
        List<ChunkKey> keys = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            ChunkKey key = ChunkMessages.key("keys[" + i + "]", named.get(i));
            if (i > 0 && !key.room().equals(keys.getFirst().room())) {
                throw Requests.bad("keys[" + i + "]", "all keys name one room");
            }
            keys.add(key);
        }
        return keys;
    }

    private GetChunkStatesResponse states(GetChunkStatesRequest request, RpcContext context) {
        GetChunkStatesResponse.Builder response = GetChunkStatesResponse.newBuilder();
        states.get(keys(request.getKeysList(), STATES_MAX))
                .forEach(state -> response.addStates(ChunkMessages.of(state)));
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
                submit(
                        key,
                        base(request.getBaseRevision(), request.getBaseChecksum()),
                        Edits.put(chunk),
                        EditRequest.Id.ofChunk(editId),
                        editor(context));
        return PutChunkResponse.newBuilder()
                .setChunk(ChunkMessages.of(applied.head()))
                .setDurable(applied.durable())
                .build();
    }

    private EditChunkResponse edit(EditChunkRequest request, RpcContext context) {
        requireService(request.hasCaller(), context);
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        String editId = Requests.requestId("edit_id", request.getEditId());
        if (request.getBaseRevision() == 0) {
            throw Requests.bad("base_revision", "a patch is made for a revision, from 1");
        }
        String subject = actor(request.getCaller(), context);
        // One player's ids are not another's: who guesses one is not answered with its edit.
        EditRequest.Id id =
                request.hasCaller()
                        ? EditRequest.Id.ofChunk(editId, subject)
                        : EditRequest.Id.ofChunk(editId);
        EditResult.Applied applied =
                submit(
                        key,
                        base(request.getBaseRevision(), request.getBaseChecksum()),
                        Edits.patch(request.getPatch().toByteArray()),
                        id,
                        new EditRequest.Editor(
                                subject,
                                viewer(request.hasCaller(), request.getCaller(), context)));
        return EditChunkResponse.newBuilder()
                .setChunk(ChunkMessages.of(applied.head()))
                .setChanged(applied.changed())
                .setDurable(applied.durable())
                .build();
    }

    private DeleteChunkResponse delete(DeleteChunkRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        String editId = Requests.requestId("edit_id", request.getEditId());
        if (request.getBaseRevision() == 0) {
            throw Requests.bad("base_revision", "what is deleted is at a revision, from 1");
        }
        EditResult.Applied applied =
                submit(
                        key,
                        base(request.getBaseRevision(), request.getBaseChecksum()),
                        new EditRequest.Change.Delete(),
                        EditRequest.Id.ofChunk(editId),
                        editor(context));
        return DeleteChunkResponse.newBuilder().setChunk(ChunkMessages.of(applied.head())).build();
    }

    private RollbackChunkResponse rollback(RollbackChunkRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        String editId = Requests.requestId("edit_id", request.getEditId());
        if (request.getRevision() < 1) {
            throw Requests.bad("revision", "a revision is a number from 1");
        }
        EditResult.Applied applied =
                submit(
                        key,
                        base(request.getBaseRevision(), request.getBaseChecksum()),
                        new EditRequest.Change.Rollback(request.getRevision()),
                        EditRequest.Id.ofChunk(editId),
                        editor(context));
        return RollbackChunkResponse.newBuilder()
                .setChunk(ChunkMessages.of(applied.head()))
                .build();
    }

    private EditResult.Applied submit(
            ChunkKey key,
            Base base,
            EditRequest.Change change,
            EditRequest.Id id,
            EditRequest.Editor editor) {
        EditRequest edit = EditRequest.of(key, base, change, id, editor);
        return ChunkRefusals.applied(key, edits.submit(edit));
    }

    private ListFlaggedChunksResponse flagged(
            ListFlaggedChunksRequest request, RpcContext context) {
        RoomKey room = room(request.getWorld(), request.getRoom());
        int size = Requests.pageSize("page_size", Integer.toUnsignedLong(request.getPageSize()));
        List<FlaggedChunk> flagged =
                chunks.listFlagged(room, Pages.key("page_token", request.getPageToken()), size);
        ListFlaggedChunksResponse.Builder response = ListFlaggedChunksResponse.newBuilder();
        flagged.forEach(c -> response.addChunks(ChunkMessages.gated(c.head().key(), c.flags())));
        return response.setNextPageToken(Pages.afterFlagged(flagged, size)).build();
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
        List<ListedChunk> page =
                chunks.list(room, world.grid(), box, after, size, Viewer.of(context.caller()));
        ListChunksResponse.Builder response = ListChunksResponse.newBuilder();
        page.forEach(chunk -> response.addChunks(ChunkMessages.of(chunk)));
        return response.setNextPageToken(Pages.afterChunks(page, size)).build();
    }

    private GetChunkFlagsResponse flags(GetChunkFlagsRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        FlaggedChunk chunk =
                chunks.findFlags(key).orElseThrow(() -> Requests.notFound("chunk", key));
        return GetChunkFlagsResponse.newBuilder()
                .setFlags(ChunkMessages.of(chunk.flags()))
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
                                Viewer.of(context.caller()),
                                Requests.typeFilter("type", request.getType()),
                                Requests.assetFilter("asset_id", request.getAssetId()),
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

    /** A service is trusted for itself; for a player it states what the player may see. */
    private static Viewer viewer(boolean hasCaller, CallerContext caller, RpcContext context) {
        return hasCaller
                ? Viewer.of(caller.getContentMap(), caller.getMature())
                : Viewer.of(context.caller());
    }

    private static EditRequest.Editor editor(RpcContext context) {
        return new EditRequest.Editor(context.caller().subject(), Viewer.of(context.caller()));
    }

    private static String actor(CallerContext caller, RpcContext context) {
        if (caller.getSubject().isEmpty()) {
            return context.caller().subject();
        }
        return Requests.name("caller.subject", caller.getSubject());
    }
}
