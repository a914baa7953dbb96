package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded.LimitHit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a map: every chunk of it or none. */
public sealed interface ImportOutcome {
    /**
     * The map as chunks, in the order of their coordinates.
     *
     * @param bounds world units the map covers
     * @param warnings what was dropped, each with its place
     */
    record Imported(List<Chunk> chunks, Box bounds, List<String> warnings)
            implements ImportOutcome {
        public Imported {
            chunks = List.copyOf(chunks);
            warnings = List.copyOf(warnings);
        }
    }

    /** The first fault. */
    record Refused(ImportReason reason, Place place, String detail, @Nullable LimitHit limit)
            implements ImportOutcome {
        /** One line for people. */
        public String text() {
            return place + ": " + detail;
        }
    }

    /**
     * Where in which file.
     *
     * @param file the map, or the path of the file it refers to
     * @param line 1-based; 0 when unknown
     * @param column 1-based; 0 when unknown
     * @param element layer, object or cell; empty when none is meant
     * @param offset byte of the file, where there are no lines to count; -1 when unknown
     */
    record Place(String file, int line, int column, String element, long offset) {
        /** A place in a file of lines, or a whole file. */
        public Place(String file, int line, int column, String element) {
            this(file, line, column, element, -1);
        }

        @Override
        public String toString() {
            return file
                    + (line > 0 ? ":" + line + ":" + column : "")
                    + (offset >= 0 ? ", byte " + offset : "")
                    + (element.isEmpty() ? "" : ", " + element);
        }
    }
}
