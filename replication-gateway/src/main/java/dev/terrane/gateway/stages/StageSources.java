package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.SpawnPlaces.Place;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.live.StageSchema;
import java.util.List;
import java.util.Optional;

/**
 * What opening a stage reads from the other services. Calls block and belong on request threads; a
 * refusal is a {@link dev.terrane.rpc.error.TerraneException}.
 */
public interface StageSources {
    /** A schema by {@code name@version}. */
    StageSchema getSchema(String schemaId);

    /** A room with its world's chunk size. */
    RoomFacts getRoom(String world, String room);

    /** Where the room's objects of a type are, in the order of the map; at most 1,000. */
    List<Place> listObjects(RoomFacts room, String type);

    /** The middle of the free cell nearest to the room's centre; empty when there is none near. */
    Optional<Place> findFreeCell(RoomFacts room);

    /** A physics session by name; STAGE_SESSION_ENDED when it is disposed. */
    SessionFacts getSession(String name);

    /**
     * A session as the stage found it.
     *
     * @param name its name
     * @param generation its generation
     * @param firstGeneration the generation it began with; rollovers keep it
     * @param world world of the room whose tiles it collides with; empty for none
     * @param room that room; empty for none
     * @param bodies number of its bodies
     */
    record SessionFacts(
            String name,
            String generation,
            String firstGeneration,
            String world,
            String room,
            int bodies) {}
}
