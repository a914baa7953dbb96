package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.ObjectId;
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
    private final SourceMap map;
    private final ImportOptions options;
    private final ChunkGrid grid;
    private final ChunkSize size;
    private final List<SortedMap<ChunkCoord, int[]>> cells = new ArrayList<>();
    private final TreeMap<ChunkCoord, List<WorldObject>> objects = new TreeMap<>();
    private final Map<ChunkCoord, Map<ObjectId, Place>> places = new HashMap<>();
    private final Map<Integer, TileDef> tiles = new HashMap<>();
    private final TileGrid air;
    private long chunkCells;
    private int minX = Integer.MAX_VALUE;
    private int minY = Integer.MAX_VALUE;
    private int maxX = Integer.MIN_VALUE;
    private int maxY = Integer.MIN_VALUE;

    ChunkAssembler(SourceMap map, ImportOptions options) {
        this.map = map;
        this.options = options;
        this.grid = options.grid();
        this.size = grid.size();
        this.air = TileGrid.air(size.cells());
    }

    ImportOutcome.Imported assemble() {
        TreeSet<ChunkCoord> coords = new TreeSet<>();
        map.areas().forEach(area -> cover(area, coords));
        coords.addAll(map.infinite() ? map.notes().chunks() : Set.of());
        for (SourceLayer layer : map.layers()) {
            SortedMap<ChunkCoord, int[]> scattered = scatter(layer);
            cells.add(scattered);
            coords.addAll(scattered.keySet());
            requireChunks(layer.place(), coords.size());
        }
        ObjectPlacer placer = new ObjectPlacer(map, grid, this::tile);
        for (SourceObject object : map.objects()) {
            ObjectPlacer.Placed placed = placer.place(object);
            objects.computeIfAbsent(placed.coord(), coord -> new ArrayList<>())
                    .add(placed.object());
            coords.add(placed.coord());
            requireChunks(object.place(), coords.size());
            requireObjects(object, placed);
        }
        List<Chunk> chunks = new ArrayList<>(coords.size());
        for (ChunkCoord coord : coords) {
            chunks.add(chunk(coord));
            stretch(coord);
        }
        List<String> warnings = new ArrayList<>(map.warnings());
        warnings.addAll(placer.warnings());
        return new ImportOutcome.Imported(chunks, bounds(), new ObjectPlaces(places), warnings);
    }

    private void cover(SourceMap.Area area, Set<ChunkCoord> coords) {
        int left = Math.floorDiv(area.x(), size.x());
        int top = Math.floorDiv(area.y(), size.y());
        int right = Math.floorDiv(area.x() + area.width() - 1, size.x());
        int bottom = Math.floorDiv(area.y() + area.height() - 1, size.y());
        Place at = new Place(map.file(), 0, 0, "cells from " + area);
        requireChunks(at, (right - left + 1L) * (bottom - top + 1L));
        for (int cy = top; cy <= bottom; cy++) {
            for (int cx = left; cx <= right; cx++) {
                coords.add(new ChunkCoord(cx, cy, 0));
            }
        }
        requireChunks(at, coords.size());
    }

    private void requireChunks(Place at, long count) {
        if (count > options.limits().chunksMax()) {
            throw ImportFault.over(at, "chunksMax", options.limits().chunksMax(), count);
        }
    }

    /** A tile here and there must not fill the memory with the chunks around them. */
    private void requireCells(SourceLayer layer) {
        chunkCells += size.cells();
        long max = 4L * options.limits().cellsMax();
        if (chunkCells > max) {
            throw ImportFault.over(layer.place(), "cells of chunks", max, chunkCells);
        }
    }

    private void requireObjects(SourceObject object, ObjectPlacer.Placed placed) {
        int count = objects.getOrDefault(placed.coord(), List.of()).size();
        if (count > Chunk.OBJECTS_MAX) {
            throw ImportFault.over(
                    object.place(), "objects of one chunk", Chunk.OBJECTS_MAX, count);
        }
        Place other =
                places.computeIfAbsent(placed.coord(), _ -> new HashMap<>())
                        .put(placed.object().id(), object.place());
        if (other != null) {
            throw new ImportFault(
                    ImportReason.DUPLICATE_NAME,
                    object.place(),
                    "its id %s is also that of %s"
                            .formatted(placed.object().id(), other.element()));
        }
    }

    private SortedMap<ChunkCoord, int[]> scatter(SourceLayer layer) {
        TreeMap<ChunkCoord, int[]> result = new TreeMap<>();
        for (SourceLayer.Block block : layer.blocks()) {
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
                        requireChunks(layer.place(), result.size() + 1L);
                        requireCells(layer);
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

    private void requireTile(SourceLayer layer, int gid, int x, int y) {
        if (tiles.containsKey(gid)) {
            return;
        }
        try {
            tile(gid, layer.place());
        } catch (ImportFault fault) {
            throw fault.at(layer.place().within("cell (" + x + ", " + y + ")"));
        }
    }

    /** Palette entry of a gid with flip bits; its id is 1 and is replaced per palette. */
    private TileDef tile(int gid, Place place) {
        TileDef known = tiles.get(gid);
        if (known != null) {
            return known;
        }
        if ((gid & SourceMap.ROTATED_HEX) != 0) {
            throw new ImportFault(
                    ImportReason.UNSUPPORTED_FEATURE, place, "hexagonal rotation of a tile");
        }
        int plain = gid & SourceMap.GID_MASK;
        SourceMap.Found found =
                map.findTile(plain)
                        .orElseThrow(
                                () ->
                                        new ImportFault(
                                                ImportReason.UNKNOWN_TILE,
                                                place,
                                                "no tileset has tile " + plain));
        int flags =
                Tileset.flags(found.tile())
                        | ((gid & SourceMap.FLIP_HORIZONTAL) != 0 ? TileDef.FLIP_X : 0)
                        | ((gid & SourceMap.FLIP_VERTICAL) != 0 ? TileDef.FLIP_Y : 0)
                        | ((gid & SourceMap.FLIP_DIAGONAL) != 0 ? TileDef.FLIP_DIAGONAL : 0);
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
            SourceLayer layer = map.layers().get(i);
            int[] gids = cells.get(i).get(coord);
            if (gids != null || !map.notes().lacks(coord, layer.layerId())) {
                layers.add(layer(layer, coord, gids));
            }
            if (layers.size() > Chunk.LAYERS_MAX) {
                throw ImportFault.over(
                        layer.place(), "layers of one chunk", Chunk.LAYERS_MAX, layers.size());
            }
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
                    ImportReason.BAD_CHUNK, placeOf(coord), String.valueOf(e.getMessage()));
        }
    }

    /** A chunk, and what of the map is in it. */
    private Place placeOf(ChunkCoord coord) {
        Place place = new Place(map.file(), 0, 0, "");
        for (int i = cells.size() - 1; i >= 0; i--) {
            place = cells.get(i).containsKey(coord) ? map.layers().get(i).place() : place;
        }
        for (Place object : places.getOrDefault(coord, Map.of()).values()) {
            place = place.isExact() ? place : object;
        }
        return place.within("chunk " + coord);
    }

    private TileLayer layer(SourceLayer layer, ChunkCoord coord, int @Nullable [] gids) {
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        Map<Integer, Integer> ids = new HashMap<>();
        for (ExportNotes.Entry note : map.notes().palette(layer.layerId(), coord)) {
            palette.add(withId(noted(note, layer, coord), note.id()));
            ids.put(note.gid(), note.id());
        }
        TileGrid cellIds = air;
        if (gids != null) {
            for (int gid : inOrder(gids)) {
                if (!ids.containsKey(gid)) {
                    int id = palette.getLast().id() + 1;
                    if (id > 65_535) {
                        throw ImportFault.over(
                                layer.place().within("chunk " + coord), "palette ids", 65_535, id);
                    }
                    ids.put(gid, id);
                    palette.add(withId(tile(gid, layer.place()), id));
                }
            }
            cellIds =
                    TileGrid.of(Arrays.stream(gids).map(gid -> ids.getOrDefault(gid, 0)).toArray());
        }
        try {
            return new TileLayer(layer.name(), layer.layerId(), size, palette, cellIds);
        } catch (IllegalArgumentException e) {
            throw new ImportFault(
                    ImportReason.BAD_CHUNK,
                    layer.place().within("chunk " + coord),
                    String.valueOf(e.getMessage()));
        }
    }

    /** The tile of a palette entry that the map's notes state. */
    private TileDef noted(ExportNotes.Entry note, SourceLayer layer, ChunkCoord coord) {
        try {
            return tile(note.gid(), layer.place());
        } catch (ImportFault fault) {
            throw fault.at(
                    layer.place()
                            .within(
                                    "palette id %d of chunk %s in map property '%s'"
                                            .formatted(note.id(), coord, ExportNotes.PROPERTY)));
        }
    }

    private static TileDef withId(TileDef look, int id) {
        return new TileDef(id, look.assetId(), look.solid(), look.flags(), look.variants());
    }

    /** Each tile once, by number, then by flip: a rotation puts the flip bits behind the number. */
    static int[] inOrder(int[] gids) {
        return Arrays.stream(gids)
                .filter(gid -> gid != 0)
                .mapToLong(gid -> (gid & 0x0FFF_FFFFL) << 4 | gid >>> 28)
                .distinct()
                .sorted()
                .mapToInt(packed -> (int) (packed >>> 4) | (int) (packed & 15) << 28)
                .toArray();
    }

    private void stretch(ChunkCoord coord) {
        if (map.notes().bounds().isPresent() && map.notes().chunks().contains(coord)) {
            return;
        }
        minX = Math.min(minX, coord.cx() * size.x());
        minY = Math.min(minY, coord.cy() * size.y());
        maxX = Math.max(maxX, (coord.cx() + 1) * size.x());
        maxY = Math.max(maxY, (coord.cy() + 1) * size.y());
    }

    private Box bounds() {
        ChunkGrid.Origin origin = grid.origin();
        int areaMinX = Integer.MAX_VALUE;
        int areaMinY = Integer.MAX_VALUE;
        int areaMaxX = Integer.MIN_VALUE;
        int areaMaxY = Integer.MIN_VALUE;
        for (SourceMap.Area area : map.areas()) {
            areaMinX = Math.min(areaMinX, area.x());
            areaMinY = Math.min(areaMinY, area.y());
            areaMaxX = Math.max(areaMaxX, area.x() + area.width());
            areaMaxY = Math.max(areaMaxY, area.y() + area.height());
        }
        if (map.infinite() && map.notes().bounds().isPresent()) {
            return noted(origin, map.notes().bounds().get());
        }
        if (map.infinite()) {
            boolean empty = minX > maxX;
            // A map without anything still makes a room, of one cell.
            areaMinX = empty ? 0 : minX;
            areaMinY = empty ? 0 : minY;
            areaMaxX = empty ? 1 : maxX;
            areaMaxY = empty ? 1 : maxY;
        }
        return new Box(
                origin.x() + areaMinX,
                origin.y() + areaMinY,
                origin.z(),
                origin.x() + areaMaxX,
                origin.y() + areaMaxY,
                origin.z() + size.z());
    }

    /** The bounds an exported map remembers, and the chunks that were added to it since. */
    private Box noted(ChunkGrid.Origin origin, List<Double> sides) {
        return new Box(
                origin.x() + Math.min(sides.get(0), minX),
                origin.y() + Math.min(sides.get(1), minY),
                origin.z(),
                origin.x() + Math.max(sides.get(2), maxX),
                origin.y() + Math.max(sides.get(3), maxY),
                origin.z() + size.z());
    }
}
