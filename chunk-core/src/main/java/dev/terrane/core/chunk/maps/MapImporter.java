package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Imports maps: Tiled's TMX and TMJ with TSX, TSJ, TX and TJ files, LDtk projects with their level
 * files, and rooms in Terrane's own JSON form. The form is told by the content. A map is imported
 * whole or refused with the place of its first fault. Decompression may be native: not for virtual
 * threads.
 */
public final class MapImporter {
    private MapImporter() {}

    /**
     * Imports one map.
     *
     * @param file the map's path, for the places of faults; files it names are asked for by paths
     *     counted from the same folder, so that a map {@code maps/a.tmx} may name {@code ../b.tsx}
     */
    public static ImportOutcome importMap(
            String file, Bytes map, ResourceResolver resources, ImportOptions options) {
        try {
            return read(file, map, new Resources(resources, options.limits()), options);
        } catch (ImportFault fault) {
            return fault.refused();
        }
    }

    private static ImportOutcome.Imported read(
            String file, Bytes map, Resources resources, ImportOptions options) {
        return switch (parse(file, map, resources, options)) {
            case Parsed.Room(JsonPart root) -> RoomDocuments.read(root, options);
            case Parsed.Source(SourceMap source) -> new ChunkAssembler(source, options).assemble();
        };
    }

    /** A map before it is chunks. */
    private sealed interface Parsed {
        record Room(JsonPart root) implements Parsed {}

        record Source(SourceMap map) implements Parsed {}
    }

    private static Parsed parse(
            String file, Bytes map, Resources resources, ImportOptions options) {
        resources.requireSize(file, map);
        if (Resources.isXml(file, map)) {
            return new Parsed.Source(new TmxReader(file, map, resources, options).read());
        }
        JsonPart root = JsonPart.root(file, resources.trees().read(file, map));
        JsonNode node = root.node();
        if (RoomDocuments.isRoom(node)) {
            return new Parsed.Room(root);
        }
        root.requireObject();
        if (node.has("defs") && (node.has("levels") || node.has("worlds"))) {
            return new Parsed.Source(new LdtkReader(root, resources, options.limits()).read());
        }
        if (node.has("layers") && node.has("tilewidth")) {
            return new Parsed.Source(new TmjReader(root, resources, options).read());
        }
        throw root.fault(
                ImportReason.NOT_A_MAP,
                "neither a Tiled map (layers, tilewidth), an LDtk project (defs, levels) nor a"
                        + " room (chunks)");
    }

    /** What a map refers to, or why that cannot be told. */
    public sealed interface References {
        /** Paths counted from the folder the map's path is counted from, each once. */
        record Found(List<String> paths) implements References {
            public Found {
                paths = List.copyOf(paths);
            }
        }

        /** The map's first fault. */
        record Refused(ImportOutcome.Refused refusal) implements References {}
    }

    /**
     * The files a map needs, also those its files need; what {@code terrane map import} collects
     * before it sends them.
     *
     * @param resources where those files are now
     */
    public static References references(String file, Bytes map, ResourceResolver resources) {
        ImportOptions options =
                ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE);
        Resources asked = new Resources(resources, options.limits());
        try {
            parse(file, map, asked, options);
            return new References.Found(asked.paths());
        } catch (ImportFault fault) {
            return new References.Refused(fault.refused());
        }
    }
}
