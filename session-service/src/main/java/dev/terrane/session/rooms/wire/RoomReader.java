package dev.terrane.session.rooms.wire;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.GetChunksRequest;
import dev.terrane.proto.world.v1alpha1.GetChunksResponse;
import dev.terrane.proto.world.v1alpha1.GetRoomRequest;
import dev.terrane.proto.world.v1alpha1.GetRoomResponse;
import dev.terrane.proto.world.v1alpha1.ListChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListChunksResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a room's chunks over RPC. Waits; never called on a session's thread. For all threads. */
final class RoomReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LIST_PAGE = 1_000;
    private static final int CHUNKS_PER_CALL = 8;
    private static final int CHUNKS_MAX = 16_384;

    private final Supplier<RpcClient> world;
    private final MethodDescriptor getRoom;
    private final MethodDescriptor listChunks;
    private final MethodDescriptor getChunks;

    /** Asks this client, which is made at the first use. */
    RoomReader(Supplier<RpcClient> world) {
        this.world = world;
        ServiceDescriptor rooms = WorldOuterClass.getDescriptor().findServiceByName("WorldService");
        ServiceDescriptor chunks =
                WorldOuterClass.getDescriptor().findServiceByName("ChunkService");
        this.getRoom = rooms.findMethodByName("GetRoom");
        this.listChunks = chunks.findMethodByName("ListChunks");
        this.getChunks = chunks.findMethodByName("GetChunks");
    }

    /**
     * Brings the tiles up to the room as it is; true if anything changed.
     *
     * @throws TerraneException NOT_FOUND without such a room, ROOM_COLLIDERS_UNAVAILABLE if it
     *     cannot be read, RESOURCE_EXHAUSTED if it is too large
     */
    boolean refresh(RoomName room, RoomTiles tiles) {
        try {
            requireRoom(room);
            List<Chunk> listed = list(room);
            Set<RoomTiles.At> there = new HashSet<>();
            List<ChunkKey> wanted = new ArrayList<>();
            for (Chunk chunk : listed) {
                RoomTiles.At at = at(chunk.getKey());
                there.add(at);
                if (!tiles.knows(at, chunk.getRevision(), chunk.getChecksum())) {
                    wanted.add(chunk.getKey());
                }
            }
            boolean changed = tiles.retain(there);
            return read(room, wanted, tiles) || changed;
        } catch (RpcException e) {
            if (e.code() == RpcCode.NOT_FOUND) {
                throw TerraneException.of(
                                CommonError.NOT_FOUND,
                                "there is no room " + room.room() + " in world " + room.world())
                        .field("spec.room")
                        .cause(e)
                        .toException();
            }
            throw unavailable(room, e.text(), e);
        }
    }

    /** Brings some chunks up to date; those that are gone go. True if anything changed. */
    boolean refresh(RoomName room, Set<RoomTiles.At> some, RoomTiles tiles) {
        List<ChunkKey> keys =
                some.stream()
                        .map(
                                at ->
                                        ChunkKey.newBuilder()
                                                .setWorld(room.world())
                                                .setRoom(room.room())
                                                .setCx(at.cx())
                                                .setCy(at.cy())
                                                .build())
                        .toList();
        try {
            return read(room, keys, tiles);
        } catch (RpcException e) {
            throw unavailable(room, e.text(), e);
        }
    }

    private void requireRoom(RoomName room) {
        world.get()
                .callIdempotent(
                        getRoom,
                        GetRoomRequest.newBuilder()
                                .setWorld(room.world())
                                .setRoom(room.room())
                                .build(),
                        GetRoomResponse.getDefaultInstance(),
                        TIMEOUT);
    }

    private List<Chunk> list(RoomName room) {
        List<Chunk> chunks = new ArrayList<>();
        String token = "";
        do {
            ListChunksResponse page =
                    world.get()
                            .callIdempotent(
                                    listChunks,
                                    ListChunksRequest.newBuilder()
                                            .setWorld(room.world())
                                            .setRoom(room.room())
                                            .setPageSize(LIST_PAGE)
                                            .setPageToken(token)
                                            .build(),
                                    ListChunksResponse.getDefaultInstance(),
                                    TIMEOUT);
            page.getChunksList().stream()
                    .filter(chunk -> chunk.getKey().getCz() == 0)
                    .forEach(chunks::add);
            token = page.getNextPageToken();
            if (chunks.size() > CHUNKS_MAX) {
                throw TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "room " + room.room() + " has too many chunks for one session")
                        .limit("chunks", CHUNKS_MAX, chunks.size())
                        .toException();
            }
        } while (!token.isEmpty());
        return chunks;
    }

    /** Reads chunks; those the world does not have are taken out of the tiles. */
    private boolean read(RoomName room, List<ChunkKey> keys, RoomTiles tiles) {
        boolean changed = false;
        for (int i = 0; i < keys.size(); i += CHUNKS_PER_CALL) {
            List<ChunkKey> some = keys.subList(i, Math.min(keys.size(), i + CHUNKS_PER_CALL));
            GetChunksResponse response =
                    world.get()
                            .callIdempotent(
                                    getChunks,
                                    GetChunksRequest.newBuilder().addAllKeys(some).build(),
                                    GetChunksResponse.getDefaultInstance(),
                                    TIMEOUT);
            Set<RoomTiles.At> gone = new HashSet<>();
            some.forEach(key -> gone.add(at(key)));
            for (Chunk chunk : response.getChunksList()) {
                RoomTiles.At at = at(chunk.getKey());
                gone.remove(at);
                if (!tiles.knows(at, chunk.getRevision(), chunk.getChecksum())) {
                    put(room, chunk, tiles);
                    changed = true;
                }
            }
            for (RoomTiles.At at : gone) {
                changed |= tiles.remove(at);
            }
        }
        return changed;
    }

    static RoomTiles.At at(ChunkKey key) {
        return new RoomTiles.At(key.getCx(), key.getCy());
    }

    /** Takes a chunk as it was served into the tiles. */
    static void put(RoomName room, Chunk chunk, RoomTiles tiles) {
        tiles.put(
                at(chunk.getKey()), chunk.getRevision(), chunk.getChecksum(), decode(room, chunk));
    }

    private static dev.terrane.core.chunk.Chunk decode(RoomName room, Chunk chunk) {
        Bytes image = Bytes.copyOf(chunk.getImage().toByteArray());
        return switch (AgpcCodec.decode(image)) {
            case Decoded.Ok<dev.terrane.core.chunk.Chunk>(var value) -> value;
            case Decoded.Rejected<dev.terrane.core.chunk.Chunk> rejected ->
                    throw unavailable(
                            room,
                            "chunk "
                                    + chunk.getKey().getCx()
                                    + ","
                                    + chunk.getKey().getCy()
                                    + " cannot be read: "
                                    + rejected.detail(),
                            null);
        };
    }

    private static TerraneException unavailable(
            RoomName room, String text, @Nullable Throwable cause) {
        var refusal =
                TerraneException.of(
                        SessionError.ROOM_COLLIDERS_UNAVAILABLE,
                        "room " + room.world() + "/" + room.room() + ": " + text);
        return cause == null ? refusal.toException() : refusal.cause(cause).toException();
    }
}
