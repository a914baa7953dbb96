package dev.terrane.core.chunk.edit;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.TileArray;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The patches an editor sends with every stroke: nothing but {@code replace} of single cells by ids
 * the palette has. They need no tree of the chunk. Whatever is not plainly of this kind is left to
 * {@link Patcher}, which also finds the words for what is wrong; both give the same chunk.
 */
final class CellPatch {
    /** {@code /tiles/LAYER/tiles/CELL}. */
    private static final int TOKENS = 4;

    /** Longer ones are no cell of a chunk. */
    private static final int INDEX_DIGITS_MAX = 5;

    private CellPatch() {}

    /** The patched chunk, or null if the patch is of another kind. */
    static @Nullable Chunk find(Chunk chunk, JsonPatch patch, PatchLimits limits) {
        if (patch.operations().size() > limits.nodesMax() || limits.depthMax() <= TOKENS) {
            return null;
        }
        byte[] @Nullable [] cells = new byte[chunk.layers().size()][];
        for (PatchOperation operation : patch.operations()) {
            if (!(operation instanceof PatchOperation.Replace(JsonPointer path, JsonNode value))
                    || !set(chunk, path.tokens(), value, cells)) {
                return null;
            }
        }
        return chunk.withContent(layers(chunk, cells), chunk.objects());
    }

    private static boolean set(
            Chunk chunk, List<String> path, JsonNode value, byte[] @Nullable [] cells) {
        if (path.size() != TOKENS
                || !path.get(0).equals("tiles")
                || !path.get(2).equals("tiles")
                || !TileArray.isTileId(value)) {
            return false;
        }
        int number = index(path.get(1), chunk.layers().size());
        if (number < 0) {
            return false;
        }
        TileLayer layer = chunk.layers().get(number);
        int cell = index(path.get(3), layer.tiles().size());
        int id = value.intValue();
        if (cell < 0 || layer.findTile(id).isEmpty()) {
            return false;
        }
        byte[] ids = cells[number];
        if (ids == null) {
            ids = new byte[layer.tiles().size() * 2];
            layer.tiles().write(ids, 0);
            cells[number] = ids;
        }
        ids[cell * 2] = (byte) id;
        ids[cell * 2 + 1] = (byte) (id >>> 8);
        return true;
    }

    private static List<TileLayer> layers(Chunk chunk, byte[] @Nullable [] cells) {
        List<TileLayer> layers = new ArrayList<>(cells.length);
        for (int i = 0; i < cells.length; i++) {
            TileLayer layer = chunk.layers().get(i);
            byte[] ids = cells[i];
            layers.add(
                    ids == null
                            ? layer
                            : new TileLayer(
                                    layer.name(),
                                    layer.layerId(),
                                    layer.size(),
                                    layer.palette(),
                                    TileGrid.read(ids, 0, layer.tiles().size())));
        }
        return layers;
    }

    /** An index of RFC 6901 below a size, or -1. */
    private static int index(String token, int size) {
        if (token.isEmpty()
                || token.length() > INDEX_DIGITS_MAX
                || (token.charAt(0) == '0' && token.length() > 1)) {
            return -1;
        }
        int index = 0;
        for (int i = 0; i < token.length(); i++) {
            int digit = token.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            index = index * 10 + digit;
        }
        return index < size ? index : -1;
    }
}
