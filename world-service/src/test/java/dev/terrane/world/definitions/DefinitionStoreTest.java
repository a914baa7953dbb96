package dev.terrane.world.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of worlds and rooms, on both databases. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class DefinitionStoreTest {
    private static final ChunkGrid GRID =
            new ChunkGrid(new ChunkSize(16, 8, 2), new ChunkGrid.Origin(-0.5, 4, 1));
    private static final World WORLD = new World(new WorldId("w"), "Wörld", GRID, 1);
    private static final Room ROOM =
            new Room(RoomKey.of("w", "r"), "Room", new Box(-1.5, 0, 0, 100, 50.25, 2));

    @Parameter Databases.Engine engine;
    @TempDir Path folder;
    private WorldFixture world;

    @BeforeEach
    void open() {
        world = WorldFixture.open(engine.open(folder));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void creationIsIdempotentById() {
        assertThat(world.definitions.create(WORLD)).isEqualTo(new Created.Present<>(WORLD));
        assertThat(world.definitions.create(WORLD)).isEqualTo(new Created.Present<>(WORLD));
        assertThat(world.definitions.create(new World(WORLD.id(), "Other", GRID, 1)))
                .isEqualTo(new Created.Differs<>(WORLD));
        assertThat(world.definitions.find(WORLD.id())).contains(WORLD);
    }

    @Test
    void roomsBelongToAWorldAndRaiseItsRevision() {
        assertThat(world.definitions.create(ROOM)).isEqualTo(new Created.NoWorld<>());
        world.definitions.create(WORLD);

        Created<RoomState> made = new Created.Present<>(new RoomState(ROOM, 2));
        assertThat(world.definitions.create(ROOM)).isEqualTo(made);
        assertThat(world.definitions.create(ROOM)).isEqualTo(made);
        assertThat(world.definitions.create(new Room(RoomKey.of("w", "s"), "Room", ROOM.bounds())))
                .isEqualTo(new Created.NameTaken<>("Room"));
        assertThat(world.definitions.create(new Room(ROOM.key(), "Hall", ROOM.bounds())))
                .isEqualTo(new Created.Differs<>(new RoomState(ROOM, 2)));
        assertThat(world.definitions.find(ROOM.key())).contains(ROOM);
        assertThat(world.definitions.findState(ROOM.key())).contains(new RoomState(ROOM, 2));
        assertThat(world.definitions.listRooms(WORLD.id(), "", 9))
                .containsExactly(new RoomState(ROOM, 2));
        assertThat(world.definitions.find(WORLD.id()).orElseThrow().revision()).isEqualTo(2);
    }

    @Test
    void listsArePagedByIdInByteOrder() {
        for (String id : new String[] {"b", "B", "_", "a-1", "10", "9"}) {
            world.definitions.create(new World(new WorldId(id), "World", GRID, 1));
        }

        assertThat(world.definitions.listWorlds("", 4))
                .extracting(found -> found.id().value())
                .containsExactly("10", "9", "B", "_");
        assertThat(world.definitions.listWorlds("_", 4))
                .extracting(found -> found.id().value())
                .containsExactly("a-1", "b");
    }
}
