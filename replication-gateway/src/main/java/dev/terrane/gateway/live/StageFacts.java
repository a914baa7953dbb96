package dev.terrane.gateway.live;

import org.jspecify.annotations.Nullable;

/**
 * What does not change while a stage lives.
 *
 * @param id its id
 * @param generation changes when it is rebuilt
 * @param schemaId {@code name@version}
 * @param wireHash the schema's wire hash
 * @param tickRateHertz ticks per second
 * @param room the room it shows, if any
 */
public record StageFacts(
        String id,
        long generation,
        String schemaId,
        String wireHash,
        int tickRateHertz,
        @Nullable RoomFacts room) {

    /**
     * A room as the stage found it.
     *
     * @param world world id
     * @param room room id
     * @param chunkWidth width of a chunk, tiles
     * @param chunkHeight height of a chunk, tiles
     * @param chunkDepth depth of a chunk, tiles
     * @param originX where chunk 0 begins
     * @param originY where chunk 0 begins
     * @param min lowest corner
     * @param max highest corner, outside
     */
    public record RoomFacts(
            String world,
            String room,
            int chunkWidth,
            int chunkHeight,
            int chunkDepth,
            double originX,
            double originY,
            Corner min,
            Corner max) {}

    /**
     * A corner of a room's bounds, world units.
     *
     * @param x to the right
     * @param y down
     * @param z depth
     */
    public record Corner(double x, double y, double z) {}
}
