package dev.terrane.session.rooms.wire;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ChunkState;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a room's chunks into its tiles. A chunk that is there and cannot be read, since
 * world-service set it aside or a newer one wrote it, is not gone: what was read of it before
 * stays, and without that the room cannot be read, so that no wall falls because of a damaged byte.
 * Waits; never called on a session's thread. For all threads, the tiles for one.
 */
final class RoomReader {
    private static final int CHUNKS_PER_CALL = 8;
    private static final int CHUNKS_MAX = 16_384;

    private final RoomChunks chunks;

    RoomReader(RoomChunks chunks) {
        this.chunks = chunks;
    }

    /**
     * Brings the tiles up to the room as it is. After a failure they have some of it.
     *
     * @return chunks that cannot be read now and stay as they were read before
     * @throws TerraneException NOT_FOUND without such a room, ROOM_COLLIDERS_UNAVAILABLE if it
     *     cannot be read, RESOURCE_EXHAUSTED if it is too large
     */
    Set<RoomTiles.At> refresh(RoomName room, RoomTiles tiles) {
        try {
            chunks.requireRoom(room);
            Set<RoomTiles.At> there = new HashSet<>();
            List<ChunkKey> wanted = new ArrayList<>();
            for (Chunk chunk : list(room)) {
                RoomTiles.At at = at(chunk.getKey());
                there.add(at);
                if (!tiles.knows(at, chunk.getRevision(), chunk.getChecksum())) {
                    wanted.add(chunk.getKey());
                }
            }
            tiles.retain(there);
            return read(room, wanted, tiles);
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

    /**
     * Brings some chunks up to date; those that are gone go. After a failure some of them are.
     *
     * @return those of them that cannot be read now and stay as they were read before
     * @throws TerraneException ROOM_COLLIDERS_UNAVAILABLE if one cannot be read
     */
    Set<RoomTiles.At> refresh(RoomName room, Set<RoomTiles.At> some, RoomTiles tiles) {
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

    private List<Chunk> list(RoomName room) {
        List<Chunk> found = new ArrayList<>();
        String token = "";
        do {
            RoomChunks.Listed page = chunks.list(room, token);
            page.chunks().stream().filter(chunk -> chunk.getKey().getCz() == 0).forEach(found::add);
            token = page.next();
            if (found.size() > CHUNKS_MAX) {
                throw TerraneException.of(
                                CommonError.RESOURCE_EXHAUSTED,
                                "room " + room.room() + " has too many chunks for one session")
                        .limit("chunks", CHUNKS_MAX, found.size())
                        .toException();
            }
        } while (!token.isEmpty());
        return found;
    }

    private Set<RoomTiles.At> read(RoomName room, List<ChunkKey> keys, RoomTiles tiles) {
        Set<RoomTiles.At> unread = new HashSet<>();
        for (int i = 0; i < keys.size(); i += CHUNKS_PER_CALL) {
            List<ChunkKey> some = keys.subList(i, Math.min(keys.size(), i + CHUNKS_PER_CALL));
            Map<RoomTiles.At, ChunkKey> missing = new LinkedHashMap<>();
            some.forEach(key -> missing.put(at(key), key));
            for (Chunk chunk : chunks.get(some)) {
                RoomTiles.At at = at(chunk.getKey());
                missing.remove(at);
                if (!tiles.knows(at, chunk.getRevision(), chunk.getChecksum())) {
                    put(room, chunk, tiles);
                }
            }
            if (!missing.isEmpty()) {
                unread.addAll(judge(room, List.copyOf(missing.values()), tiles));
            }
        }
        return unread;
    }

    /** Chunks that were not served: those that are gone go, the others are given back. */
    private Set<RoomTiles.At> judge(RoomName room, List<ChunkKey> missing, RoomTiles tiles) {
        Set<RoomTiles.At> unread = new HashSet<>();
        for (ChunkState state : chunks.states(missing)) {
            RoomTiles.At at = at(state.getKey());
            if (!state.getExists()) {
                tiles.remove(at);
            } else if (tiles.revision(at) == null) {
                throw unreadable(room, state.getKey(), "it is set aside or of a newer format");
            } else {
                unread.add(at);
            }
        }
        return unread;
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
                    throw unreadable(room, chunk.getKey(), rejected.detail());
        };
    }

    private static TerraneException unreadable(RoomName room, ChunkKey key, String why) {
        return unavailable(
                room, "chunk " + key.getCx() + "," + key.getCy() + " cannot be read: " + why, null);
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
