package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.flags.Viewer;
import java.util.Optional;

/**
 * Which objects of a room.
 *
 * @param viewer objects of chunks it may not see are left out
 * @param type only this type; empty for all
 * @param asset only with this asset; empty for all
 * @param box only objects in it
 * @param after where the previous page ended
 */
public record ObjectQuery(
        RoomKey room,
        Viewer viewer,
        String type,
        String asset,
        Optional<Box> box,
        Optional<Place> after,
        int limit) {
    /** A place in the order of objects. */
    public record Place(ChunkCoord chunk, String objectId) {}
}
