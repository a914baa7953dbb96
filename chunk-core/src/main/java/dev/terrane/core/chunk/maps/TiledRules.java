package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;

/** What Tiled's two forms have in common. */
final class TiledRules {
    private TiledRules() {}

    static void requireOrthogonal(String orientation, Faults at) {
        if (!orientation.equals("orthogonal")) {
            throw at.fault(
                    ImportReason.UNSUPPORTED_ORIENTATION,
                    "orientation '" + orientation + "'; only orthogonal maps are read");
        }
    }

    /** What is said of a group of layers. */
    static String group(String path) {
        return "group '" + path.substring(0, path.length() - 1) + "'";
    }

    /** What is said of an object layer. */
    static String objectLayer(String name) {
        return "object layer '" + name + "'";
    }

    /** A group of layers, for warnings. */
    static Faults group(Place at, String path) {
        return named(at, group(path));
    }

    /** An object layer, for warnings. */
    static Faults objectLayer(Place at, String name) {
        return named(at, objectLayer(name));
    }

    /** An image layer, for warnings. */
    static Faults imageLayer(Place at, String name) {
        return named(at, "layer '" + name + "'");
    }

    private static Faults named(Place at, String element) {
        String pointer = at.element();
        Place place =
                new Place(
                        at.file(),
                        at.line(),
                        at.column(),
                        element + (pointer.isEmpty() ? "" : ", " + pointer),
                        at.offset());
        return () -> place;
    }

    static void area(int width, int height, boolean infinite, MapBuilder map, Faults at) {
        if (infinite) {
            return;
        }
        if (width == 0 || height == 0) {
            throw at.fault(ImportReason.BAD_ATTRIBUTE, "a map has at least one cell");
        }
        map.area(new SourceMap.Area(0, 0, width, height));
    }
}
