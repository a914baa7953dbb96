package dev.terrane.world.imports;

import static dev.terrane.world.imports.ImportFixture.asked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.BothEmptyDatabases;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a map does not fit its room or world is named, on both databases. */
class MisfitsStoreTest extends BothEmptyDatabases {
    /** 2 chunks of 32 × 32. */
    private static final Maps MAP = Maps.of(40, 2, 1).withObject(5, "spawn", 33, 1);

    private ImportJob start(RoomKey room, String map) {
        return world.imports.start(room, map, Maps.files(), asked(Mode.COMMIT, Choice.NONE));
    }

    private ImportJob run(RoomKey room, String map) {
        return world.imports.finish(start(room, map));
    }

    @Test
    void aMapThatDoesNotFitItsRoomLeavesNothing() {
        world.withRoom();
        RoomKey narrow = RoomKey.of("w", "narrow");
        world.definitions.create(new Room(narrow, "narrow", new Box(0, 0, 0, 8, 8, 1)));

        ImportJob job = run(narrow, MAP.tmx());

        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(job.report().problem())
                .containsEntry("reason", "MISFIT")
                .containsEntry("field", "isle.tmx")
                .extractingByKey("element")
                .asString()
                .isEqualTo("chunk 2,0,0, layer 1 'ground', cell (8, 0)");
        assertThat(world.count("chunks") + world.count("import_chunks")).isZero();
    }

    /** An import that is about to write. */
    private ImportJob planned(RoomKey room, String map) {
        ImportJob begun = start(room, map);
        while (world.imports.get(begun).state() != State.COMMITTING) {
            assertThat(world.imports.step()).isTrue();
        }
        return begun;
    }

    /**
     * In one transaction, and in slices, where all chunks were counted as left and the job done.
     */
    @ParameterizedTest
    @ValueSource(ints = {4, 40})
    void aRoomThatHasVanishedSinceThePlanIsNamed(int width) {
        world.withRoom();
        RoomKey lost = RoomKey.of("w", "lost");
        world.definitions.create(new Room(lost, "lost", new Box(0, 0, 0, 64, 64, 1)));
        ImportJob begun = planned(lost, Maps.of(width, 2, 1).tmx());
        assertThat(world.imports.get(begun).sliced()).isEqualTo(width == 40);
        world.store
                .threads()
                .run(() -> world.store.template().update("DELETE FROM rooms WHERE id = 'lost'"));

        ImportJob job = world.imports.finish(begun);

        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(job.report().problem())
                .containsEntry("reason", "MISFIT")
                .containsEntry("field", "isle.tmx")
                .containsEntry("element", "room w:lost")
                .containsEntry("detail", "isle.tmx, room w:lost: it is not there any more");
    }

    @Test
    void aRoomWhoseNameIsTakenMeanwhileIsNamed() {
        world.withRoom();
        RoomKey room = RoomKey.of("w", "isle");
        ImportJob begun = planned(room, MAP.tmx());
        world.definitions.create(
                new Room(RoomKey.of("w", "other"), "isle", new Box(0, 0, 0, 8, 8, 1)));

        ImportJob job = world.imports.finish(begun);

        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(job.report().problem())
                .containsEntry("field", "isle.tmx")
                .containsEntry("element", "room w:isle");
    }

    @Test
    void anObjectBeyondTheRoomIsNamedAsTheMapNamesIt() {
        world.withRoom();
        RoomKey narrow = RoomKey.of("w", "narrow");
        world.definitions.create(new Room(narrow, "narrow", new Box(0, 0, 0, 7, 8, 1)));

        ImportJob job = run(narrow, Maps.of(8, 8, 1).withObject(4, "chest", 7, 2).tmx());

        assertThat(job.state()).isEqualTo(State.FAILED);
        assertThat(job.report().problem())
                .containsEntry("reason", "MISFIT")
                .containsEntry("field", "isle.tmx")
                .containsEntry("line", 4)
                .containsEntry("element", "object 4 of layer 'o', chunk 1,0,0")
                .extractingByKey("detail")
                .asString()
                .startsWith("isle.tmx:4:")
                .contains("object obj_4 stands outside the room");
    }
}
