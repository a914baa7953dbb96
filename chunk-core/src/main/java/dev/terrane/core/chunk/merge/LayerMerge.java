package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.merge.Conflict.Presence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Layers of three versions, cell by cell. */
final class LayerMerge {
    private final ChunkSize size;
    private final Sides sides;

    LayerMerge(ChunkSize size, Sides sides) {
        this.size = size;
        this.sides = sides;
    }

    List<TileLayer> merge(Chunk base, Chunk ours, Chunk theirs) {
        Map<Integer, TileLayer> old = byId(base);
        Map<Integer, TileLayer> here = byId(ours);
        Map<Integer, TileLayer> map = byId(theirs);
        TreeSet<Integer> ids = new TreeSet<>(here.keySet());
        ids.addAll(map.keySet());
        List<TileLayer> merged = new ArrayList<>();
        for (int id : ids) {
            TileLayer layer = layer(old.get(id), here.get(id), map.get(id));
            if (layer != null) {
                merged.add(layer);
            }
        }
        return merged;
    }

    private @Nullable TileLayer layer(
            @Nullable TileLayer base, @Nullable TileLayer ours, @Nullable TileLayer theirs) {
        if (ours != null && theirs != null) {
            return cells(base == null ? air(ours) : base, ours, theirs, base != null);
        }
        TileLayer present = ours != null ? ours : theirs;
        if (present == null) {
            return null;
        }
        boolean takesTheirs =
                sides.takesTheirs(
                        same(base, ours),
                        same(base, theirs),
                        false,
                        () ->
                                new Conflict.Layer(
                                        present.layerId(),
                                        present.name(),
                                        did(base, ours),
                                        did(base, theirs)));
        return takesTheirs ? theirs : ours;
    }

    private TileLayer cells(TileLayer base, TileLayer ours, TileLayer theirs, boolean wasThere) {
        boolean theirName =
                sides.takesTheirs(
                        wasThere && base.name().equals(ours.name()),
                        wasThere && base.name().equals(theirs.name()),
                        ours.name().equals(theirs.name()),
                        () ->
                                new Conflict.Layer(
                                        ours.layerId(),
                                        ours.name(),
                                        wasThere ? Presence.CHANGED : Presence.ADDED,
                                        wasThere ? Presence.CHANGED : Presence.ADDED));
        String name = theirName ? theirs.name() : ours.name();
        Looks looks = new Looks();
        int[] baseLooks = looks.of(base);
        int[] ourLooks = looks.of(ours);
        int[] theirLooks = looks.of(theirs);
        boolean[] fromTheirs = new boolean[size.cells()];
        boolean onlyOurs = true;
        boolean onlyTheirs = true;
        for (int i = 0; i < fromTheirs.length; i++) {
            int was = baseLooks[base.tiles().get(i)];
            int mine = ourLooks[ours.tiles().get(i)];
            int other = theirLooks[theirs.tiles().get(i)];
            if (mine == other) {
                continue;
            }
            int cell = i;
            fromTheirs[i] =
                    sides.takesTheirs(
                            was == mine,
                            was == other,
                            false,
                            () -> conflict(cell, base, ours, theirs));
            onlyOurs &= !fromTheirs[i];
            onlyTheirs &= fromTheirs[i];
        }
        if (onlyOurs) {
            return named(ours, name);
        }
        return named(onlyTheirs ? theirs : mixed(ours, theirs, fromTheirs), name);
    }

    /** Our palette with what the cells taken from the map need; our ids stay. */
    private static TileLayer mixed(TileLayer ours, TileLayer theirs, boolean[] fromTheirs) {
        TreeMap<Integer, TileDef> palette = new TreeMap<>();
        Map<TileDef, Integer> ids = new HashMap<>();
        for (TileDef tile : ours.palette()) {
            palette.put(tile.id(), tile);
            ids.putIfAbsent(tile.id() == 0 ? tile : Looks.withId(tile, 1), tile.id());
        }
        int[] cells = ours.tiles().toArray();
        for (int i = 0; i < cells.length; i++) {
            if (fromTheirs[i]) {
                TileDef taken = theirs.getTileAt(i);
                TileDef plain = taken.id() == 0 ? taken : Looks.withId(taken, 1);
                cells[i] = ids.computeIfAbsent(plain, tile -> free(palette));
                palette.putIfAbsent(cells[i], Looks.withId(taken, cells[i]));
            }
        }
        return new TileLayer(
                ours.name(),
                ours.layerId(),
                ours.size(),
                List.copyOf(palette.values()),
                TileGrid.of(cells));
    }

    private static int free(NavigableMap<Integer, TileDef> palette) {
        int next = palette.lastKey() + 1;
        while (next > 65_535 || palette.containsKey(next)) {
            next = next > 65_535 ? 1 : next + 1;
            if (palette.size() > TileLayer.PALETTE_MAX) {
                throw new IllegalArgumentException("no palette id is left");
            }
        }
        return next;
    }

    private Conflict conflict(int cell, TileLayer base, TileLayer ours, TileLayer theirs) {
        return new Conflict.Cell(
                ours.layerId(),
                ours.name(),
                cell % size.x(),
                cell / size.x() % size.y(),
                cell / (size.x() * size.y()),
                base.getTileAt(cell),
                ours.getTileAt(cell),
                theirs.getTileAt(cell));
    }

    private TileLayer air(TileLayer like) {
        return new TileLayer(
                like.name(),
                like.layerId(),
                size,
                List.of(TileDef.AIR),
                TileGrid.air(size.cells()));
    }

    private static TileLayer named(TileLayer layer, String name) {
        return layer.name().equals(name)
                ? layer
                : new TileLayer(
                        name, layer.layerId(), layer.size(), layer.palette(), layer.tiles());
    }

    private static boolean same(@Nullable TileLayer a, @Nullable TileLayer b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return Looks.same(a, b);
    }

    private static Presence did(@Nullable TileLayer was, @Nullable TileLayer is) {
        return was == null ? Presence.ADDED : is == null ? Presence.REMOVED : Presence.CHANGED;
    }

    private static Map<Integer, TileLayer> byId(Chunk chunk) {
        Map<Integer, TileLayer> layers = new HashMap<>();
        chunk.layers().forEach(layer -> layers.put(layer.layerId(), layer));
        return layers;
    }
}
