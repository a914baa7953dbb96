package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.SourceMap.Area;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Reads an LDtk project: all its levels side by side, as its world view shows them. Used once, by
 * one thread.
 */
final class LdtkReader {
    private static final String VERSION = "1.";
    private static final List<String> LAYOUTS =
            List.of("Free", "GridVania", "LinearHorizontal", "LinearVertical");

    private final JsonPart root;
    private final Resources resources;
    private final MapBuilder map;
    private final LdtkDefs defs;
    private final LdtkLayers layers;
    private final List<Area> areas = new ArrayList<>();
    private final List<Level> placed = new ArrayList<>();
    private final int grid;

    LdtkReader(JsonPart root, Resources resources, ImportLimits limits) {
        this.root = root;
        this.resources = resources;
        this.map = new MapBuilder(root.file(), limits);
        this.defs = new LdtkDefs(root.get("defs").requireObject());
        this.grid = defs.gridSize(root);
        this.layers = new LdtkLayers(defs, map, grid);
    }

    /** A level with its content, wherever that is stored. */
    record Level(String name, JsonPart content, int x, int y, int width, int height) {
        /** Its cells as the level counts them, for places. */
        Area cells() {
            return new Area(0, 0, width, height);
        }
    }

    SourceMap read() {
        version();
        map.tileSize(grid, grid);
        defs.tilesets(map, root);
        JsonPart world = world();
        String layout = layout(world);
        int next = 0;
        Map<String, Integer> depths = new LinkedHashMap<>();
        for (JsonPart json : world.list("levels")) {
            String name = json.requireObject().string("identifier");
            JsonPart level = json.about("level '" + name + "'");
            depths.put(name, level.integer("worldDepth", -1_000, 1_000, 0));
            Level here = place(level, name, layout, next);
            next =
                    switch (layout) {
                        case "LinearHorizontal" -> here.x + here.width;
                        case "LinearVertical" -> here.y + here.height;
                        default -> 0;
                    };
            read(here);
        }
        if (depths.values().stream().distinct().count() > 1) {
            throw world.get("levels")
                    .fault(ImportReason.UNSUPPORTED_FEATURE, "levels of several depths " + depths);
        }
        if (areas.isEmpty()) {
            throw world.find("levels")
                    .orElse(world)
                    .fault(ImportReason.BAD_DATA, "the project has no level");
        }
        Overlap.find(areas)
                .ifPresent(
                        overlap -> {
                            throw placed.get(overlap.second())
                                    .content()
                                    .fault(
                                            ImportReason.UNSUPPORTED_FEATURE,
                                            "it overlaps level '"
                                                    + placed.get(overlap.first()).name()
                                                    + "'");
                        });
        layers.finish();
        return map.build();
    }

    /** A project that does not state its version is read like one of this version. */
    private void version() {
        String version = root.string("jsonVersion", VERSION);
        if (!version.startsWith(VERSION)) {
            throw root.get("jsonVersion")
                    .fault(
                            ImportReason.UNSUPPORTED_FEATURE,
                            "JSON version '" + version + "'; version 1 is read");
        }
    }

    private static String layout(JsonPart world) {
        String layout = world.string("worldLayout", "Free");
        if (!LAYOUTS.contains(layout)) {
            throw world.get("worldLayout")
                    .fault(
                            ImportReason.UNSUPPORTED_FEATURE,
                            "world layout '" + layout + "', which is none of " + LAYOUTS);
        }
        return layout;
    }

    private JsonPart world() {
        List<JsonPart> worlds = root.list("worlds");
        if (worlds.size() > 1) {
            throw root.get("worlds")
                    .fault(
                            ImportReason.UNSUPPORTED_FEATURE,
                            "a project of " + worlds.size() + " worlds; one is read");
        }
        return worlds.isEmpty() ? root : worlds.getFirst().requireObject();
    }

    private Level place(JsonPart level, String name, String layout, int next) {
        int max = MapBuilder.SIDE_MAX;
        int width = cells(level, "pxWid", (int) level.integer("pxWid", 1, Integer.MAX_VALUE));
        int height = cells(level, "pxHei", (int) level.integer("pxHei", 1, Integer.MAX_VALUE));
        int worldX = level.integer("worldX", Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
        int worldY = level.integer("worldY", Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
        int x =
                switch (layout) {
                    case "LinearHorizontal" -> next;
                    case "LinearVertical" -> 0;
                    default -> cells(level, "worldX", worldX);
                };
        int y =
                switch (layout) {
                    case "LinearHorizontal" -> 0;
                    case "LinearVertical" -> next;
                    default -> cells(level, "worldY", worldY);
                };
        if (Math.abs((long) x) + width > max || Math.abs((long) y) + height > max) {
            throw level.over(
                    "cells from the origin",
                    max,
                    Math.max(Math.abs((long) x) + width, Math.abs((long) y) + height));
        }
        return new Level(name, content(level), x, y, width, height);
    }

    private int cells(JsonPart level, String what, int pixels) {
        if (pixels % grid != 0) {
            throw level.fault(
                    ImportReason.UNSUPPORTED_FEATURE,
                    "%s is %d pixels, no multiple of the grid of %d".formatted(what, pixels, grid));
        }
        return pixels / grid;
    }

    private JsonPart content(JsonPart level) {
        JsonPart external = level.find("externalRelPath").orElse(null);
        if (external == null) {
            return level;
        }
        String path = level.string("externalRelPath");
        JsonPart file = resources.json(root.file(), path, "level file", level);
        return file.requireObject().about(level.about());
    }

    private static Unkept unkept(JsonPart level) {
        Unkept unkept = new Unkept();
        for (JsonPart field : level.list("fieldInstances")) {
            JsonNode value = field.requireObject().node().get("__value");
            if (value != null && !value.isNull()) {
                unkept.add("field '" + field.string("__identifier") + "'");
            }
        }
        if (level.find("bgRelPath").isPresent()) {
            unkept.add("background image");
        }
        return unkept;
    }

    private void read(Level level) {
        Area area = new Area(level.x, level.y, level.width, level.height);
        areas.add(area);
        placed.add(level);
        map.area(area);
        map.warn(unkept(level.content), level.content);
        for (JsonPart layer : level.content.get("layerInstances").elements()) {
            layers.read(level, layer.requireObject());
        }
    }
}
