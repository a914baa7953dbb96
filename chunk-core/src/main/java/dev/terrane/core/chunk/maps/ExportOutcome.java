package dev.terrane.core.chunk.maps;

/** What became of a room: a map that imports to the same chunks, or none. */
public sealed interface ExportOutcome {
    /** The map's text. */
    record Exported(String json) implements ExportOutcome {}

    /**
     * The room has something the form cannot carry.
     *
     * @param place layer, object or chunk
     */
    record Refused(String place, String detail) implements ExportOutcome {
        /** One line for people. */
        public String text() {
            return place + ": " + detail;
        }
    }
}
