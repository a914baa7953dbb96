package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Imports maps of the Tiled editor: orthogonal, finite or infinite, csv or base64 (plain, zlib,
 * gzip, zstd), embedded and external tilesets. A map is imported whole or refused with the place of
 * its first fault. Decompression may be native: not for virtual threads.
 */
public final class MapImporter {
    private MapImporter() {}

    /**
     * Imports one map.
     *
     * @param file the map's name, for the places of faults
     */
    public static ImportOutcome importMap(
            String file, Bytes map, ResourceResolver resources, ImportOptions options) {
        try {
            TmxMap read = new TmxReader(file, map, resources, options.limits()).read();
            return new ChunkAssembler(read, options).assemble();
        } catch (ImportFault fault) {
            return fault.refused();
        }
    }

    /** What a map refers to, or why that cannot be told. */
    public sealed interface References {
        /** Paths as written in the map, relative to its folder, each once. */
        record Found(List<String> paths) implements References {
            public Found {
                paths = List.copyOf(paths);
            }
        }

        /** The map's first fault. */
        record Refused(ImportOutcome.Refused refusal) implements References {}
    }

    /** The files a map needs; what {@code terrane map import} collects before it sends them. */
    public static References references(String file, Bytes map) {
        try {
            LinkedHashSet<String> paths = new LinkedHashSet<>();
            XmlCursor in = new XmlCursor(file, map);
            in.root("map");
            while (in.nextChild()) {
                if (in.name().equals("tileset")) {
                    in.find("source").map(path -> path.replace('\\', '/')).ifPresent(paths::add);
                }
                in.skip();
            }
            return new References.Found(new ArrayList<>(paths));
        } catch (ImportFault fault) {
            return new References.Refused(fault.refused());
        }
    }
}
