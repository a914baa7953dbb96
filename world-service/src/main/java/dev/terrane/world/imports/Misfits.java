package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import dev.terrane.core.chunk.maps.ObjectPlaces;
import dev.terrane.world.chunks.ChunkRules;

/**
 * Says of a chunk that does not fit its room what of the map is too much, as its author knows it.
 */
final class Misfits {
    private Misfits() {}

    /**
     * Where in the map the first thing is that does not fit.
     *
     * @param chunk where nothing better is known
     * @param content of that chunk
     */
    static Place place(Place chunk, Chunk content, Box room, ObjectPlaces objects) {
        if (content.bounds().intersects(room)) {
            return ChunkRules.findOutside(content, room)
                    .flatMap(object -> objects.find(content.key().coord(), object.id()))
                    .map(place -> place.within(chunk.element()))
                    .orElse(chunk);
        }
        for (TileLayer layer : content.layers()) {
            for (int i = 0; i < layer.size().cells(); i++) {
                if (layer.tiles().get(i) != 0) {
                    return chunk.within(
                            "layer %d '%s', %s"
                                    .formatted(layer.layerId(), layer.name(), cell(content, i)));
                }
            }
        }
        return content.objects().stream()
                .findFirst()
                .flatMap(object -> objects.find(content.key().coord(), object.id()))
                .map(place -> place.within(chunk.element()))
                .orElse(chunk);
    }

    private static String cell(Chunk chunk, int index) {
        ChunkSize size = chunk.grid().size();
        int x = chunk.key().coord().cx() * size.x() + index % size.x();
        int y = chunk.key().coord().cy() * size.y() + index / size.x() % size.y();
        return "cell (" + x + ", " + y + ")";
    }
}
