package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What differs between two states of a chunk, in the words of the map: cells that show something
 * else (whatever palette ids they hold), layers that came or went or have another name, objects.
 *
 * @param layers ids of layers that came, went or were renamed
 * @param cells at most {@link #CELLS_MAX}, by layer and cell
 * @param cellsLeftOut how many more there are
 * @param objects by id
 * @param flags whether the chunk's flags differ
 */
public record ChunkDiff(
        List<Integer> layers,
        List<Cell> cells,
        int cellsLeftOut,
        List<ObjectDiff> objects,
        boolean flags) {
    /** Cells that are named. */
    public static final int CELLS_MAX = 4_096;

    public ChunkDiff {
        layers = List.copyOf(layers);
        cells = List.copyOf(cells);
        objects = List.copyOf(objects);
    }

    /** A cell by its lowest corner in world units; assets are empty for air. */
    public record Cell(int layer, double x, double y, double z, String before, String after) {}

    /** What happened to an object. */
    public enum Kind {
        ADDED,
        REMOVED,
        CHANGED
    }

    /** An object; the members are those that differ, of a changed one. */
    public record ObjectDiff(String id, String type, Kind kind, List<String> members) {
        public ObjectDiff {
            members = List.copyOf(members);
        }
    }

    /** Whether the two are the same but for their meta. */
    public boolean isEmpty() {
        return layers.isEmpty() && cells.isEmpty() && objects.isEmpty() && !flags;
    }

    /** Compares two states of the same chunk. */
    public static ChunkDiff of(Chunk from, Chunk to) {
        TreeMap<Integer, TileLayer> before = new TreeMap<>();
        TreeMap<Integer, TileLayer> after = new TreeMap<>();
        from.layers().forEach(layer -> before.put(layer.layerId(), layer));
        to.layers().forEach(layer -> after.put(layer.layerId(), layer));
        TreeSet<Integer> ids = new TreeSet<>(before.keySet());
        ids.addAll(after.keySet());
        List<Integer> layers = new ArrayList<>();
        List<Cell> cells = new ArrayList<>();
        int all = 0;
        for (int id : ids) {
            TileLayer old = before.get(id);
            TileLayer now = after.get(id);
            if (old == null || now == null || !old.name().equals(now.name())) {
                layers.add(id);
            }
            all += cells(id, Optional.ofNullable(old), Optional.ofNullable(now), to, cells);
        }
        return new ChunkDiff(
                layers,
                cells,
                all - cells.size(),
                objects(from, to),
                !from.flags().equals(to.flags()));
    }

    private static int cells(
            int layer,
            Optional<TileLayer> old,
            Optional<TileLayer> now,
            Chunk chunk,
            List<Cell> found) {
        Box box = chunk.bounds();
        int width = chunk.grid().size().x();
        int height = chunk.grid().size().y();
        int count = 0;
        for (int i = 0; i < chunk.grid().size().cells(); i++) {
            TileDef before = tile(old, i);
            TileDef after = tile(now, i);
            if (same(before, after)) {
                continue;
            }
            count++;
            if (found.size() < CELLS_MAX) {
                int row = i / width % height;
                int floor = i / (width * height);
                found.add(
                        new Cell(
                                layer,
                                box.minX() + i % width,
                                box.minY() + row,
                                box.minZ() + floor,
                                before.assetId(),
                                after.assetId()));
            }
        }
        return count;
    }

    private static TileDef tile(Optional<TileLayer> layer, int index) {
        return layer.map(l -> l.getTileAt(index)).orElse(TileDef.AIR);
    }

    /** The palette's numbering says nothing of what a cell shows. */
    private static boolean same(TileDef a, TileDef b) {
        return a.assetId().equals(b.assetId())
                && a.solid() == b.solid()
                && a.flags() == b.flags()
                && a.variants() == b.variants();
    }

    private static List<ObjectDiff> objects(Chunk from, Chunk to) {
        Map<ObjectId, WorldObject> before = new HashMap<>();
        from.objects().forEach(object -> before.put(object.id(), object));
        TreeMap<String, ObjectDiff> found = new TreeMap<>();
        for (WorldObject now : to.objects()) {
            WorldObject old = before.remove(now.id());
            String id = now.id().value();
            if (old == null) {
                found.put(id, new ObjectDiff(id, now.type(), Kind.ADDED, List.of()));
            } else if (!old.equals(now)) {
                found.put(id, new ObjectDiff(id, now.type(), Kind.CHANGED, members(old, now)));
            }
        }
        before.forEach(
                (id, old) ->
                        found.put(
                                id.value(),
                                new ObjectDiff(id.value(), old.type(), Kind.REMOVED, List.of())));
        return List.copyOf(found.values());
    }

    private static List<String> members(WorldObject old, WorldObject now) {
        List<String> members = new ArrayList<>();
        if (!old.type().equals(now.type())) {
            members.add("type");
        }
        if (!old.assetId().equals(now.assetId())) {
            members.add("asset_id");
        }
        if (!old.transform().equals(now.transform())) {
            members.add("transform");
        }
        if (!old.properties().equals(now.properties())) {
            members.add("properties");
        }
        if (old.dynamic() != now.dynamic()) {
            members.add("dynamic");
        }
        if (!old.flags().equals(now.flags())) {
            members.add("flags");
        }
        return members;
    }
}
