package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers what cells show across several palettes, so that cells of different layers compare as
 * ints. 0 is air. Used by one thread.
 */
final class Looks {
    private final Map<TileDef, Integer> numbers = new HashMap<>();

    /** Numbers by palette id; -1 where the palette has no entry. */
    int[] of(TileLayer layer) {
        int[] looks = new int[layer.palette().getLast().id() + 1];
        Arrays.fill(looks, -1);
        for (TileDef tile : layer.palette()) {
            looks[tile.id()] =
                    tile.id() == 0
                            ? 0
                            : numbers.computeIfAbsent(plain(tile), unknown -> numbers.size() + 1);
        }
        return looks;
    }

    /** The entry without its palette id. */
    private static TileDef plain(TileDef tile) {
        return withId(tile, 1);
    }

    /** The same look under another palette id. */
    static TileDef withId(TileDef tile, int id) {
        return tile.id() == id
                ? tile
                : new TileDef(id, tile.assetId(), tile.solid(), tile.flags(), tile.variants());
    }

    /** Whether two layers have one name, one id and show the same in every cell. */
    static boolean same(TileLayer a, TileLayer b) {
        return a.layerId() == b.layerId() && a.name().equals(b.name()) && sameCells(a, b);
    }

    /** Whether two layers show the same in every cell. */
    static boolean sameCells(TileLayer a, TileLayer b) {
        if (a.palette().equals(b.palette()) && a.tiles().equals(b.tiles())) {
            return true;
        }
        Looks looks = new Looks();
        int[] left = looks.of(a);
        int[] right = looks.of(b);
        for (int i = 0; i < a.tiles().size(); i++) {
            if (left[a.tiles().get(i)] != right[b.tiles().get(i)]) {
                return false;
            }
        }
        return true;
    }
}
