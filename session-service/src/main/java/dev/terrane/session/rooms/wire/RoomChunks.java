package dev.terrane.session.rooms.wire;

import dev.terrane.proto.world.v1alpha1.Chunk;
import dev.terrane.proto.world.v1alpha1.ChunkKey;
import dev.terrane.proto.world.v1alpha1.ChunkState;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import java.util.List;

/**
 * What is asked about a room's chunks. Every method waits, and throws {@link RpcException} when the
 * answer is a refusal or does not come.
 */
interface RoomChunks {
    /** Throws NOT_FOUND when there is no such room. */
    void requireRoom(RoomName room);

    /**
     * A page of all chunks, without their images, those that cannot be read included.
     *
     * @param token of the page before; empty for the first
     */
    Listed list(RoomName room, String token);

    /**
     * Those that are there and can be read, with their images.
     *
     * @param keys 1..64
     */
    List<Chunk> get(List<ChunkKey> keys);

    /**
     * What is there under each key, whether it can be read or not.
     *
     * @param keys 1..64 of one room
     */
    List<ChunkState> states(List<ChunkKey> keys);

    /**
     * A page of chunks.
     *
     * @param next token of the next page; empty at the end
     */
    record Listed(List<Chunk> chunks, String next) {
        public Listed {
            chunks = List.copyOf(chunks);
        }
    }
}
