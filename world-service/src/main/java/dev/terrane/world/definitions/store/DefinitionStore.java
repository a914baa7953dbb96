package dev.terrane.world.definitions.store;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Worlds and rooms in the database; call inside work of StoreThreads. */
@Repository
public final class DefinitionStore {
    private static final String INSERT_WORLD =
            """
            INSERT INTO worlds (id, name, chunk_size_x, chunk_size_y, chunk_size_z,
                                origin_x, origin_y, origin_z, revision, created_at, updated_at,
                                durability)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """;
    private static final String WORLD_COLUMNS =
            """
            SELECT id, name, chunk_size_x, chunk_size_y, chunk_size_z,
                   origin_x, origin_y, origin_z, revision, durability, updated_at
            FROM worlds
            """;
    private static final String OPEN = " AND state = 'open' ";
    private static final String FIND_ANY_WORLD = WORLD_COLUMNS + "WHERE id = ?";
    private static final String FIND_WORLD = FIND_ANY_WORLD + OPEN;
    private static final String LIST_WORLDS =
            WORLD_COLUMNS + "WHERE id > ?" + OPEN + "ORDER BY id LIMIT ?";
    private static final String INSERT_ROOM =
            """
            INSERT INTO rooms (world_id, id, name, bounds_min_x, bounds_min_y, bounds_min_z,
                               bounds_max_x, bounds_max_y, bounds_max_z, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;
    private static final String TOUCH_WORLD =
            "UPDATE worlds SET revision = revision + 1, updated_at = ? WHERE id = ?";
    private static final String SET_DURABILITY =
            """
            UPDATE worlds SET durability = ?, revision = revision + 1, updated_at = ? WHERE id = ?
            """;
    private static final String ROOM_COLUMNS =
            """
            SELECT world_id, id, name, bounds_min_x, bounds_min_y, bounds_min_z,
                   bounds_max_x, bounds_max_y, bounds_max_z
            FROM rooms
            """;
    private static final String FIND_ANY_ROOM = ROOM_COLUMNS + "WHERE world_id = ? AND id = ?";
    private static final String FIND_ROOM = FIND_ANY_ROOM + OPEN;
    private static final String LIST_ROOMS =
            ROOM_COLUMNS + "WHERE world_id = ? AND id > ?" + OPEN + "ORDER BY id LIMIT ?";
    private static final String HIDE_WORLD = "UPDATE worlds SET state = 'importing' WHERE id = ?";
    private static final String HIDE_ROOM =
            "UPDATE rooms SET state = 'importing' WHERE world_id = ? AND id = ?";
    private static final String SHOW_ROOM =
            """
            UPDATE rooms SET state = 'open', updated_at = ?
            WHERE world_id = ? AND id = ? AND state = 'importing'
            """;
    private static final String SHOW_WORLD =
            "UPDATE worlds SET state = 'open', updated_at = ? WHERE id = ? AND state = 'importing'";
    private static final String DROP_ROOM =
            "DELETE FROM rooms WHERE world_id = ? AND id = ? AND state = 'importing'";
    private static final String DROP_WORLD =
            """
            DELETE FROM worlds WHERE id = ? AND state = 'importing'
            AND NOT EXISTS (SELECT 1 FROM rooms WHERE world_id = worlds.id)
            """;
    private static final String RESIZE =
            """
            UPDATE rooms SET bounds_min_x = ?, bounds_min_y = ?, bounds_min_z = ?,
                bounds_max_x = ?, bounds_max_y = ?, bounds_max_z = ?, updated_at = ?
            WHERE world_id = ? AND id = ?
            """;
    private static final String IS_HIDDEN =
            "SELECT COUNT(*) FROM rooms WHERE world_id = ? AND id = ? AND state = 'importing'";

    private static final String UPDATE_WORLD =
            """
            UPDATE worlds SET name = ?, chunk_size_x = ?, chunk_size_y = ?, chunk_size_z = ?,
                origin_x = ?, origin_y = ?, origin_z = ?, revision = revision + 1, updated_at = ?
            WHERE id = ?
            """;
    private static final String RENAME_ROOM =
            "UPDATE rooms SET name = ?, updated_at = ? WHERE world_id = ? AND id = ?";
    private static final String IS_NAME_TAKEN =
            "SELECT COUNT(*) FROM rooms WHERE world_id = ? AND name = ?";
    private static final String LOCK_WORLD = "SELECT id FROM worlds WHERE id = ? FOR UPDATE";

    /** The seed tells a world's lock from those of chunks, which have the seed 0. */
    private static final String LOCK_CONTENTS =
            "SELECT pg_advisory_xact_lock(hashtextextended(?, 1))";

    private static final String HOLD_CONTENTS =
            "SELECT pg_advisory_xact_lock_shared(hashtextextended(?, 1))";

    private final JdbcTemplate jdbc;
    private final DatabaseKind kind;

    /** Makes a store over the service's database. */
    public DefinitionStore(JdbcTemplate jdbc, StoreThreads threads) {
        this.jdbc = jdbc;
        this.kind = threads.kind();
    }

    /**
     * Keeps other changes of the definitions of a world and its rooms waiting until this
     * transaction ends. On SQLite, which has one writer, they wait anyway; so they do in the two
     * that follow.
     */
    public void lock(WorldId id) {
        if (kind == DatabaseKind.POSTGRESQL) {
            jdbc.query(LOCK_WORLD, _ -> {}, id.value());
        }
    }

    /**
     * Keeps changes of the world's chunks waiting too, and waits for those that run. Not in a
     * transaction that has changed chunks: two of them would wait for each other.
     */
    public void lockContents(WorldId id) {
        lock(id);
        if (kind == DatabaseKind.POSTGRESQL) {
            jdbc.query(LOCK_CONTENTS, _ -> {}, id.value());
        }
    }

    /**
     * Keeps the definitions of worlds as they are while their chunks change; before any lock of a
     * chunk is taken, so that nobody waits in a circle.
     */
    public void hold(Collection<WorldId> ids) {
        if (kind == DatabaseKind.POSTGRESQL) {
            ids.stream()
                    .map(WorldId::value)
                    .distinct()
                    .sorted()
                    .forEach(id -> jdbc.query(HOLD_CONTENTS, _ -> {}, id));
        }
    }

    /** False if the id is taken. */
    public boolean insert(World world, long now) {
        ChunkSize size = world.grid().size();
        ChunkGrid.Origin origin = world.grid().origin();
        return jdbc.update(
                        INSERT_WORLD,
                        world.id().value(),
                        world.name(),
                        size.x(),
                        size.y(),
                        size.z(),
                        origin.x(),
                        origin.y(),
                        origin.z(),
                        now,
                        now,
                        world.durability().storedName())
                == 1;
    }

    /** Says when changes of the world's chunks are acknowledged. */
    public void setDurability(WorldId id, Durability durability, long now) {
        jdbc.update(SET_DURABILITY, durability.storedName(), now, id.value());
    }

    /** False if the id or the name is taken in its world. */
    public boolean insert(Room room, long now) {
        Box box = room.bounds();
        boolean inserted =
                jdbc.update(
                                INSERT_ROOM,
                                room.key().world().value(),
                                room.key().room().value(),
                                room.name(),
                                box.minX(),
                                box.minY(),
                                box.minZ(),
                                box.maxX(),
                                box.maxY(),
                                box.maxZ(),
                                now,
                                now)
                        == 1;
        if (inserted) {
            jdbc.update(TOUCH_WORLD, now, room.key().world().value());
        }
        return inserted;
    }

    /** The world with this id. */
    public Optional<World> find(WorldId id) {
        return jdbc.query(FIND_WORLD, DefinitionStore::world, id.value()).stream().findFirst();
    }

    /** The room with this key. */
    public Optional<Room> find(RoomKey key) {
        return jdbc
                .query(FIND_ROOM, DefinitionStore::room, key.world().value(), key.room().value())
                .stream()
                .findFirst();
    }

    /** The world with this id, also one that an import still makes. */
    public Optional<World> findAny(WorldId id) {
        return jdbc.query(FIND_ANY_WORLD, DefinitionStore::world, id.value()).stream().findFirst();
    }

    /** The room with this key, also one that an import still makes. */
    public Optional<Room> findAny(RoomKey key) {
        return jdbc
                .query(
                        FIND_ANY_ROOM,
                        DefinitionStore::room,
                        key.world().value(),
                        key.room().value())
                .stream()
                .findFirst();
    }

    /** Whether an import still makes the room. */
    public boolean isHidden(RoomKey key) {
        Long hidden =
                jdbc.queryForObject(IS_HIDDEN, Long.class, key.world().value(), key.room().value());
        return hidden != null && hidden > 0;
    }

    /** Keeps a world that was just made from being seen. */
    public void hide(WorldId id) {
        jdbc.update(HIDE_WORLD, id.value());
    }

    /** Keeps a room that was just made from being seen. */
    public void hide(RoomKey key) {
        jdbc.update(HIDE_ROOM, key.world().value(), key.room().value());
    }

    /** Shows a hidden room, and its world if that is hidden too; false if there is none. */
    public boolean show(RoomKey key, long now) {
        boolean shown = jdbc.update(SHOW_ROOM, now, key.world().value(), key.room().value()) == 1;
        if (shown) {
            jdbc.update(SHOW_WORLD, now, key.world().value());
        }
        return shown;
    }

    /** Gives a room other bounds. */
    public void resize(RoomKey key, Box box, long now) {
        jdbc.update(
                RESIZE,
                box.minX(),
                box.minY(),
                box.minZ(),
                box.maxX(),
                box.maxY(),
                box.maxZ(),
                now,
                key.world().value(),
                key.room().value());
        jdbc.update(TOUCH_WORLD, now, key.world().value());
    }

    /** Writes what a world is now, and raises its revision. */
    public void update(World world, long now) {
        ChunkSize size = world.grid().size();
        ChunkGrid.Origin origin = world.grid().origin();
        jdbc.update(
                UPDATE_WORLD,
                world.name(),
                size.x(),
                size.y(),
                size.z(),
                origin.x(),
                origin.y(),
                origin.z(),
                now,
                world.id().value());
    }

    /** Writes what a room is now, and raises its world's revision. */
    public void update(Room room, long now) {
        jdbc.update(
                RENAME_ROOM,
                room.name(),
                now,
                room.key().world().value(),
                room.key().room().value());
        resize(room.key(), room.bounds(), now);
    }

    /** Whether a room of the world has this name, also one that an import still makes. */
    public boolean isNameTaken(WorldId world, String name) {
        Long taken = jdbc.queryForObject(IS_NAME_TAKEN, Long.class, world.value(), name);
        return taken != null && taken > 0;
    }

    /** Takes a hidden room away, and its world if that is hidden and has no other. */
    public void dropHidden(RoomKey key) {
        jdbc.update(DROP_ROOM, key.world().value(), key.room().value());
        jdbc.update(DROP_WORLD, key.world().value());
    }

    /** Worlds in the order of their ids. */
    public List<World> listWorlds(String after, int limit) {
        return jdbc.query(LIST_WORLDS, DefinitionStore::world, after, limit);
    }

    /** Rooms in the order of their ids. */
    public List<Room> listRooms(WorldId world, String after, int limit) {
        return jdbc.query(LIST_ROOMS, DefinitionStore::room, world.value(), after, limit);
    }

    private static World world(ResultSet row, int number) throws SQLException {
        return new World(
                new WorldId(row.getString(1)),
                row.getString(2),
                new ChunkGrid(
                        new ChunkSize(row.getInt(3), row.getInt(4), row.getInt(5)),
                        new ChunkGrid.Origin(row.getDouble(6), row.getDouble(7), row.getDouble(8))),
                row.getLong(9),
                Durability.find(row.getString(10)).orElseThrow(),
                row.getLong(11));
    }

    private static Room room(ResultSet row, int number) throws SQLException {
        return new Room(
                RoomKey.of(row.getString(1), row.getString(2)),
                row.getString(3),
                new Box(
                        row.getDouble(4),
                        row.getDouble(5),
                        row.getDouble(6),
                        row.getDouble(7),
                        row.getDouble(8),
                        row.getDouble(9)));
    }
}
