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
     * @param bounds world units the map covers, at least one along each side
     * @param objects where the files say each object
     * @param warnings what was dropped, each with its place
     */
    record Imported(List<Chunk> chunks, Box bounds, ObjectPlaces objects, List<String> warnings)
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

        /** The same place, or what of it is meant. */
        public Place within(String part) {
            String joined =
                    element.isEmpty() || part.isEmpty() ? element + part : element + ", " + part;
            return new Place(file, line, column, joined, offset);
        }

        /** Whether it says more than the file. */
        public boolean isExact() {
            return line > 0 || offset >= 0 || !element.isEmpty();
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
