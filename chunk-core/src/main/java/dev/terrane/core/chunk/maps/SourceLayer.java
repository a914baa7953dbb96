package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.List;

/**
 * A tile layer as the map has it.
 *
 * @param name path of groups and layer, for example {@code house/walls}
 * @param blocks pieces of the layer; one for a finite map
 */
record SourceLayer(String name, int layerId, List<Block> blocks, Place place) {
    SourceLayer {
        blocks = List.copyOf(blocks);
    }

    /** A rectangle of cells; the reader gives the array up and nobody writes it again. */
    static final class Block {
        final int x;
        final int y;
        final int width;
        final int height;
        private final int[] gids;

        Block(SourceMap.Area area, int[] gids) {
            this.x = area.x();
            this.y = area.y();
            this.width = area.width();
            this.height = area.height();
            this.gids = gids;
        }

        /** The cells it covers. */
        SourceMap.Area area() {
            return new SourceMap.Area(x, y, width, height);
        }

        /** Tile with flip bits at a cell of this block. */
        int gid(int column, int row) {
            return gids[row * width + column];
        }
    }
}
