package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object as the map has it.
 *
 * @param id the chunk object's id
 * @param x pixels; of a tile object the left edge, or what its tileset says
 * @param y pixels, down; of a tile object the bottom edge, or what its tileset says
 * @param rotation degrees, clockwise
 * @param gid tile with its flip bits, 0 for none
 * @param shape what the importer keeps of the shape, empty for a point
 */
record SourceObject(
        String id,
        String name,
        String type,
        double x,
        double y,
        double width,
        double height,
        double rotation,
        int gid,
        ObjectNode shape,
        ObjectNode properties,
        Place place) {

    /** The same with a size. */
    SourceObject withSize(double wide, double high) {
        return new SourceObject(
                id, name, type, x, y, wide, high, rotation, gid, shape, properties, place);
    }

    /** The chunk object's id for one of Tiled. */
    static String objectId(long tiledId) {
        return "obj_" + tiledId;
    }
}
