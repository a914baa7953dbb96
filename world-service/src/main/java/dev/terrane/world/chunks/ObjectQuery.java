package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.RoomKey;
import java.util.Optional;

/**
 * Which objects of a room.
 *
 * @param type only this type; empty for all
 * @param box only objects in it
 * @param after where the previous page ended
 */
public record ObjectQuery(
        RoomKey room, String type, Optional<Box> box, Optional<Place> after, int limit) {
    /** A place in the order of objects. */
    public record Place(ChunkCoord chunk, String objectId) {}
}
