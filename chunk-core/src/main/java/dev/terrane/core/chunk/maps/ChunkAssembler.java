package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a map into chunks. A finite map fills every chunk it touches, cells beyond its edge are air;
 * an infinite one fills the chunks that hold a tile or an object. Palettes are made per chunk and
 * layer from its own tiles, so a change elsewhere in the map leaves a chunk's bytes alone.
 */
final class ChunkAssembler {
    private final TmxMap map;
    private final ImportOptions options;
    private final ChunkGrid grid;
    private final ChunkSize size;
    private final List<SortedMap<ChunkCoord, int[]>> cells = new ArrayList<>();
    private final TreeMap<ChunkCoord, List<WorldObject>> objects = new TreeMap<>();
    private final Map<Integer, TileDef> tiles = new HashMap<>();
    private int minX = Integer.MAX_VALUE;
    private int minY = Integer.MAX_VALUE;
    private int maxX = Integer.MIN_VALUE;
    private int maxY = Integer.MIN_VALUE;

    ChunkAssembler(TmxMap map, ImportOptions options) {
        this.map = map;
        this.options = options;
        this.grid = options.grid();
        this.size = grid.size();
    }

    ImportOutcome.Imported assemble() {
        TreeSet<ChunkCoord> coords = new TreeSet<>();
        if (!map.infinite()) {
            cover(coords);
        }
        for (TmxLayer layer : map.layers()) {
            SortedMap<ChunkCoord, int[]> scattered = scatter(layer);
            cells.add(scattered);
            coords.addAll(scattered.keySet());
            requireChunks(coords.size());
        }
        ObjectPlacer placer = new ObjectPlacer(map, grid, this::tile);
        for (TmxObject object : map.objects()) {
            ObjectPlacer.Placed placed = placer.place(object);
            objects.computeIfAbsent(placed.coord(), coord -> new ArrayList<>())
                    .add(placed.object());
            coords.add(placed.coord());
            requireChunks(coords.size());
            requireObjects(object, placed.coord());
        }
        List<Chunk> chunks = new ArrayList<>(coords.size());
        for (ChunkCoord coord : coords) {
            chunks.add(chunk(coord));
            stretch(coord);
        }
        List<String> warnings = new ArrayList<>(map.warnings());
        warnings.addAll(placer.warnings());
        return new ImportOutcome.Imported(chunks, bounds(), warnings);
    }

    private void cover(Set<ChunkCoord> coords) {
        int across = Math.ceilDiv(map.width(), size.x());
        int down = Math.ceilDiv(map.height(), size.y());
        requireChunks((long) across * down);
        for (int cy = 0; cy < down; cy++) {
            for (int cx = 0; cx < across; cx++) {
                coords.add(new ChunkCoord(cx, cy, 0));
            }
        }
    }

    private void requireChunks(long count) {
        if (count > options.limits().chunksMax()) {
            throw ImportFault.over(
                    new Place(map.file(), 0, 0, ""),
                    "chunksMax",
                    options.limits().chunksMax(),
                    count);
        }
    }

    private void requireObjects(TmxObject object, ChunkCoord coord) {
        int count = objects.getOrDefault(coord, List.of()).size();
        if (count > Chunk.OBJECTS_MAX) {
            throw ImportFault.over(
                    object.place(), "objects of one chunk", Chunk.OBJECTS_MAX, count);
        }
    }

    private SortedMap<ChunkCoord, int[]> scatter(TmxLayer layer) {
        TreeMap<ChunkCoord, int[]> result = new TreeMap<>();
        for (TmxLayer.Block block : layer.blocks()) {
            for (int row = 0; row < block.height; row++) {
                for (int column = 0; column < block.width; column++) {
                    int gid = block.gid(column, row);
                    if (gid == 0) {
                        continue;
                    }
                    int x = block.x + column;
                    int y = block.y + row;
                    requireTile(layer, gid, x, y);
                    ChunkCoord coord =
                            new ChunkCoord(
                                    Math.floorDiv(x, size.x()), Math.floorDiv(y, size.y()), 0);
                    int[] target = result.get(coord);
                    if (target == null) {
                        requireChunks(result.size() + 1L);
                        target = new int[size.cells()];
                        result.put(coord, target);
                    }
                    target[
                                    size.indexOf(
                                            Math.floorMod(x, size.x()),
                                            Math.floorMod(y, size.y()),
                                            0)] =
                            gid;
                }
            }
        }
        return result;
    }

    private void requireTile(TmxLayer layer, int gid, int x, int y) {
        if (tiles.containsKey(gid)) {
            return;
        }
        try {
            tile(gid, layer.place());
        } catch (ImportFault fault) {
            Place at = layer.place();
            throw new ImportFault(
                    fault.refused().reason(),
                    new Place(
                            at.file(),
                            at.line(),
                            at.column(),
                            at.element() + ", cell (" + x + ", " + y + ")"),
                    fault.refused().detail());
        }
    }

    /** Palette entry of a gid with flip bits; its id is 1 and is replaced per palette. */
    private TileDef tile(int gid, Place place) {
        TileDef known = tiles.get(gid);
        if (known != null) {
            return known;
        }
        if ((gid & TmxMap.ROTATED_HEX) != 0) {
            throw new ImportFault(
                    ImportReason.UNSUPPORTED_FEATURE, place, "hexagonal rotation of a tile");
        }
        int plain = gid & TmxMap.GID_MASK;
        TmxMap.Found found =
                map.findTile(plain)
                        .orElseThrow(
                                () ->
                                        new ImportFault(
                                                ImportReason.UNKNOWN_TILE,
                                                place,
                                                "no tileset has tile " + plain));
        int flags =
                Tileset.flags(found.tile())
                        | ((gid & TmxMap.FLIP_HORIZONTAL) != 0 ? TileDef.FLIP_X : 0)
                        | ((gid & TmxMap.FLIP_VERTICAL) != 0 ? TileDef.FLIP_Y : 0)
                        | ((gid & TmxMap.FLIP_DIAGONAL) != 0 ? TileDef.FLIP_DIAGONAL : 0);
        String asset = found.set().assetId(found.localId(), found.tile());
        String fault = TileDef.fault(1, asset, false, flags, 1);
        if (fault != null) {
            throw new ImportFault(
                    ImportReason.BAD_PROPERTY, place, "asset id '" + asset + "': " + fault);
        }
        TileDef made =
                new TileDef(
                        1,
                        asset,
                        PropertyReader.isTrue(found.tile().properties(), "solid"),
                        flags,
                        Tileset.variants(found.tile()));
        tiles.put(gid, made);
        return made;
    }

    private Chunk chunk(ChunkCoord coord) {
        List<TileLayer> layers = new ArrayList<>();
        for (int i = 0; i < map.layers().size(); i++) {
            layers.add(layer(map.layers().get(i), cells.get(i).get(coord)));
        }
        try {
            return new Chunk(
                    new ChunkKey(options.room(), coord),
                    grid,
                    layers,
                    objects.getOrDefault(coord, List.of()),
                    ContentFlags.NONE,
                    options.meta());
        } catch (IllegalArgumentException e) {
            throw new ImportFault(
                    ImportReason.BAD_CHUNK,
                    new Place(map.file(), 0, 0, "chunk " + coord),
                    String.valueOf(e.getMessage()));
        }
    }

    private TileLayer layer(TmxLayer layer, int @Nullable [] gids) {
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        TileGrid grid = TileGrid.air(size.cells());
        if (gids != null) {
            // Ordered by tile, then by flip: the rotation moves the flip bits behind the number.
            long[] order =
                    Arrays.stream(gids)
                            .filter(gid -> gid != 0)
                            .mapToLong(gid -> (gid & 0x0FFF_FFFFL) << 4 | gid >>> 28)
                            .distinct()
                            .sorted()
                            .toArray();
            Map<Integer, Integer> ids = new HashMap<>();
            for (long packed : order) {
                int gid = (int) (packed >>> 4) | (int) (packed & 15) << 28;
                TileDef look = tile(gid, layer.place());
                int id = palette.size();
                ids.put(gid, id);
                palette.add(
                        new TileDef(
                                id, look.assetId(), look.solid(), look.flags(), look.variants()));
            }
            grid = TileGrid.of(Arrays.stream(gids).map(gid -> ids.getOrDefault(gid, 0)).toArray());
        }
        try {
            return new TileLayer(layer.name(), layer.layerId(), size, palette, grid);
        } catch (IllegalArgumentException e) {
            throw new ImportFault(
                    ImportReason.BAD_CHUNK, layer.place(), String.valueOf(e.getMessage()));
        }
    }

    private void stretch(ChunkCoord coord) {
        minX = Math.min(minX, coord.cx() * size.x());
        minY = Math.min(minY, coord.cy() * size.y());
        maxX = Math.max(maxX, (coord.cx() + 1) * size.x());
        maxY = Math.max(maxY, (coord.cy() + 1) * size.y());
    }

    private Box bounds() {
        ChunkGrid.Origin origin = grid.origin();
        boolean empty = minX > maxX;
        double left = map.infinite() ? (empty ? 0 : minX) : 0;
        double top = map.infinite() ? (empty ? 0 : minY) : 0;
        double right = map.infinite() ? (empty ? 0 : maxX) : map.width();
        double bottom = map.infinite() ? (empty ? 0 : maxY) : map.height();
        return new Box(
                origin.x() + left,
                origin.y() + top,
                origin.z(),
                origin.x() + right,
                origin.y() + bottom,
                origin.z() + size.z());
    }
}
