package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.maps.ImportOutcome;
import java.util.List;

/** What became of an import. Everything but {@link Done} changed nothing. */
public sealed interface ImportResult {
    /**
     * The map is the room's content.
     *
     * @param warnings what was dropped, each with its place
     */
    record Done(RoomKey room, int chunks, int objects, Box bounds, List<String> warnings)
            implements ImportResult {
        public Done {
            warnings = List.copyOf(warnings);
        }
    }

    /** The map cannot be read. */
    record Refused(ImportOutcome.Refused refusal) implements ImportResult {}

    /** The map does not fit the world or the room; the place is a chunk or object of it. */
    record Misfit(String place, String detail) implements ImportResult {}

    /** The room has chunks already. */
    record RoomNotEmpty(RoomKey room, long chunks) implements ImportResult {}
}
