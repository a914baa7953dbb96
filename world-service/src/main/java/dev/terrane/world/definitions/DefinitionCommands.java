package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.world.flags.Viewer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** {@link Definitions} for the edge: the outcome wanted, or a refusal. */
@Component
public final class DefinitionCommands {
    private final Definitions definitions;
    private final DefinitionChanges changes;
    private final OtherWorlds others;

    /** Makes the edge of the facades. */
    public DefinitionCommands(
            Definitions definitions, DefinitionChanges changes, OtherWorlds others) {
        this.definitions = definitions;
        this.changes = changes;
        this.others = others;
    }

    /** The created world, or the equal one that was there. */
    public World create(World world) {
        if (world.durability() == Durability.WRITE_BEHIND) {
            requireWriteBehind();
        }
        Optional<Created<World>> elsewhere =
                definitions.findAny(world.id()).isPresent()
                        ? Optional.empty()
                        : others.create(world);
        return present(
                "world " + world.id(),
                world.id(),
                elsewhere.orElseGet(() -> definitions.create(world)));
    }

    /** Up to {@code limit} worlds in the order of their ids, after the one named. */
    public List<World> listWorlds(String after, int limit) {
        List<World> shared = definitions.listWorlds(after, limit);
        List<World> other = others.list(after, limit);
        if (other.isEmpty()) {
            return shared; // In the database's own order.
        }
        return Stream.concat(shared.stream(), other.stream())
                .sorted(Comparator.comparing(world -> world.id().value()))
                .limit(limit)
                .toList();
    }

    /** Refuses on a database that has no write-behind. */
    public void requireWriteBehind() {
        if (!definitions.isEmbedded()) {
            throw TerraneException.of(
                            WorldError.SQLITE_ONLY,
                            "write-behind is for SQLite: on PostgreSQL several instances share the"
                                    + " database, and what one has only in memory the others"
                                    + " would not see")
                    .field("durability")
                    .toException();
        }
    }

    /** The created room, or the equal one that was there. */
    public RoomState create(Room room) {
        Box box = room.bounds();
        for (Side side : Side.values()) {
            if (Math.abs(side.of(box)) > Room.SIDE_MAX) {
                throw outOfReach(side.of(box)).toException();
            }
        }
        if (box.minX() >= box.maxX() || box.minY() >= box.maxY() || box.minZ() >= box.maxZ()) {
            throw Requests.bad("bounds", "a room has a length along x, y and z, not " + box);
        }
        return present("room " + room.key(), room.key().world(), definitions.create(room));
    }

    private static TerraneException.Builder outOfReach(double side) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "room bounds lie within ±16,777,216 world units, not at " + side)
                .field("bounds")
                .limit("roomSideMax", (long) Room.SIDE_MAX, (long) Math.abs(side));
    }

    /** Changes a world that was in a state. */
    public Changed<World> change(WorldId id, WorldChange change, DefinitionTag expected) {
        return changes.change(id, change, expected);
    }

    /**
     * Changes a room whose world's definitions were in a state.
     *
     * @param pointer how the caller's request names a side
     */
    public Changed<RoomState> change(
            RoomKey key,
            RoomChange change,
            DefinitionTag expected,
            Viewer viewer,
            Function<Side, String> pointer) {
        for (Side side : Side.values()) {
            Optional<Double> at = change.find(side);
            if (at.isPresent() && !(Math.abs(at.get()) <= Room.SIDE_MAX)) {
                throw outOfReach(at.get()).pointer(pointer.apply(side)).toException();
            }
        }
        return changes.change(key, change, expected, viewer);
    }

    /** The world with this id. */
    public World get(WorldId id) {
        return definitions.find(id).orElseThrow(() -> Requests.notFound("world", id));
    }

    /** The room with this key. */
    public Room get(RoomKey key) {
        return definitions.find(key).orElseThrow(() -> Requests.notFound("room", key));
    }

    /** The room with this key and the state of its world. */
    public RoomState getState(RoomKey key) {
        return definitions.findState(key).orElseThrow(() -> Requests.notFound("room", key));
    }

    private static <T> T present(String what, WorldId world, Created<T> created) {
        return switch (created) {
            case Created.Present<T>(T value) -> value;
            case Created.Differs<T> _ ->
                    throw TerraneException.of(
                                    WorldError.DEFINITION_CONFLICT,
                                    what + " exists with another definition")
                            .toException();
            case Created.NameTaken<T>(String name) -> throw Requests.nameTaken(name);
            case Created.Importing<T>() ->
                    throw TerraneException.of(
                                    WorldError.DEFINITION_CONFLICT,
                                    what + " is being made by an import")
                            .toException();
            case Created.NoWorld<T>() -> throw Requests.notFound("world", world);
        };
    }
}
