package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.Tileset.Tile;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Reads a {@code <tileset>} element, embedded or of a TSX file. */
final class TilesetReader {
    private TilesetReader() {}

    /** Consumes the element whose start tag was read. */
    static Tileset read(XmlCursor in) {
        String name = in.get("name");
        in.about("tileset '" + name + "'");
        int declared = in.integer("tilecount", 0, Integer.MAX_VALUE, -1);
        boolean image = false;
        Map<Integer, Tile> tiles = new HashMap<>();
        while (in.nextChild()) {
            switch (in.name()) {
                case "image" -> {
                    image = true;
                    in.skip();
                }
                case "tile" -> {
                    int id = in.integer("id", 0, 0x0FFF_FFFE);
                    if (tiles.put(id, tile(in)) != null) {
                        throw in.fault(ImportReason.BAD_DATA, "tile " + id + " stands twice");
                    }
                }
                default -> in.skip();
            }
        }
        in.about("");
        return Tileset.of(name, declared, image, tiles);
    }

    private static Tile tile(XmlCursor in) {
        String type = in.find("class").or(() -> in.find("type")).orElse("");
        ObjectNode properties = Tile.PLAIN.properties();
        while (in.nextChild()) {
            if (in.name().equals("properties")) {
                properties = PropertyReader.read(in);
            } else {
                in.skip();
            }
        }
        return new Tile(type, properties);
    }
}
