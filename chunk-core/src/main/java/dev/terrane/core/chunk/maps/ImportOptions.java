package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;

/**
 * Where a map goes. The map's cell (0,0) lies at the grid's origin.
 *
 * @param meta what every chunk carries
 */
public record ImportOptions(RoomKey room, ChunkGrid grid, Meta meta, ImportLimits limits) {
    /** Into a room of a world with this grid, default limits. */
    public static ImportOptions of(RoomKey room, ChunkGrid grid, Meta meta) {
        return new ImportOptions(room, grid, meta, ImportLimits.DEFAULT);
    }
}
