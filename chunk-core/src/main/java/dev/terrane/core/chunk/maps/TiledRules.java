package dev.terrane.core.chunk.maps;

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
