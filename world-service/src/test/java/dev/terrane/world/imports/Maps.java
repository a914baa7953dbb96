package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.WorldFixture;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Maps in TMX, drawn cell by cell. Immutable. */
final class Maps {
    static final RoomKey ROOM = RoomKey.of("isle", "main");
    static final String SET =
            "<tileset name=\"s\" tilecount=\"8\"><image source=\"s.png\"/></tileset>";

    private final int width;
    private final int height;
    private final int[] cells;
    private final String objects;

    private Maps(int width, int height, int[] cells, String objects) {
        this.width = width;
        this.height = height;
        this.cells = cells;
        this.objects = objects;
    }

    /** A map all of one tile, 1 to 8; 0 is air. */
    static Maps of(int width, int height, int tile) {
        int[] cells = new int[width * height];
        Arrays.fill(cells, tile);
        return new Maps(width, height, cells, "");
    }

    /** Another tile at a cell. */
    Maps with(int x, int y, int tile) {
        int[] drawn = cells.clone();
        drawn[y * width + x] = tile;
        return new Maps(width, height, drawn, objects);
    }

    /** One more object at a cell. */
    Maps withObject(int id, String type, int x, int y) {
        return new Maps(
                width,
                height,
                cells,
                objects
                        + "<object id=\"%d\" type=\"%s\" x=\"%d\" y=\"%d\"/>"
                                .formatted(id, type, x * 8, y * 8));
    }

    String tmx() {
        return """
            <map orientation="orthogonal" width="%d" height="%d" tilewidth="8" tileheight="8">
             <tileset firstgid="1" source="s.tsx"/>
             <layer id="1" name="ground"><data encoding="csv">%s</data></layer>
             <objectgroup id="2" name="o">%s</objectgroup>
            </map>
            """
                .formatted(
                        width,
                        height,
                        IntStream.of(cells)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(",")),
                        objects);
    }

    static Map<String, Bytes> files() {
        return WorldFixture.files("s.tsx", SET);
    }
}
