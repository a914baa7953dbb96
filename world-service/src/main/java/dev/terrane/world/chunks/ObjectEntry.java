package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;

/** An object as the index knows it. */
public record ObjectEntry(
        ChunkKey chunk,
        String objectId,
        String type,
        String assetId,
        boolean dynamic,
        Position position,
        String propertiesJson) {

    /** World units. */
    public record Position(double x, double y, double z) {}
}
