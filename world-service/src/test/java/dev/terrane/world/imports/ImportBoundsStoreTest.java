package dev.terrane.world.imports;

import static dev.terrane.world.imports.ImportFixture.asked;
import static dev.terrane.world.imports.Maps.ROOM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.definitions.Changed;
import dev.terrane.world.definitions.DefinitionTag;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.RoomChange;
import dev.terrane.world.definitions.RoomState;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.WorldChange;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Imports beside changes of their world and room, on both databases. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class ImportBoundsStoreTest {
    /** 2 chunks of 32 × 32, the second with an object. */
    private static final Maps MAP = Maps.of(40, 2, 1).withObject(5, "spawn", 33, 1);

    private static final ChunkKey SECOND = ChunkKey.of("isle", "main", 1, 0, 0);
    private static final Box WIDE = new Box(0, 0, 0, 40, 2, 1);
    private static final RoomChange NARROW =
            new RoomChange(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new RoomChange.Corner(32, 2, 1)));
    private static final WorldChange OTHER_GRID =
            new WorldChange(
                    Optional.empty(), Optional.of(new ChunkSize(16, 16, 1)), Optional.empty());

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

    private ImportJob start(Maps map, Mode mode, Choice prefer) {
        return world.imports.start(ROOM, map.tmx(), Maps.files(), asked(mode, prefer));
    }

    private DefinitionTag tag() {
        return world.definitions
                .findAny(ROOM.world())
                .map(World::tag)
                .orElseGet(() -> new DefinitionTag(1, "0123456789abcdef"));
    }

    private Changed<RoomState> narrow() {
        return world.definitionChanges.change(ROOM, NARROW, tag(), Viewer.LOWEST);
    }

    private Box bounds() {
        return world.definitions.find(ROOM).orElseThrow().bounds();
    }

    private void makeRoom() {
        world.definitions.create(new World(ROOM.world(), "Isle", ChunkGrid.DEFAULT, 1));
        world.definitions.create(new Room(ROOM, "Main", WIDE));
    }

    @Test
    void aRoomThatAnImportStillMakesIsNotThereToBeChanged() {
        ImportJob begun = start(MAP, Mode.COMMIT, Choice.NONE);
        List<Changed<?>> told = new ArrayList<>();
        world.imports.probe(
                (step, now) -> {
                    if (now.state() == State.COMMITTING) {
                        told.add(narrow());
                        told.add(world.definitionChanges.change(ROOM.world(), OTHER_GRID, tag()));
                    }
                });

        assertThat(world.imports.finish(begun).state()).isEqualTo(State.DONE);
        assertThat(told).isNotEmpty().allMatch(new Changed.Missing<>()::equals);
        assertThat(bounds()).isEqualTo(WIDE);
        assertThat(narrow()).isInstanceOf(Changed.Outside.class);
    }

    @Test
    void anImportThatIsNotOverHoldsTheGrid() {
        makeRoom();
        ImportJob plan = world.imports.finish(start(MAP, Mode.PLAN, Choice.NONE));
        assertThat(plan.state()).isEqualTo(State.PLANNED);

        assertThat(world.definitionChanges.change(ROOM.world(), OTHER_GRID, tag()))
                .isEqualTo(
                        new Changed.GridFixed<>(
                                true, "import " + plan.id() + ", which is not over"));
        world.imports.facade.cancel(ROOM.world(), plan.id());
        world.imports.finish(plan);

        assertThat(world.definitionChanges.change(ROOM.world(), OTHER_GRID, tag()))
                .isInstanceOf(Changed.Done.class);
        ImportJob done = world.imports.finish(start(MAP, Mode.COMMIT, Choice.NONE));
        assertThat(done.state()).as("by the new grid").isEqualTo(State.DONE);
        assertThat(world.count("chunks")).isEqualTo(3);
    }

    @Test
    void aCommitDoesNotWriteOutsideOfARoomThatShrankSinceThePlan() {
        makeRoom();
        List<Changed<?>> told = new ArrayList<>();
        ImportJob begun = start(MAP, Mode.COMMIT, Choice.NONE);
        world.imports.probe(
                (step, now) -> {
                    if (told.isEmpty() && now.state() == State.COMMITTING) {
                        told.add(narrow());
                    }
                });

        ImportJob job = world.imports.finish(begun);

        assertThat(told).allMatch(Changed.Done.class::isInstance).hasSize(1);
        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(String.valueOf(job.report().problem())).contains("outside the room");
        assertThat(world.count("chunks")).isZero();
        assertThat(bounds().maxX()).isEqualTo(32);
    }

    @Test
    void aRoomThatAnImportMadeGrowsWithItsMapAgain() {
        world.imports.finish(start(MAP, Mode.COMMIT, Choice.NONE));
        world.change(
                SECOND,
                WorldFixture.base(world.get(SECOND).head()),
                new EditRequest.Change.Delete(),
                "gone");
        assertThat(narrow()).isInstanceOf(Changed.Done.class);

        ImportJob again =
                world.imports.finish(start(MAP.with(39, 0, 2), Mode.COMMIT, Choice.THEIRS));

        assertThat(again.state()).as("%s", again.report().problem()).isEqualTo(State.DONE);
        assertThat(bounds()).isEqualTo(WIDE);
        assertThat(world.get(SECOND).chunk().objects()).hasSize(1);
        assertThat(narrow()).isInstanceOf(Changed.Outside.class);
    }
}
