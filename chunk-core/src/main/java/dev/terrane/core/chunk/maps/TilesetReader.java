package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
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
        String before = in.about("tileset '" + name + "'");
        int declared = in.integer("tilecount", 0, Integer.MAX_VALUE, -1);
        Place place = in.place();
        Unkept unkept = new Unkept().attributes(Unkept.TILESET, in);
        Tileset.Objects objects =
                Tileset.Objects.of(
                        in.find("objectalignment").orElse("unspecified"),
                        in.integer("tilewidth", 0, 65_536, 0),
                        in.integer("tileheight", 0, 65_536, 0),
                        in);
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
                    String set = in.about("tile " + id + " of tileset '" + name + "'");
                    if (tiles.put(id, tile(in, unkept)) != null) {
                        throw in.fault(ImportReason.BAD_DATA, "it stands twice");
                    }
                    in.about(set);
                }
                case "grid", "transformations", "editorsettings" -> in.skip();
                case "properties" -> unkept.properties(PropertyReader.read(in));
                default -> {
                    unkept.add(in.name());
                    in.skip();
                }
            }
        }
        in.about(before);
        unkept.addAll(Tileset.unkept(tiles));
        return Tileset.of(name, declared, image, tiles)
                .with(objects, unkept.at(() -> place).stream().toList());
    }

    private static Tile tile(XmlCursor in, Unkept unkept) {
        unkept.addAll(new Unkept().attributes(Unkept.TILE, in).namesOfTiles());
        String type = in.find("class").or(() -> in.find("type")).orElse("");
        ObjectNode properties = Tile.PLAIN.properties();
        while (in.nextChild()) {
            switch (in.name()) {
                case "properties" -> properties = PropertyReader.read(in);
                case "image" -> in.skip();
                default -> {
                    unkept.add(in.name() + " of tiles");
                    in.skip();
                }
            }
        }
        return new Tile(type, properties);
    }
}
