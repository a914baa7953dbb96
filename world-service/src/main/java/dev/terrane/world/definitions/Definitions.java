package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.definitions.store.DefinitionStore;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Creates and finds worlds and rooms. May be called by any thread; inside a write of {@link
 * StoreThreads} it joins that transaction.
 */
@Component
public final class Definitions {
    private final StoreThreads threads;
    private final DefinitionStore store;
    private final InstantSource clock;
    private final Map<WorldId, Durability> durabilities = new ConcurrentHashMap<>();

    /** Makes the facade over a store. */
    public Definitions(StoreThreads threads, DefinitionStore store, InstantSource clock) {
        this.threads = threads;
        this.store = store;
        this.clock = clock;
    }

    /** Creates a world unless an equal one exists; its revision is 1 whatever is given. */
    public Created<World> create(World world) {
        return threads.write(
                () -> {
                    if (store.insert(world, clock.millis())) {
                        return new Created.Present<>(store.find(world.id()).orElseThrow());
                    }
                    Optional<World> existing = store.find(world.id());
                    if (existing.isEmpty()) {
                        return new Created.Importing<>();
                    }
                    return existing.get().sameAs(world)
                            ? new Created.Present<>(existing.get())
                            : new Created.Differs<>(existing.get());
                });
    }

    /**
     * When changes of a world's chunks are acknowledged. Asked for every change, hence kept; on
     * PostgreSQL, where other instances could change it, it is always after the commit.
     */
    public Durability durability(WorldId id) {
        if (threads.kind() == DatabaseKind.POSTGRESQL) {
            return Durability.COMMITTED;
        }
        Durability kept = durabilities.get(id);
        if (kept != null) {
            return kept;
        }
        Optional<World> world = find(id);
        world.ifPresent(found -> durabilities.putIfAbsent(id, found.durability()));
        return world.map(World::durability).orElse(Durability.COMMITTED);
    }

    /** Whether this process is the only one on its database. */
    public boolean isEmbedded() {
        return threads.kind() == DatabaseKind.SQLITE;
    }

    /** Says when changes are acknowledged from now on; empty if there is no such world. */
    public Optional<World> setDurability(WorldId id, Durability durability) {
        Optional<World> world =
                threads.write(
                        () -> {
                            store.setDurability(id, durability, clock.millis());
                            return store.find(id);
                        });
        world.ifPresent(_ -> durabilities.put(id, durability));
        return world;
    }

    /** Creates a room unless an equal one exists; raises the world's revision. */
    public Created<RoomState> create(Room room) {
        return threads.write(() -> createNow(room));
    }

    private Created<RoomState> createNow(Room room) {
        store.lock(room.key().world());
        Optional<World> world = store.find(room.key().world());
        if (world.isEmpty()) {
            return new Created.NoWorld<>();
        }
        Optional<Room> existing = store.find(room.key());
        if (existing.isPresent()) {
            RoomState there = new RoomState(existing.get(), world.get().tag());
            return existing.get().equals(room)
                    ? new Created.Present<>(there)
                    : new Created.Differs<>(there);
        }
        if (store.isHidden(room.key())) {
            return new Created.Importing<>();
        }
        return store.insert(room, clock.millis())
                ? new Created.Present<>(
                        new RoomState(room, store.find(room.key().world()).orElseThrow().tag()))
                : new Created.NameTaken<>(room.name());
    }

    /**
     * Inside a write: keeps the definitions of worlds as they are until it ends, for who changes
     * their chunks by them. Before any chunk is locked.
     */
    public void hold(Collection<WorldId> worlds) {
        store.hold(worlds);
    }

    /**
     * Inside a write: makes a room, and its world if that is absent, that nobody sees until {@link
     * #show}. The world as it is there now, or empty when the room's id or name is taken.
     */
    public Optional<World> createHidden(World world, Room room) {
        if (store.insert(world, clock.millis())) {
            store.hide(world.id());
        } else {
            store.lock(world.id());
        }
        if (!store.insert(room, clock.millis())) {
            return Optional.empty();
        }
        store.hide(room.key());
        return store.findAny(world.id());
    }

    /** Inside a write: shows a room that was made hidden, and its world; false if it is not. */
    public boolean show(RoomKey key) {
        return store.show(key, clock.millis());
    }

    /**
     * Inside a write, before it changes chunks there: makes a room reach as far as a box too;
     * raises the world's revision.
     */
    public void grow(RoomKey key, Box box) {
        if (findShort(key, box).isEmpty()) {
            return;
        }
        store.lockContents(key.world());
        findShort(key, box)
                .ifPresent(room -> store.resize(key, room.bounds().union(box), clock.millis()));
    }

    /** The room, if it does not reach as far. */
    private Optional<Room> findShort(RoomKey key, Box box) {
        return store.find(key).filter(room -> !room.bounds().encloses(box));
    }

    /** Inside a write: takes a hidden room away, and its world if that has no other room. */
    public void dropHidden(RoomKey key) {
        store.dropHidden(key);
    }

    /** Whether an import that is not done makes the room: it is not there for anybody else. */
    public boolean isHidden(RoomKey key) {
        return threads.read(() -> store.isHidden(key));
    }

    /** The world with this id, also one that an import still makes. */
    public Optional<World> findAny(WorldId id) {
        return threads.read(() -> store.findAny(id));
    }

    /** The room with this key, also one that an import still makes. */
    public Optional<Room> findAny(RoomKey key) {
        return threads.read(() -> store.findAny(key));
    }

    /** The world with this id. */
    public Optional<World> find(WorldId id) {
        return threads.read(() -> store.find(id));
    }

    /** The room with this key. */
    public Optional<Room> find(RoomKey key) {
        return threads.read(() -> store.find(key));
    }

    /** The room with this key and the state of its world, of one moment. */
    public Optional<RoomState> findState(RoomKey key) {
        return threads.read(
                () ->
                        store.find(key)
                                .flatMap(
                                        room ->
                                                store.find(key.world())
                                                        .map(World::tag)
                                                        .map(at -> new RoomState(room, at))));
    }

    /** Up to {@code limit} worlds in the order of their ids, after the one named. */
    public List<World> listWorlds(String after, int limit) {
        return threads.read(() -> store.listWorlds(after, limit));
    }

    /**
     * Up to {@code limit} rooms in the order of their ids, after the one named; none of a world
     * that is not there.
     */
    public List<RoomState> listRooms(WorldId world, String after, int limit) {
        return threads.read(
                () ->
                        store.find(world).stream()
                                .flatMap(
                                        found ->
                                                store.listRooms(world, after, limit).stream()
                                                        .map(
                                                                room ->
                                                                        new RoomState(
                                                                                room, found.tag())))
                                .toList());
    }
}
