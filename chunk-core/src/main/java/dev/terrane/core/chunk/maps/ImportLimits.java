package dev.terrane.core.chunk.maps;

/**
 * What one import may cost, checked before anything is allocated.
 *
 * @param fileBytesMax size of the map or of one file it refers to
 * @param cellsMax cells of all layers together
 * @param chunksMax chunks of the result
 * @param objectsMax objects of the map
 * @param tilesetsMax tilesets of the map
 * @param filesMax files the map refers to
 * @param nodesMax JSON values of all files together, cells not counted
 */
public record ImportLimits(
        int fileBytesMax,
        int cellsMax,
        int chunksMax,
        int objectsMax,
        int tilesetsMax,
        int filesMax,
        int nodesMax) {
    /**
     * 32 MiB a file, 8,388,608 cells, 16,384 chunks, 65,536 objects, 256 tilesets, 1,024 files,
     * 2,000,000 JSON values.
     */
    public static final ImportLimits DEFAULT =
            new ImportLimits(32 << 20, 8 << 20, 16_384, 65_536, 256, 1_024, 2_000_000);

    public ImportLimits {
        if (fileBytesMax < 1
                || cellsMax < 1
                || chunksMax < 1
                || objectsMax < 0
                || tilesetsMax < 0
                || filesMax < 0
                || nodesMax < 1) {
            throw new IllegalArgumentException(
                    "limits %d, %d, %d, %d, %d, %d, %d"
                            .formatted(
                                    fileBytesMax,
                                    cellsMax,
                                    chunksMax,
                                    objectsMax,
                                    tilesetsMax,
                                    filesMax,
                                    nodesMax));
        }
    }
}
