package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import dev.terrane.core.chunk.maps.SourceMap.Area;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Reads a TMX file and the files it names. Used once, by one thread. */
final class TmxReader {
    private final String file;
    private final XmlCursor in;
    private final Resources resources;
    private final ImportOptions options;
    private final MapBuilder map;
    private int width;
    private int height;
    private boolean infinite;

    TmxReader(String file, Bytes content, Resources resources, ImportOptions options) {
        this.file = file;
        this.resources = resources;
        this.options = options;
        this.map = new MapBuilder(file, options.limits());
        this.in = new XmlCursor(file, content);
    }

    SourceMap read() {
        in.root("map");
        TiledRules.requireOrthogonal(in.find("orientation").orElse("orthogonal"), in);
        width = in.integer("width", 0, MapBuilder.SIDE_MAX);
        height = in.integer("height", 0, MapBuilder.SIDE_MAX);
        map.tileSize(in.integer("tilewidth", 1, 65_536), in.integer("tileheight", 1, 65_536));
        infinite = in.integer("infinite", 0, 1, 0) == 1;
        TiledRules.area(width, height, infinite, map, in);
        Place place = in.place();
        Unkept unkept = new Unkept().attributes(Unkept.MAP, in);
        while (in.nextChild()) {
            switch (in.name()) {
                case "tileset" -> tileset();
                case "properties" -> properties(unkept);
                case "editorsettings" -> in.skip();
                default -> layerLike("", unkept);
            }
        }
        map.warn(unkept, () -> place);
        return map.build();
    }

    /** Of the map; what an export remembered is taken, wherever the map was saved since. */
    private void properties(Unkept unkept) {
        Map<String, Place> places = new HashMap<>();
        ObjectNode values = PropertyReader.read(in, places::put);
        PropertyReader.findString(values, ExportNotes.PROPERTY)
                .ifPresent(
                        text -> {
                            Place at =
                                    Objects.requireNonNull(places.get(ExportNotes.PROPERTY))
                                            .within("map property '" + ExportNotes.PROPERTY + "'");
                            map.notes(ExportNotes.parse(at, text, options, resources.trees()));
                            values.remove(ExportNotes.PROPERTY);
                        });
        unkept.properties(values);
    }

    private void tileset() {
        int firstGid = in.integer("firstgid", 1, SourceMap.GID_MASK);
        String source = in.find("source").orElse(null);
        if (source == null) {
            map.tileset(firstGid, TilesetReader.read(in), in);
        } else {
            map.tileset(firstGid, resources.tileset(file, source, in), in);
            in.skip();
        }
    }

    private void layerLike(String group, Unkept unkept) {
        switch (in.name()) {
            case "layer" -> layer(group);
            case "objectgroup" -> objectGroup();
            case "group" -> group(group + in.find("name").orElse("") + "/");
            case "imagelayer" -> {
                Faults at = TiledRules.imageLayer(in.place(), in.find("name").orElse(""));
                map.warn(at.place() + ": image layers are not kept");
                in.skip();
            }
            default -> {
                unkept.add("<" + in.name() + ">");
                in.skip();
            }
        }
    }

    private void group(String path) {
        Faults group = TiledRules.group(in.place(), path);
        Unkept unkept = new Unkept().attributes(Unkept.LAYER, in);
        while (in.nextChild()) {
            if (in.name().equals("properties")) {
                String before = in.about(TiledRules.group(path));
                unkept.properties(PropertyReader.read(in));
                in.about(before);
            } else {
                layerLike(path, unkept);
            }
        }
        map.warn(unkept, group);
    }

    private void layer(String group) {
        String name = group + in.find("name").orElse("");
        String before = in.about("layer '" + name + "'");
        int id = in.integer("id", 0, 65_535, map.nextLayerId());
        in.about("layer " + id + " '" + name + "'");
        Place place = in.place();
        map.claimLayer(name, id, in);
        Unkept unkept = new Unkept().attributes(Unkept.LAYER, in);
        List<SourceLayer.Block> blocks = new ArrayList<>();
        while (in.nextChild()) {
            switch (in.name()) {
                case "data" -> data(blocks);
                case "properties" -> unkept.properties(PropertyReader.read(in));
                default -> {
                    unkept.add("<" + in.name() + ">");
                    in.skip();
                }
            }
        }
        map.warn(unkept, () -> place);
        if (blocks.isEmpty() && !infinite) {
            throw in.fault(ImportReason.BAD_DATA, "the layer has no data");
        }
        map.layer(name, id, blocks, place);
        in.about(before);
    }

    private void data(List<SourceLayer.Block> blocks) {
        CellDecoder decoder = CellDecoder.of(in);
        if (!infinite) {
            Area area = new Area(0, 0, width, height);
            blocks.add(new SourceLayer.Block(area, gids(decoder, area)));
            return;
        }
        while (in.nextChildWithoutText()) {
            if (!in.name().equals("chunk")) {
                throw in.fault(
                        ImportReason.BAD_DATA, "<chunk> is expected, not <" + in.name() + ">");
            }
            int x = in.integer("x", -MapBuilder.SIDE_MAX, MapBuilder.SIDE_MAX);
            int y = in.integer("y", -MapBuilder.SIDE_MAX, MapBuilder.SIDE_MAX);
            int w = in.integer("width", 1, MapBuilder.SIDE_MAX);
            int h = in.integer("height", 1, MapBuilder.SIDE_MAX);
            Area area = new Area(x, y, w, h);
            blocks.add(new SourceLayer.Block(area, gids(decoder, area)));
        }
    }

    private int[] gids(CellDecoder decoder, Area area) {
        map.charge(area.width(), area.height(), in);
        return decoder.isPlainXml()
                ? plainTiles(area)
                : decoder.decode(in.place(), in.text(), area);
    }

    private int[] plainTiles(Area area) {
        int[] gids = new int[area.cells()];
        int found = 0;
        while (in.nextChildWithoutText()) {
            if (!in.name().equals("tile")) {
                throw in.fault(
                        ImportReason.BAD_DATA,
                        "<tile> is expected for %s, not <%s>"
                                .formatted(area.cell(found), in.name()));
            }
            if (found == gids.length) {
                throw CellDecoder.wrongCount(in.place(), area, "more");
            }
            String gid = in.find("gid").orElse("0");
            try {
                gids[found] = Integer.parseUnsignedInt(gid);
            } catch (NumberFormatException e) {
                throw in.fault(
                        ImportReason.BAD_DATA,
                        "%s: gid='%s' is not a tile number".formatted(area.cell(found), gid));
            }
            found++;
            in.skip();
        }
        if (found != gids.length) {
            throw CellDecoder.wrongCount(in.place(), area, found);
        }
        return gids;
    }

    private void objectGroup() {
        String layer = in.find("name").orElse("");
        Place place = TiledRules.objectLayer(in.place(), layer).place();
        String before = in.about(TiledRules.objectLayer(layer));
        Unkept unkept = new Unkept().attributes(Unkept.LAYER, in);
        while (in.nextChild()) {
            if (in.name().equals("object")) {
                ObjectDraft draft = ObjectReader.read(in, layer);
                map.object(
                        Long.toString(draft.id()),
                        TemplateReader.resolve(draft, file, resources, map));
            } else if (in.name().equals("properties")) {
                unkept.properties(PropertyReader.read(in));
            } else {
                unkept.add("<" + in.name() + ">");
                in.skip();
            }
        }
        in.about(before);
        map.warn(unkept, () -> place);
    }
}
