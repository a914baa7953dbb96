package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.definitions.Requests;

/** Parts of paths that name chunks. */
final class ChunkPaths {
    private ChunkPaths() {}

    static ChunkKey key(String world, String room, String coord) {
        RoomKey key = Requests.room(Requests.world("world", world), "room", room);
        return new ChunkKey(
                key,
                ChunkKey.findCoord(coord)
                        .orElseThrow(
                                () ->
                                        Requests.bad(
                                                "coord", "three integers are expected: cx,cy,cz")));
    }
}
