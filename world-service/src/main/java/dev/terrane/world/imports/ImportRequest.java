package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import java.util.Map;

/**
 * A map to import.
 *
 * @param room where to; it and its world are made when absent
 * @param fileName the map's name, for the places of faults
 * @param files what the map refers to, by path as written in the map
 * @param importId makes a retry return the first result
 * @param actor subject of who asks
 */
public record ImportRequest(
        RoomKey room,
        String fileName,
        Bytes map,
        Map<String, Bytes> files,
        String importId,
        String actor) {
    public ImportRequest {
        files = Map.copyOf(files);
    }
}
