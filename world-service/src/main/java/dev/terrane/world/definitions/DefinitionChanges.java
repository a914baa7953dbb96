package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.definitions.store.DefinitionStore;
import dev.terrane.world.flags.Viewer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Changes worlds and rooms. Each change is one transaction that no change of the world's chunks
 * runs beside, of this process or another: what it finds in the room is what will be there. May be
 * called by any thread but the store's.
 *
 * <p>A change names the state it was made for. One that holds already is done whatever the state is
 * now: it overwrites nothing, and so a retry is safe.
 */
@Component
public final class DefinitionChanges {
    /** How much of what would lie outside is listed. */
    public static final int LISTED_MAX = 64;

    private final StoreThreads threads;
    private final DefinitionStore store;
    private final WorldContents contents;
    private final List<GridUse> gridUses;
    private final InstantSource clock;

    /** Makes the facade over a store. */
    public DefinitionChanges(
            StoreThreads threads,
            DefinitionStore store,
            WorldContents contents,
            List<GridUse> gridUses,
            InstantSource clock) {
        this.threads = threads;
        this.store = store;
        this.contents = contents;
        this.gridUses = List.copyOf(gridUses);
        this.clock = clock;
    }

    /** Changes a world that was in a state. */
    public Changed<World> change(WorldId id, WorldChange change, DefinitionTag expected) {
        return contents.between(id, () -> threads.write(() -> changeNow(id, change, expected)));
    }

    private Changed<World> changeNow(WorldId id, WorldChange change, DefinitionTag expected) {
        store.lockContents(id);
        Optional<World> found = store.find(id);
        if (found.isEmpty()) {
            return new Changed.Missing<>();
        }
        World now = found.get();
        World wanted = change.on(now);
        if (wanted.equals(now) && isRepeat(change.isEmpty(), now, expected)) {
            return new Changed.Done<>(now, false);
        }
        if (!now.tag().equals(expected)) {
            return new Changed.Stale<>(now.tag());
        }
        if (!wanted.grid().equals(now.grid())) {
            Optional<String> use =
                    gridUses.stream().flatMap(known -> known.find(id).stream()).findFirst();
            if (use.isPresent()) {
                boolean size = !wanted.grid().size().equals(now.grid().size());
                return new Changed.GridFixed<>(size, use.get());
            }
        }
        store.update(wanted, clock.millis());
        return new Changed.Done<>(store.find(id).orElseThrow(), true);
    }

    /** Changes a room whose world's definitions were in a state. */
    public Changed<RoomState> change(
            RoomKey key, RoomChange change, DefinitionTag expected, Viewer viewer) {
        return contents.between(
                key.world(), () -> threads.write(() -> changeNow(key, change, expected, viewer)));
    }

    private Changed<RoomState> changeNow(
            RoomKey key, RoomChange change, DefinitionTag expected, Viewer viewer) {
        store.lockContents(key.world());
        Optional<World> world = store.find(key.world());
        Optional<Room> found = store.find(key);
        if (world.isEmpty() || found.isEmpty()) {
            return new Changed.Missing<>();
        }
        World definitions = world.get();
        Room now = found.get();
        Optional<Side> flat = change.findFlat(now);
        if (flat.isPresent()) {
            return definitions.tag().equals(expected)
                    ? new Changed.Flat<>(flat.get())
                    : new Changed.Stale<>(definitions.tag());
        }
        Room wanted = change.on(now);
        if (wanted.equals(now) && isRepeat(change.isEmpty(), definitions, expected)) {
            return new Changed.Done<>(new RoomState(now, definitions.tag()), false);
        }
        if (!definitions.tag().equals(expected)) {
            return new Changed.Stale<>(definitions.tag());
        }
        if (!wanted.name().equals(now.name()) && store.isNameTaken(key.world(), wanted.name())) {
            return new Changed.NameTaken<>(wanted.name());
        }
        Box bounds = wanted.bounds();
        if (!bounds.encloses(now.bounds())) {
            List<OutsideRoom> outside =
                    contents.listOutside(definitions, now, bounds, viewer, LISTED_MAX + 1);
            if (!outside.isEmpty()) {
                boolean more = outside.size() > LISTED_MAX;
                return new Changed.Outside<>(
                        bounds, more ? outside.subList(0, LISTED_MAX) : outside, more);
            }
        }
        store.update(wanted, clock.millis());
        return new Changed.Done<>(
                new RoomState(wanted, store.find(key.world()).orElseThrow().tag()), true);
    }

    private static boolean isRepeat(boolean empty, World now, DefinitionTag expected) {
        return !empty || now.tag().equals(expected);
    }
}
