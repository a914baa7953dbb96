package dev.terrane.session.rooms.wire;

import com.google.protobuf.Message;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ChunkState;
import dev.terrane.proto.world.v1alpha1.GetChunkStatesRequest;
import dev.terrane.proto.world.v1alpha1.GetChunkStatesResponse;
import dev.terrane.proto.world.v1alpha1.GetChunksRequest;
import dev.terrane.proto.world.v1alpha1.GetChunksResponse;
import dev.terrane.proto.world.v1alpha1.GetRoomRequest;
import dev.terrane.proto.world.v1alpha1.GetRoomResponse;
import dev.terrane.proto.world.v1alpha1.ListChunksRequest;
import dev.terrane.proto.world.v1alpha1.ListChunksResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Asks world-service, at most 10 s a call. For all threads. */
final class WorldRoomChunks implements RoomChunks {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LIST_PAGE = 1_000;

    private final Supplier<RpcClient> world;

    /** Asks this client, which is made at the first use. */
    WorldRoomChunks(Supplier<RpcClient> world) {
        this.world = world;
    }

    @Override
    public void requireRoom(RoomName room) {
        GetRoomResponse _ =
                call(
                        "WorldService",
                        "GetRoom",
                        GetRoomRequest.newBuilder()
                                .setWorld(room.world())
                                .setRoom(room.room())
                                .build(),
                        GetRoomResponse.getDefaultInstance());
    }

    @Override
    public Listed list(RoomName room, String token) {
        ListChunksResponse page =
                call(
                        "ChunkService",
                        "ListChunks",
                        ListChunksRequest.newBuilder()
                                .setWorld(room.world())
                                .setRoom(room.room())
                                .setPageSize(LIST_PAGE)
                                .setPageToken(token)
                                .build(),
                        ListChunksResponse.getDefaultInstance());
        return new Listed(page.getChunksList(), page.getNextPageToken());
    }

    @Override
    public List<Chunk> get(List<ChunkKey> keys) {
        return call(
                        "ChunkService",
                        "GetChunks",
                        GetChunksRequest.newBuilder().addAllKeys(keys).build(),
                        GetChunksResponse.getDefaultInstance())
                .getChunksList();
    }

    @Override
    public List<ChunkState> states(List<ChunkKey> keys) {
        return call(
                        "ChunkService",
                        "GetChunkStates",
                        GetChunkStatesRequest.newBuilder().addAllKeys(keys).build(),
                        GetChunkStatesResponse.getDefaultInstance())
                .getStatesList();
    }

    private <R extends Message> R call(String service, String method, Message request, R answer) {
        var descriptor =
                WorldOuterClass.getDescriptor().findServiceByName(service).findMethodByName(method);
        return world.get().callIdempotent(descriptor, request, answer, TIMEOUT);
    }
}
