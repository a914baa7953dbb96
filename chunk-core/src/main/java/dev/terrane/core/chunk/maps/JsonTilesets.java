package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.Tileset.Tile;
import java.util.HashMap;
import java.util.Map;

/** Reads a tileset of Tiled's JSON form, embedded or of a TSJ file. */
final class JsonTilesets {
    private JsonTilesets() {}

    static Tileset read(JsonPart set) {
        String name = set.requireObject().string("name");
        JsonPart in = set.about("tileset '" + name + "'");
        int declared = in.integer("tilecount", 0, Integer.MAX_VALUE, -1);
        Unkept unkept = new Unkept().members(Unkept.TILESET, in);
        Tileset.Objects objects =
                Tileset.Objects.of(
                        in.string("objectalignment", "unspecified"),
                        in.integer("tilewidth", 0, 65_536, 0),
                        in.integer("tileheight", 0, 65_536, 0),
                        in);
        boolean image = in.find("image").isPresent();
        Map<Integer, Tile> tiles = new HashMap<>();
        for (JsonPart json : in.list("tiles")) {
            int id = (int) json.requireObject().integer("id", 0, 0x0FFF_FFFE);
            JsonPart tile = json.about("tile " + id + " of " + in.about());
            unkept.addAll(new Unkept().members(Unkept.TILE, tile).namesOfTiles());
            String type = tile.string("class", tile.string("type", ""));
            if (tiles.put(id, new Tile(type, JsonProperties.read(tile))) != null) {
                throw tile.fault(ImportReason.BAD_DATA, "it stands twice");
            }
        }
        unkept.properties(JsonProperties.read(in)).addAll(Tileset.unkept(tiles));
        return Tileset.of(name, declared, image, tiles)
                .with(objects, unkept.at(in).stream().toList());
    }
}
