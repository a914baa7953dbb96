package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.flags.Viewer;
import java.util.Map;

/**
 * A map to import.
 *
 * @param room where to; it and its world are made when absent
 * @param fileName the map's path, for the places of faults
 * @param files what the map refers to, by path counted from the folder the map's path is
 * @param asked what to do with it
 */
public record ImportRequest(
        RoomKey room, String fileName, Bytes map, Map<String, Bytes> files, Asked asked) {
    public ImportRequest {
        files = Map.copyOf(files);
    }

    /**
     * What to do, and who asks.
     *
     * @param requestKey makes a retry give the same job; empty for none
     */
    public record Asked(
            ImportJob.Mode mode,
            ImportJob.Choice prefer,
            String requestKey,
            String actor,
            Viewer viewer) {}
}
