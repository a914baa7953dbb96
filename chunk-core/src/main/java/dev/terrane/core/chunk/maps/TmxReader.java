package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Reads a TMX file and the tilesets it names. Used once, by one thread. */
final class TmxReader {
    private static final int SIDE_MAX = 1 << 20;

    private final String file;
    private final XmlCursor in;
    private final ResourceResolver resources;
    private final ImportLimits limits;
    private final TreeMap<Integer, Tileset> tilesets = new TreeMap<>();
    private final List<TmxLayer> layers = new ArrayList<>();
    private final List<TmxObject> objects = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> setNames = new HashSet<>();
    private final Set<String> layerNames = new HashSet<>();
    private final Set<Integer> layerIds = new HashSet<>();
    private final Set<Long> objectIds = new HashSet<>();
    private long cells;
    private int width;
    private int height;
    private boolean infinite;

    TmxReader(String file, Bytes map, ResourceResolver resources, ImportLimits limits) {
        this.file = file;
        this.resources = resources;
        this.limits = limits;
        requireSize(file, map);
        this.in = new XmlCursor(file, map);
    }

    private void requireSize(String name, Bytes content) {
        if (content.size() > limits.fileBytesMax()) {
            throw ImportFault.over(
                    new Place(name, 0, 0, ""),
                    "fileBytesMax",
                    limits.fileBytesMax(),
                    content.size());
        }
    }

    TmxMap read() {
        in.root("map");
        String orientation = in.find("orientation").orElse("orthogonal");
        if (!orientation.equals("orthogonal")) {
            throw in.fault(
                    ImportReason.UNSUPPORTED_ORIENTATION,
                    "orientation '" + orientation + "'; only orthogonal maps are read");
        }
        width = in.integer("width", 0, SIDE_MAX);
        height = in.integer("height", 0, SIDE_MAX);
        int tileWidth = in.integer("tilewidth", 1, 65_536);
        int tileHeight = in.integer("tileheight", 1, 65_536);
        infinite = in.integer("infinite", 0, 1, 0) == 1;
        if (!infinite && (width == 0 || height == 0)) {
            throw in.fault(ImportReason.BAD_ATTRIBUTE, "a map has at least one cell");
        }
        while (in.nextChild()) {
            if (in.name().equals("tileset")) {
                tileset();
            } else {
                layerLike("");
            }
        }
        return new TmxMap(
                file,
                width,
                height,
                tileWidth,
                tileHeight,
                infinite,
                tilesets,
                layers,
                objects,
                warnings);
    }

    private void tileset() {
        int firstGid = in.integer("firstgid", 1, TmxMap.GID_MASK);
        Tileset set;
        String source = in.find("source").orElse(null);
        if (source == null) {
            set = TilesetReader.read(in);
        } else {
            set = external(source);
            in.skip();
        }
        if (tilesets.put(firstGid, set) != null) {
            throw in.fault(ImportReason.BAD_ATTRIBUTE, "two tilesets begin at tile " + firstGid);
        }
        if (!setNames.add(Tileset.assetPart(set.name()))) {
            throw in.fault(
                    ImportReason.DUPLICATE_NAME,
                    "two tilesets are named '" + set.name() + "', so their tiles would share ids");
        }
        if (tilesets.size() > limits.tilesetsMax()) {
            throw ImportFault.over(
                    in.place(), "tilesetsMax", limits.tilesetsMax(), tilesets.size());
        }
    }

    private Tileset external(String source) {
        String path = source.replace('\\', '/');
        if (path.startsWith("/") || path.contains(":") || path.indexOf('\0') >= 0) {
            throw in.fault(
                    ImportReason.BAD_PATH, "tileset '" + source + "' is not a relative path");
        }
        Bytes content =
                resources
                        .find(path)
                        .orElseThrow(
                                () ->
                                        in.fault(
                                                ImportReason.MISSING_FILE,
                                                "tileset '" + path + "' is not there"));
        requireSize(path, content);
        XmlCursor tsx = new XmlCursor(path, content);
        tsx.root("tileset");
        return TilesetReader.read(tsx);
    }

    private void layerLike(String group) {
        switch (in.name()) {
            case "layer" -> layer(group);
            case "objectgroup" -> objectGroup();
            case "group" -> {
                String inner = group + in.find("name").orElse("") + "/";
                while (in.nextChild()) {
                    layerLike(inner);
                }
            }
            case "imagelayer" -> {
                warnings.add(in.place() + ": image layers are not kept");
                in.skip();
            }
            case "properties" -> PropertyReader.read(in);
            default -> in.skip();
        }
    }

    private void layer(String group) {
        String name = group + in.find("name").orElse("");
        int id = in.integer("id", 0, 65_535, layers.size() + 1);
        in.about("layer " + id + " '" + name + "'");
        Place place = in.place();
        if (name.isEmpty() || !layerNames.add(name) || !layerIds.add(id)) {
            throw in.fault(
                    ImportReason.DUPLICATE_NAME,
                    name.isEmpty() ? "a layer has a name" : "its name or id stands twice");
        }
        if (in.real("offsetx", 0) != 0 || in.real("offsety", 0) != 0) {
            warnings.add(place + ": its offset is not kept");
        }
        List<TmxLayer.Block> blocks = new ArrayList<>();
        while (in.nextChild()) {
            switch (in.name()) {
                case "data" -> data(blocks);
                case "properties" -> PropertyReader.read(in);
                default -> in.skip();
            }
        }
        if (blocks.isEmpty() && !infinite) {
            throw in.fault(ImportReason.BAD_DATA, "the layer has no data");
        }
        layers.add(new TmxLayer(name, id, blocks, place));
        in.about("");
    }

    private void data(List<TmxLayer.Block> blocks) {
        CellDecoder decoder = new CellDecoder(in);
        if (!infinite) {
            int expected = charge(width, height);
            int[] gids =
                    decoder.isPlainXml()
                            ? plainTiles(expected)
                            : decoder.decode(in.text(), expected);
            blocks.add(new TmxLayer.Block(0, 0, width, height, gids));
            return;
        }
        while (in.nextChild()) {
            if (!in.name().equals("chunk")) {
                throw in.fault(
                        ImportReason.BAD_DATA, "<chunk> is expected, not <" + in.name() + ">");
            }
            int x = in.integer("x", -SIDE_MAX, SIDE_MAX);
            int y = in.integer("y", -SIDE_MAX, SIDE_MAX);
            int w = in.integer("width", 1, SIDE_MAX);
            int h = in.integer("height", 1, SIDE_MAX);
            int expected = charge(w, h);
            int[] gids =
                    decoder.isPlainXml()
                            ? plainTiles(expected)
                            : decoder.decode(in.text(), expected);
            blocks.add(new TmxLayer.Block(x, y, w, h, gids));
        }
    }

    private int charge(int w, int h) {
        cells += (long) w * h;
        if (cells > limits.cellsMax()) {
            throw ImportFault.over(in.place(), "cellsMax", limits.cellsMax(), cells);
        }
        return w * h;
    }

    private int[] plainTiles(int expected) {
        int[] gids = new int[expected];
        int found = 0;
        while (in.nextChild()) {
            if (found == expected || !in.name().equals("tile")) {
                throw in.fault(ImportReason.BAD_DATA, expected + " elements <tile> are expected");
            }
            String gid = in.find("gid").orElse("0");
            try {
                gids[found++] = Integer.parseUnsignedInt(gid);
            } catch (NumberFormatException e) {
                throw in.fault(ImportReason.BAD_DATA, "gid='" + gid + "' is not a tile number");
            }
            in.skip();
        }
        if (found != expected) {
            throw in.fault(ImportReason.BAD_DATA, expected + " cells are expected, found " + found);
        }
        return Arrays.copyOf(gids, expected);
    }

    private void objectGroup() {
        String layer = in.find("name").orElse("");
        if (in.real("offsetx", 0) != 0 || in.real("offsety", 0) != 0) {
            warnings.add(in.place() + ": the offset of object layer '" + layer + "' is not kept");
        }
        while (in.nextChild()) {
            if (in.name().equals("object")) {
                TmxObject object = ObjectReader.read(in, layer);
                if (!objectIds.add(object.id())) {
                    throw new ImportFault(
                            ImportReason.DUPLICATE_NAME, object.place(), "its id stands twice");
                }
                objects.add(object);
                if (objects.size() > limits.objectsMax()) {
                    throw ImportFault.over(
                            in.place(), "objectsMax", limits.objectsMax(), objects.size());
                }
            } else if (in.name().equals("properties")) {
                PropertyReader.read(in);
            } else {
                in.skip();
            }
        }
    }
}
