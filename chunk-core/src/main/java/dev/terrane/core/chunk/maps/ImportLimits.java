package dev.terrane.core.chunk.maps;

/**
 * What one import may cost, checked before anything is allocated.
 *
 * @param fileBytesMax size of the map or of one tileset file
 * @param cellsMax cells of all layers together
 * @param chunksMax chunks of the result
 * @param objectsMax objects of the map
 * @param tilesetsMax tilesets of the map
 */
public record ImportLimits(
        int fileBytesMax, int cellsMax, int chunksMax, int objectsMax, int tilesetsMax) {
    /** 32 MiB a file, 8,388,608 cells, 16,384 chunks, 65,536 objects, 256 tilesets. */
    public static final ImportLimits DEFAULT =
            new ImportLimits(32 << 20, 8 << 20, 16_384, 65_536, 256);

    public ImportLimits {
        if (fileBytesMax < 1
                || cellsMax < 1
                || chunksMax < 1
                || objectsMax < 0
                || tilesetsMax < 0) {
            throw new IllegalArgumentException(
                    "limits %d, %d, %d, %d, %d"
                            .formatted(fileBytesMax, cellsMax, chunksMax, objectsMax, tilesetsMax));
        }
    }
}
