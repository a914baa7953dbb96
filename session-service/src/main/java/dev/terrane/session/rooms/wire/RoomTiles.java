package dev.terrane.session.rooms.wire;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.session.colliders.SolidGrid;
import dev.terrane.core.session.colliders.TileColliders;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.RoomColliders;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which cells of a room are solid, chunk by chunk: the cells with z = 0 of chunks with cz = 0, of
 * all layers. One owner.
 */
final class RoomTiles {
    private static final Comparator<At> ORDER =
            Comparator.comparingInt(At::cy).thenComparingInt(At::cx);

    private final TreeMap<At, Tiles> chunks = new TreeMap<>(ORDER);
    private @Nullable ChunkGrid grid;
    private boolean changed;

    /** Where a chunk lies. */
    record At(int cx, int cy) {}

    /** A chunk's solid cells at a revision, row by row. */
    private record Tiles(long revision, String checksum, BitSet solid) {}

    /** The revision known of a chunk, or null. */
    @Nullable Long revision(At at) {
        Tiles tiles = chunks.get(at);
        return tiles == null ? null : tiles.revision();
    }

    /** Whether the chunk is known as it is at that revision. */
    boolean knows(At at, long revision, String checksum) {
        Tiles tiles = chunks.get(at);
        return tiles != null && tiles.revision() == revision && tiles.checksum().equals(checksum);
    }

    void put(At at, long revision, String checksum, Chunk chunk) {
        grid = chunk.grid();
        chunks.put(at, new Tiles(revision, checksum, solid(chunk)));
        changed = true;
    }

    void remove(At at) {
        changed |= chunks.remove(at) != null;
    }

    /** Keeps only these. */
    void retain(Set<At> kept) {
        changed |= chunks.keySet().retainAll(kept);
    }

    /** Whether anything changed since {@link #merge} was asked last, also by what then failed. */
    boolean isChanged() {
        return changed;
    }

    private static BitSet solid(Chunk chunk) {
        var size = chunk.grid().size();
        BitSet solid = new BitSet();
        for (var layer : chunk.layers()) {
            if (layer.palette().stream().noneMatch(TileDef::solid)) {
                continue;
            }
            for (int y = 0; y < size.y(); y++) {
                for (int x = 0; x < size.x(); x++) {
                    if (layer.getTileAt(size.indexOf(x, y, 0)).solid()) {
                        solid.set(y * size.x() + x);
                    }
                }
            }
        }
        return solid;
    }

    /**
     * The merged boxes, named by the cell they begin with, counted from the room's origin, and the
     * chunks they come from.
     */
    RoomColliders.Colliders merge() {
        RoomColliders.Colliders merged = merged();
        changed = false;
        return merged;
    }

    private RoomColliders.Colliders merged() {
        ChunkGrid of = grid;
        if (chunks.isEmpty() || of == null) {
            return RoomColliders.Colliders.NONE;
        }
        List<RoomColliders.PinnedChunk> pinned = new ArrayList<>(chunks.size());
        int minX = Integer.MAX_VALUE;
        int minY = Integer.MAX_VALUE;
        int maxX = Integer.MIN_VALUE;
        int maxY = Integer.MIN_VALUE;
        for (var chunk : chunks.entrySet()) {
            At at = chunk.getKey();
            minX = Math.min(minX, at.cx());
            minY = Math.min(minY, at.cy());
            maxX = Math.max(maxX, at.cx());
            maxY = Math.max(maxY, at.cy());
            Tiles tiles = chunk.getValue();
            pinned.add(
                    new RoomColliders.PinnedChunk(
                            at.cx(), at.cy(), 0, tiles.revision(), tiles.checksum()));
        }
        int sizeX = of.size().x();
        int sizeY = of.size().y();
        long width = ((long) maxX - minX + 1) * sizeX;
        long height = ((long) maxY - minY + 1) * sizeY;
        if (width * height > SolidGrid.CELLS_MAX) {
            throw TerraneException.of(
                            CommonError.RESOURCE_EXHAUSTED, "the room is too large for one session")
                    .limit("cells", SolidGrid.CELLS_MAX, width * height)
                    .toException();
        }
        SolidGrid cells = new SolidGrid((int) width, (int) height);
        for (var chunk : chunks.entrySet()) {
            int left = (chunk.getKey().cx() - minX) * sizeX;
            int top = (chunk.getKey().cy() - minY) * sizeY;
            chunk.getValue().solid().stream()
                    .forEach(i -> cells.setSolid(left + i % sizeX, top + i / sizeX));
        }
        Vec2 origin = new Vec2(of.origin().x(), of.origin().y());
        return new RoomColliders.Colliders(
                boxes(cells, minX * sizeX, minY * sizeY, origin), pinned);
    }

    private static List<BodyDefinition> boxes(
            SolidGrid cells, int firstX, int firstY, Vec2 origin) {
        return TileColliders.merge(cells).stream()
                .map(
                        rectangle ->
                                new TileColliders.Rectangle(
                                        rectangle.x() + firstX,
                                        rectangle.y() + firstY,
                                        rectangle.width(),
                                        rectangle.height()))
                .map(
                        rectangle ->
                                TileColliders.toBody(
                                        rectangle, RoomColliders.BODY_PREFIX, origin, 1))
                .toList();
    }
}
