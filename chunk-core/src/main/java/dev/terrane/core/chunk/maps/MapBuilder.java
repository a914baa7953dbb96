package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Collects what a reader finds; names and ids must not repeat, limits hold. Used once. */
final class MapBuilder {
    /** Cells along a side, and the distance of a block from the origin. */
    static final int SIDE_MAX = 1 << 20;

    private static final int WARNINGS_MAX = 1_000;

    private final String file;
    private final ImportLimits limits;
    private final List<SourceMap.Area> areas = new ArrayList<>();
    private final TreeMap<Integer, Tileset> tilesets = new TreeMap<>();
    private final Map<String, Integer> firstGids = new HashMap<>();
    private final List<SourceLayer> layers = new ArrayList<>();
    private final List<SourceObject> objects = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> setNames = new HashSet<>();
    private final Set<String> layerNames = new HashSet<>();
    private final Set<Integer> layerIds = new HashSet<>();
    private final Set<String> objectIds = new HashSet<>();
    private int tileWidth = 1;
    private int tileHeight = 1;
    private long cells;
    private long untold;
    private ExportNotes notes = ExportNotes.NONE;

    MapBuilder(String file, ImportLimits limits) {
        this.file = file;
        this.limits = limits;
    }

    void tileSize(int width, int height) {
        tileWidth = width;
        tileHeight = height;
    }

    void area(SourceMap.Area area) {
        areas.add(area);
    }

    void warn(String text) {
        // A warning a layer or object is enough; a hostile map cannot make the list grow.
        if (warnings.size() < WARNINGS_MAX) {
            warnings.add(text);
        } else {
            untold++;
        }
    }

    /** Tells what of a place is lost. */
    void warn(Unkept unkept, Faults at) {
        unkept.at(at).ifPresent(this::warn);
    }

    void tileset(int firstGid, Tileset set, Faults at) {
        if (tilesets.put(firstGid, set) != null) {
            throw at.fault(ImportReason.BAD_ATTRIBUTE, "two tilesets begin at tile " + firstGid);
        }
        if (!setNames.add(Tileset.assetPart(set.name()))) {
            throw at.fault(
                    ImportReason.DUPLICATE_NAME,
                    "two tilesets are named '" + set.name() + "', so their tiles would share ids");
        }
        set.warnings().forEach(this::warn);
        if (tilesets.size() > limits.tilesetsMax()) {
            throw at.over("tilesetsMax", limits.tilesetsMax(), tilesets.size());
        }
    }

    /** A tileset of a file of its own. */
    void tileset(int firstGid, Resources.Named<Tileset> set, Faults at) {
        tileset(firstGid, set.value(), at);
        firstGids.put(set.path(), firstGid);
    }

    /** The first gid of a tileset file, which a template uses and the map may not. */
    int firstGid(Resources.Named<Tileset> set, Faults at) {
        Integer known = firstGids.get(set.path());
        if (known != null) {
            return known;
        }
        long next = 1;
        if (!tilesets.isEmpty()) {
            next = (long) tilesets.lastKey() + tilesets.lastEntry().getValue().extent();
        }
        if (next + set.value().extent() > SourceMap.GID_MASK) {
            throw at.fault(ImportReason.BAD_DATA, "no tile numbers are left for " + set.path());
        }
        tileset((int) next, set, at);
        return (int) next;
    }

    /** Counts cells before they are read. */
    int charge(int width, int height, Faults at) {
        cells += (long) width * height;
        if (cells > limits.cellsMax()) {
            throw at.over("cellsMax", limits.cellsMax(), cells);
        }
        return width * height;
    }

    int nextLayerId() {
        return layers.size() + 1;
    }

    /** Refuses a layer without a name of its own, before its cells are read. */
    void claimLayer(String name, int id, Faults at) {
        if (name.isEmpty() || !layerNames.add(name) || !layerIds.add(id)) {
            throw at.fault(
                    ImportReason.DUPLICATE_NAME,
                    name.isEmpty() ? "a layer has a name" : "its name or id stands twice");
        }
    }

    /** Adds a layer; no cell of it stands twice. */
    void layer(String name, int id, List<SourceLayer.Block> blocks, Place place) {
        List<SourceMap.Area> covered = blocks.stream().map(SourceLayer.Block::area).toList();
        Overlap twice = Overlap.find(covered).orElse(null);
        if (twice != null) {
            throw new ImportFault(
                    ImportReason.BAD_DATA,
                    place,
                    "its cells at %s overlap those at %s"
                            .formatted(covered.get(twice.first()), covered.get(twice.second())));
        }
        layers.add(new SourceLayer(name, id, blocks, place));
    }

    /** What an exported map remembers. */
    void notes(ExportNotes remembered) {
        notes = remembered;
    }

    /**
     * Adds an object.
     *
     * @param number its id in the map
     */
    void object(String number, SourceObject object) {
        if (!objectIds.add(number)) {
            throw new ImportFault(
                    ImportReason.DUPLICATE_NAME, object.place(), "its id stands twice");
        }
        objects.add(object);
        if (objects.size() > limits.objectsMax()) {
            throw ImportFault.over(
                    object.place(), "objectsMax", limits.objectsMax(), objects.size());
        }
    }

    SourceMap build() {
        if (untold > 0) {
            warnings.add(file + ": " + untold + " more warnings");
        }
        return new SourceMap(
                file, tileWidth, tileHeight, areas, tilesets, layers, objects, notes, warnings);
    }
}
