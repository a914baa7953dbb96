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
import java.util.List;
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
    private static final World WORLD =
            new World(
                    new WorldId("w"),
                    "Wörld",
                    GRID,
                    1,
                    Durability.COMMITTED,
                    WorldFixture.START.toEpochMilli());
    private static final Room ROOM =
            new Room(RoomKey.of("w", "r"), "Room", new Box(-1.5, 0, 0, 100, 50.25, 2));

    private static final RoomState AT_2 =
            new RoomState(
                    ROOM,
                    new World(
                                    WORLD.id(),
                                    WORLD.name(),
                                    GRID,
                                    2,
                                    WORLD.durability(),
                                    WORLD.changedAtMillis())
                            .tag());

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

        Created<RoomState> made = new Created.Present<>(AT_2);
        assertThat(world.definitions.create(ROOM)).isEqualTo(made);
        assertThat(world.definitions.create(ROOM)).isEqualTo(made);
        assertThat(world.definitions.create(new Room(RoomKey.of("w", "s"), "Room", ROOM.bounds())))
                .isEqualTo(new Created.NameTaken<>("Room"));
        assertThat(world.definitions.create(new Room(ROOM.key(), "Hall", ROOM.bounds())))
                .isEqualTo(new Created.Differs<>(AT_2));
        assertThat(world.definitions.find(ROOM.key())).contains(ROOM);
        assertThat(world.definitions.findState(ROOM.key())).contains(AT_2);
        assertThat(world.definitions.listRooms(WORLD.id(), "", 9)).containsExactly(AT_2);
        assertThat(world.definitions.find(WORLD.id()).orElseThrow().revision()).isEqualTo(2);
    }

    @Test
    void aNumberThatIsGivenTwiceIsTwoTags() {
        DefinitionTag tag = WORLD.tag();
        assertThat(DefinitionTag.parse(tag.toString())).contains(tag);
        assertThat(tag.revision()).isEqualTo(1);
        assertThat(
                        List.of(
                                new World(WORLD.id(), "Wörld ", GRID, 1).tag(),
                                new World(
                                                WORLD.id(),
                                                WORLD.name(),
                                                GRID,
                                                1,
                                                WORLD.durability(),
                                                WORLD.changedAtMillis() + 1)
                                        .tag(),
                                new World(new WorldId("v"), WORLD.name(), GRID, 1).tag(),
                                tag))
                .doesNotHaveDuplicates();
        for (String none : List.of("1", "1-", "0-0123456789abcdef", tag + "0", " " + tag)) {
            assertThat(DefinitionTag.parse(none)).as(none).isEmpty();
        }
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
