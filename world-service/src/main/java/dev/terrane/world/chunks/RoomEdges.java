package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.chunks.store.ChunkStore.Range;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.chunks.store.OutsideStore;
import dev.terrane.world.chunks.store.OutsideStore.Standing;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.GridUse;
import dev.terrane.world.definitions.OutsideRoom;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.Side;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.WorldContents;
import dev.terrane.world.flags.Viewer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Judges changes of definitions by the chunks there are. Where an object stands is asked of the
 * index, which changes with its chunk.
 */
@Component
public final class RoomEdges implements WorldContents, GridUse {
    private static final int PAGE = 256;

    private final OutsideStore outside;
    private final ObjectStore objects;
    private final HistoryStore history;
    private final WriteBehind writeBehind;

    /** Makes a judge over a store. */
    public RoomEdges(
            OutsideStore outside,
            ObjectStore objects,
            HistoryStore history,
            WriteBehind writeBehind) {
        this.outside = outside;
        this.objects = objects;
        this.history = history;
        this.writeBehind = writeBehind;
    }

    @Override
    public <T> T between(WorldId world, Supplier<T> change) {
        return writeBehind.between(world, change);
    }

    @Override
    public Optional<String> find(WorldId world) {
        if (outside.hasChunk(world)) {
            return Optional.of("a chunk");
        }
        return history.scan(Scope.of(world), "", 1).isEmpty()
                ? Optional.empty()
                : Optional.of("the history of a chunk");
    }

    @Override
    public List<OutsideRoom> listOutside(
            World world, Room room, Box bounds, Viewer viewer, int limit) {
        Cut cut = new Cut(world.grid(), room.bounds(), bounds);
        Range inside = inside(world.grid(), bounds);
        List<OutsideRoom> found = new ArrayList<>();
        ChunkCoord after = Range.ALL.min();
        List<ChunkKey> page;
        do {
            page = outside.listChunks(room.key(), inside, after, PAGE);
            judge(page, cut, viewer, found);
            after = page.isEmpty() ? after : page.getLast().coord();
        } while (page.size() == PAGE && found.size() < limit);
        return found.size() > limit ? found.subList(0, limit) : found;
    }

    private void judge(List<ChunkKey> page, Cut cut, Viewer viewer, List<OutsideRoom> found) {
        Map<ChunkKey, Side> parted = new HashMap<>();
        for (ChunkKey key : page) {
            cut.through(key).ifPresent(side -> parted.put(key, side));
        }
        Set<ChunkKey> gated = objects.listGated(parted.keySet(), viewer);
        Map<ChunkKey, List<Standing>> standing =
                outside.listObjects(
                        parted.keySet().stream().filter(key -> !gated.contains(key)).toList(),
                        cut.bounds());
        for (ChunkKey key : page) {
            Optional<Side> off = cut.off(key);
            Side side = parted.get(key);
            if (off.isPresent()) {
                found.add(new OutsideRoom.WholeChunk(key, off.get()));
            } else if (side != null && gated.contains(key)) {
                found.add(new OutsideRoom.GatedChunk(key, side));
            }
            for (Standing object : standing.getOrDefault(key, List.of())) {
                found.add(cut.object(key, object));
            }
        }
    }

    /** From a room's bounds to others. */
    private record Cut(ChunkGrid grid, Box old, Box bounds) {
        /** Behind which side a chunk lies as a whole; empty if it meets the room. */
        Optional<Side> off(ChunkKey key) {
            return Side.behind(box(key), bounds);
        }

        /** Which side cuts off a part of a chunk where something may stand; none if it is off. */
        Optional<Side> through(ChunkKey key) {
            Box box = box(key);
            return box.intersects(bounds) && box.intersects(old)
                    ? Side.beyond(common(box, old), bounds)
                    : Optional.empty();
        }

        OutsideRoom object(ChunkKey key, Standing object) {
            double x = object.at().x();
            double y = object.at().y();
            double z = object.at().z();
            return new OutsideRoom.StandingObject(
                    key, Side.behind(x, y, z, bounds).orElseThrow(), object.id(), x, y, z);
        }

        private Box box(ChunkKey key) {
            return grid.findBounds(key.coord()).orElseThrow();
        }

        /** What two boxes share, which is more than a boundary. */
        private static Box common(Box one, Box other) {
            return new Box(
                    Math.max(one.minX(), other.minX()),
                    Math.max(one.minY(), other.minY()),
                    Math.max(one.minZ(), other.minZ()),
                    Math.min(one.maxX(), other.maxX()),
                    Math.min(one.maxY(), other.maxY()),
                    Math.min(one.maxZ(), other.maxZ()));
        }
    }

    /** Coordinates of chunks that lie in a box as a whole; a range with no member if none does. */
    private static Range inside(ChunkGrid grid, Box box) {
        ChunkGrid.Origin origin = grid.origin();
        return new Range(
                new ChunkCoord(
                        first(box.minX(), origin.x(), grid.size().x()),
                        first(box.minY(), origin.y(), grid.size().y()),
                        first(box.minZ(), origin.z(), grid.size().z())),
                new ChunkCoord(
                        last(box.maxX(), origin.x(), grid.size().x()),
                        last(box.maxY(), origin.y(), grid.size().y()),
                        last(box.maxZ(), origin.z(), grid.size().z())));
    }

    /** The first chunk that begins at or after a position: the quotient may be off by one. */
    private static int first(double min, double origin, int side) {
        long index = (long) Math.ceil((min - origin) / side);
        while (origin + (double) (index * side) < min) {
            index++;
        }
        return Math.clamp(index, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** The last chunk that ends at or before a position. */
    private static int last(double max, double origin, int side) {
        long index = (long) Math.floor((max - origin) / side) - 1;
        while (origin + (double) ((index + 1) * side) > max) {
            index--;
        }
        return Math.clamp(index, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
}
