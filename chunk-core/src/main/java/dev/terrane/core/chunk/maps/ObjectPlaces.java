package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the files of a map say each object of its chunks, so that what is found wrong with one
 * later names the object as its author knows it. Ids are unique within a chunk.
 */
public record ObjectPlaces(Map<ChunkCoord, Map<ObjectId, Place>> byChunk) {
    public ObjectPlaces {
        Map<ChunkCoord, Map<ObjectId, Place>> copy = new HashMap<>();
        byChunk.forEach((coord, places) -> copy.put(coord, Map.copyOf(places)));
        byChunk = Map.copyOf(copy);
    }

    /** The place of an object; empty if the map has none of that id in the chunk. */
    public Optional<Place> find(ChunkCoord coord, ObjectId object) {
        return Optional.ofNullable(byChunk.getOrDefault(coord, Map.of()).get(object));
    }
}
