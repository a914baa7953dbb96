package dev.terrane.session.rooms.wire;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.session.colliders.SolidGrid;
import dev.terrane.core.session.colliders.TileColliders;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.Vec2;
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
import dev.terrane.session.hosting.RoomColliders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads every chunk of a room over RPC and merges the solid cells of all layers into boxes. A
 * planar session sees the ground of a room: cells with z = 0 of chunks with cz = 0. For all
 * threads.
 */
public final class WorldRoomColliders implements RoomColliders {
    /** Prefix of the boxes' body ids; clients may not use it. */
    public static final String BODY_PREFIX = "~tile:";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LIST_PAGE = 1_000;
    private static final int CHUNKS_PER_CALL = 8;
    private static final int CHUNKS_MAX = 16_384;

    private final Supplier<RpcClient> world;
    private final MethodDescriptor getRoom;
    private final MethodDescriptor listChunks;
    private final MethodDescriptor getChunks;

    /** Asks this client, which is made at the first use. */
    public WorldRoomColliders(Supplier<RpcClient> world) {
        this.world = world;
        ServiceDescriptor rooms = WorldOuterClass.getDescriptor().findServiceByName("WorldService");
        ServiceDescriptor chunks =
                WorldOuterClass.getDescriptor().findServiceByName("ChunkService");
        this.getRoom = rooms.findMethodByName("GetRoom");
        this.listChunks = chunks.findMethodByName("ListChunks");
        this.getChunks = chunks.findMethodByName("GetChunks");
    }

    @Override
    public Colliders fetch(RoomName room) {
        try {
            requireRoom(room);
            return merge(room, read(list(room)));
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

    private List<ChunkKey> list(RoomName room) {
        List<ChunkKey> keys = new ArrayList<>();
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
                    .map(Chunk::getKey)
                    .filter(key -> key.getCz() == 0)
                    .forEach(keys::add);
            token = page.getNextPageToken();
            if (keys.size() > CHUNKS_MAX) {
                throw TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "room " + room.room() + " has too many chunks for one session")
                        .limit("chunks", CHUNKS_MAX, keys.size())
                        .toException();
            }
        } while (!token.isEmpty());
        return keys;
    }

    private List<Chunk> read(List<ChunkKey> keys) {
        List<Chunk> chunks = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i += CHUNKS_PER_CALL) {
            List<ChunkKey> some = keys.subList(i, Math.min(keys.size(), i + CHUNKS_PER_CALL));
            GetChunksResponse response =
                    world.get()
                            .callIdempotent(
                                    getChunks,
                                    GetChunksRequest.newBuilder().addAllKeys(some).build(),
                                    GetChunksResponse.getDefaultInstance(),
                                    TIMEOUT);
            chunks.addAll(response.getChunksList());
        }
        return chunks;
    }

    /** Merges what was read; chunks deleted meanwhile are simply not there. */
    static Colliders merge(RoomName room, List<Chunk> chunks) {
        if (chunks.isEmpty()) {
            return Colliders.NONE;
        }
        List<dev.terrane.core.chunk.Chunk> decoded = new ArrayList<>(chunks.size());
        List<PinnedChunk> pinned = new ArrayList<>(chunks.size());
        for (Chunk chunk : chunks) {
            decoded.add(decode(room, chunk));
            ChunkKey key = chunk.getKey();
            pinned.add(
                    new PinnedChunk(
                            key.getCx(),
                            key.getCy(),
                            key.getCz(),
                            chunk.getRevision(),
                            chunk.getChecksum()));
        }
        return new Colliders(boxes(decoded), pinned);
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

    private static List<BodyDefinition> boxes(List<dev.terrane.core.chunk.Chunk> chunks) {
        int minX = Integer.MAX_VALUE;
        int minY = Integer.MAX_VALUE;
        int maxX = Integer.MIN_VALUE;
        int maxY = Integer.MIN_VALUE;
        for (var chunk : chunks) {
            minX = Math.min(minX, chunk.key().coord().cx());
            minY = Math.min(minY, chunk.key().coord().cy());
            maxX = Math.max(maxX, chunk.key().coord().cx());
            maxY = Math.max(maxY, chunk.key().coord().cy());
        }
        var grid = chunks.getFirst().grid();
        long width = ((long) maxX - minX + 1) * grid.size().x();
        long height = ((long) maxY - minY + 1) * grid.size().y();
        if (width * height > SolidGrid.CELLS_MAX) {
            throw TerraneException.of(
                            CommonError.RESOURCE_EXHAUSTED, "the room is too large for one session")
                    .limit("cells", SolidGrid.CELLS_MAX, width * height)
                    .toException();
        }
        SolidGrid solid = new SolidGrid((int) width, (int) height);
        for (var chunk : chunks) {
            mark(
                    solid,
                    chunk,
                    (chunk.key().coord().cx() - minX) * grid.size().x(),
                    (chunk.key().coord().cy() - minY) * grid.size().y());
        }
        Vec2 origin =
                new Vec2(
                        grid.origin().x() + (double) minX * grid.size().x(),
                        grid.origin().y() + (double) minY * grid.size().y());
        return TileColliders.merge(solid).stream()
                .map(rectangle -> TileColliders.toBody(rectangle, BODY_PREFIX, origin, 1))
                .toList();
    }

    private static void mark(
            SolidGrid solid, dev.terrane.core.chunk.Chunk chunk, int left, int top) {
        var size = chunk.grid().size();
        for (var layer : chunk.layers()) {
            if (layer.palette().stream().noneMatch(dev.terrane.core.chunk.TileDef::solid)) {
                continue;
            }
            for (int y = 0; y < size.y(); y++) {
                for (int x = 0; x < size.x(); x++) {
                    if (layer.getTileAt(size.indexOf(x, y, 0)).solid()) {
                        solid.setSolid(left + x, top + y);
                    }
                }
            }
        }
    }

    private static TerraneException unavailable(
            RoomName room, String text, @org.jspecify.annotations.Nullable Throwable cause) {
        var refusal =
                TerraneException.of(
                        SessionError.ROOM_COLLIDERS_UNAVAILABLE,
                        "room " + room.world() + "/" + room.room() + ": " + text);
        return cause == null ? refusal.toException() : refusal.cause(cause).toException();
    }
}
