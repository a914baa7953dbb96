package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.SourceMap.Area;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Reads Tiled's JSON form and the files it names. Used once, by one thread. */
final class TmjReader {
    private final JsonPart root;
    private final Resources resources;
    private final ImportOptions options;
    private final MapBuilder map;
    private int width;
    private int height;
    private boolean infinite;

    TmjReader(JsonPart root, Resources resources, ImportOptions options) {
        this.root = root;
        this.resources = resources;
        this.options = options;
        this.map = new MapBuilder(root.file(), options.limits());
    }

    SourceMap read() {
        TiledRules.requireOrthogonal(
                root.string("orientation", "orthogonal"), root.find("orientation").orElse(root));
        width = (int) root.integer("width", 0, MapBuilder.SIDE_MAX);
        height = (int) root.integer("height", 0, MapBuilder.SIDE_MAX);
        map.tileSize(
                (int) root.integer("tilewidth", 1, 65_536),
                (int) root.integer("tileheight", 1, 65_536));
        infinite = root.flag("infinite");
        TiledRules.area(width, height, infinite, map, root);
        for (JsonPart set : root.list("tilesets")) {
            int firstGid = (int) set.requireObject().integer("firstgid", 1, SourceMap.GID_MASK);
            if (set.find("source").isPresent()) {
                map.tileset(
                        firstGid, resources.tileset(root.file(), set.string("source"), set), set);
            } else {
                map.tileset(firstGid, JsonTilesets.read(set), set);
            }
        }
        layers(root, "");
        ObjectNode properties = JsonProperties.read(root);
        properties.remove(ExportNotes.PROPERTY);
        map.warn(new Unkept().members(Unkept.MAP, root).properties(properties), root);
        map.notes(ExportNotes.read(root, options, resources.trees()));
        return map.build();
    }

    private void layers(JsonPart parent, String group) {
        for (JsonPart layer : parent.list("layers")) {
            String name = layer.requireObject().string("name", "");
            switch (layer.string("type")) {
                case "tilelayer" -> layer(layer, group + name);
                case "objectgroup" -> objects(layer, name);
                case "group" -> {
                    String path = group + name + "/";
                    map.warn(unkept(layer), TiledRules.group(layer.place(), path));
                    layers(layer, path);
                }
                case "imagelayer" ->
                        map.warn(
                                TiledRules.imageLayer(layer.place(), name).place()
                                        + ": image layers are not kept");
                default ->
                        throw layer.fault(
                                ImportReason.UNSUPPORTED_FEATURE,
                                "a layer of type '" + layer.string("type") + "'");
            }
        }
    }

    private static Unkept unkept(JsonPart layer) {
        return new Unkept().members(Unkept.LAYER, layer).properties(JsonProperties.read(layer));
    }

    private void layer(JsonPart json, String name) {
        int id = json.about("layer '" + name + "'").integer("id", 0, 65_535, map.nextLayerId());
        JsonPart in = json.about("layer " + id + " '" + name + "'");
        map.claimLayer(name, id, in);
        map.warn(unkept(in), in);
        CellDecoder decoder =
                new CellDecoder(in, in.string("encoding", "csv"), in.string("compression", ""));
        List<SourceLayer.Block> blocks = new ArrayList<>();
        if (infinite) {
            in.find("data")
                    .ifPresent(
                            data -> {
                                throw data.fault(
                                        ImportReason.BAD_DATA,
                                        "cells of an infinite map stand in chunks");
                            });
            for (JsonPart chunk : in.list("chunks")) {
                chunk.requireObject();
                int x = (int) chunk.integer("x", -MapBuilder.SIDE_MAX, MapBuilder.SIDE_MAX);
                int y = (int) chunk.integer("y", -MapBuilder.SIDE_MAX, MapBuilder.SIDE_MAX);
                int w = (int) chunk.integer("width", 1, MapBuilder.SIDE_MAX);
                int h = (int) chunk.integer("height", 1, MapBuilder.SIDE_MAX);
                Area area = new Area(x, y, w, h);
                blocks.add(new SourceLayer.Block(area, gids(chunk, decoder, area)));
            }
        } else {
            Area area = new Area(0, 0, width, height);
            blocks.add(new SourceLayer.Block(area, gids(in, decoder, area)));
        }
        map.layer(name, id, blocks, in.place());
    }

    private int[] gids(JsonPart owner, CellDecoder decoder, Area area) {
        map.charge(area.width(), area.height(), owner);
        JsonPart data = owner.get("data");
        if (data.node().isString()) {
            return decoder.decode(data.place(), data.node().stringValue(), area);
        }
        return CellDecoder.packed(data, area);
    }

    private void objects(JsonPart layer, String name) {
        map.warn(unkept(layer), TiledRules.objectLayer(layer.place(), name));
        for (JsonPart object : layer.list("objects")) {
            ObjectDraft draft = JsonObjects.read(object.about(TiledRules.objectLayer(name)), name);
            map.object(
                    Long.toString(draft.id()),
                    TemplateReader.resolve(draft, root.file(), resources, map));
        }
    }
}
