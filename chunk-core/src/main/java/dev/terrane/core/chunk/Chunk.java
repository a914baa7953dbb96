package dev.terrane.core.chunk;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One chunk, the unit of load, save and stream. Layers are kept in order of id, objects in order of
 * their ids' bytes; both ids and layer names are unique; every layer has the grid's size; every
 * object stands inside the chunk.
 *
 * <p>Not checked here, because a chunk does not know them: the room's bounds and whether the grid
 * is the world's.
 */
public record Chunk(
        ChunkKey key,
        ChunkGrid grid,
        List<TileLayer> layers,
        List<WorldObject> objects,
        ContentFlags flags,
        Meta meta) {
    public static final int LAYERS_MAX = 16;
    public static final int OBJECTS_MAX = 4_096;

    public Chunk {
        layers = Orders.sorted(layers, Comparator.comparingInt(TileLayer::layerId));
        objects = Orders.sorted(objects, Comparator.comparing(object -> object.id().value()));
        Box box =
                grid.findBounds(key.coord())
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "no exact bounds at " + key.coord()));
        checkLayers(layers, grid.size());
        checkObjects(objects, box);
    }

    private static void checkLayers(List<TileLayer> layers, ChunkSize size) {
        if (layers.size() > LAYERS_MAX) {
            throw new IllegalArgumentException("at most 16 layers, not " + layers.size());
        }
        Set<String> names = new HashSet<>();
        int previous = -1;
        for (TileLayer layer : layers) {
            if (layer.layerId() == previous || !names.add(layer.name())) {
                throw new IllegalArgumentException(
                        "layer " + layer.layerId() + " '" + layer.name() + "' stands twice");
            }
            if (!layer.size().equals(size)) {
                throw new IllegalArgumentException(
                        "layer %d is %s, the chunk %s"
                                .formatted(layer.layerId(), layer.size(), size));
            }
            previous = layer.layerId();
        }
    }

    private static void checkObjects(List<WorldObject> objects, Box box) {
        if (objects.size() > OBJECTS_MAX) {
            throw new IllegalArgumentException("at most 4,096 objects, not " + objects.size());
        }
        for (int i = 0; i < objects.size(); i++) {
            WorldObject object = objects.get(i);
            if (i > 0 && objects.get(i - 1).id().equals(object.id())) {
                throw new IllegalArgumentException("object " + object.id() + " stands twice");
            }
            if (!stands(object, box)) {
                throw new IllegalArgumentException(
                        "object %s at %s is outside its chunk"
                                .formatted(object.id(), object.transform().position()));
            }
        }
    }

    /** Whether an object's position is inside a box. */
    public static boolean stands(WorldObject object, Box box) {
        Transform.Vector position = object.transform().position();
        return box.contains(position.x(), position.y(), position.z());
    }

    /** The chunk's box in world units. */
    public Box bounds() {
        return grid.findBounds(key.coord()).orElseThrow();
    }

    /** The same content with other meta. */
    public Chunk withMeta(Meta newMeta) {
        return new Chunk(key, grid, layers, objects, flags, newMeta);
    }

    /** The same chunk with these layers and objects. */
    public Chunk withContent(List<TileLayer> newLayers, List<WorldObject> newObjects) {
        return new Chunk(key, grid, newLayers, newObjects, flags, meta);
    }

    /** The same chunk with other chunk-level flags. */
    public Chunk withFlags(ContentFlags newFlags) {
        return new Chunk(key, grid, layers, objects, newFlags, meta);
    }
}
