package dev.terrane.world.imports;

import static dev.terrane.world.imports.ImportFixture.asked;
import static dev.terrane.world.imports.Maps.ROOM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.BothEmptyDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.State;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Imports that others work against, or that nobody comes back to, on both databases. */
class ImportAbuseStoreTest extends BothEmptyDatabases {
    private static final Maps MAP = Maps.of(64, 1, 1);
    private static final ChunkKey FIRST = ChunkKey.of("isle", "main", 0, 0, 0);
    private static final Duration LONG_PAST = Duration.ofDays(2);

    private int edits;

    private ImportJob run(Maps map, Mode mode) {
        return world.imports.finish(start(map, mode));
    }

    private ImportJob start(Maps map, Mode mode) {
        return world.imports.start(ROOM, map.tmx(), Maps.files(), asked(mode, Choice.NONE));
    }

    private void edit(ChunkKey key, int cell, int tile, String id) {
        WorldFixture.applied(
                world.patch(
                        key,
                        WorldFixture.base(world.get(key).head()),
                        WorldFixture.setTile(cell, tile),
                        id));
    }

    @Test
    void aJobIsNotStoppedByAnEditUnderItsId() {
        run(MAP, Mode.COMMIT);
        ImportJob plan = run(MAP.with(2, 0, 4), Mode.PLAN);
        // Ids of jobs are told to every editor.
        edit(FIRST, 40, 0, plan.id());

        ImportJob done =
                world.imports.finish(
                        world.imports.facade.resume(ROOM.world(), plan.id(), Choice.NONE));

        assertThat(done.state()).as("%s", done.report().problem()).isEqualTo(State.DONE);
        assertThat(world.get(FIRST).chunk().layers().getFirst().getTileAt(2).assetId())
                .isEqualTo("tiles/s/3");
    }

    @Test
    void anIdOfAJobIsGivenToNoCaller() {
        assertThat(EditRequest.Id.ofJob("j").text())
                .isNotEqualTo(EditRequest.Id.ofChunk("j").text())
                .isNotEqualTo(EditRequest.Id.ofCaller("j", "ann").text());
        assertThat(EditRequest.Id.ofJob("j").given()).isEqualTo("j");
    }

    /** Edits overtake the plan until the job waits to be called. */
    private ImportJob suspended() {
        run(MAP, Mode.COMMIT);
        ImportJob job = start(MAP.with(2, 0, 4), Mode.COMMIT);
        world.imports.probe(
                (step, now) -> {
                    if (step == State.PLANNING && now.state() == State.COMMITTING) {
                        edit(FIRST, 40, (edits + 1) % 2, "e" + edits++);
                    }
                });
        ImportJob suspended = world.imports.finish(job);
        assertThat(suspended.state()).isEqualTo(State.SUSPENDED);
        world.imports.probe(ImportProbe.NONE);
        return suspended;
    }

    @Test
    void aSuspendedJobNobodyComesBackToFailsWithWhatItWasSuspendedFor() {
        ImportJob suspended = suspended();
        world.imports.forget();
        assertThat(world.imports.get(suspended).state()).isEqualTo(State.SUSPENDED);

        world.imports.elapse(LONG_PAST);
        world.imports.forget();
        ImportJob after = world.imports.finish(suspended);

        assertThat(after.state()).isEqualTo(State.FAILED);
        assertThat(after.report().problem()).containsEntry("code", "STALE_REVISION");
        assertThat(world.count("import_chunks")).as("the import before it").isEqualTo(2);
        world.imports.elapse(Duration.ofDays(8));
        world.imports.forget();
        assertThat(world.imports.facade.find(ROOM.world(), suspended.id())).isEmpty();
    }

    @Test
    void aSuspendedCommitOfWhichReadersSeeSomeIsTriedAgain() {
        Maps wide = Maps.of(150 * 32, 1, 1);
        run(wide, Mode.COMMIT);
        ImportJob job = start(Maps.of(150 * 32, 1, 2), Mode.COMMIT);
        boolean[] broken = {true};
        world.imports.probe(
                (step, now) -> {
                    if (step == State.COMMITTING && now.progress().committed() > 0 && broken[0]) {
                        broken[0] = false;
                        suspend(now);
                    }
                });
        ImportJob suspended = world.imports.finish(job);
        assertThat(suspended.state()).isEqualTo(State.SUSPENDED);
        assertThat(suspended.progress().committed()).isBetween(1, 149);

        world.imports.elapse(LONG_PAST);
        world.imports.forget();
        ImportJob done = world.imports.finish(suspended);

        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.progress().committed()).isEqualTo(150);
    }

    /** As a step does that failed three times. */
    private void suspend(ImportJob job) {
        world.store
                .threads()
                .run(
                        () ->
                                world.imports.jobs.update(
                                        job.change()
                                                .suspended(State.COMMITTING)
                                                .at(job.updatedAt())));
    }

    @Test
    void conflictsAreToldToWhoMaySeeWhatTheMapSays() {
        run(MAP, Mode.COMMIT);
        edit(FIRST, 2, 0, "e");
        // In the map alone: the chunk as it is has no tile of this asset.
        ImportJob plan = run(MAP.with(2, 0, 4).with(9, 0, 7), Mode.PLAN);
        assertThat(conflicts(plan)).isEqualTo(1);
        world.flag("tiles/s/6", ContentCategory.HORROR, Severity.SEVERE);

        assertThat(conflicts(plan)).isZero();
        assertThat(
                        world.imports
                                .plans
                                .list(
                                        plan,
                                        StagedChunk.Kind.CONFLICTING,
                                        "",
                                        9,
                                        new Viewer(Map.of(ContentCategory.HORROR, 3), false, false))
                                .getFirst()
                                .conflicts())
                .hasSize(1);
    }

    private int conflicts(ImportJob plan) {
        return world.imports
                .plans
                .list(plan, StagedChunk.Kind.CONFLICTING, "", 9, Viewer.LOWEST)
                .getFirst()
                .conflicts()
                .size();
    }

    @Test
    void aMapWithoutAnythingMakesARoomOfOneCell() {
        String map =
                "<map orientation='orthogonal' width='4' height='4' tilewidth='8' tileheight='8'"
                        + " infinite='1'/>";
        assertThat(
                        world.imports
                                .finish(
                                        world.imports.start(
                                                ROOM,
                                                map,
                                                Map.of(),
                                                asked(Mode.COMMIT, Choice.NONE)))
                                .state())
                .isEqualTo(State.DONE);
        assertThat(world.definitions.find(ROOM).orElseThrow().bounds())
                .isEqualTo(new Box(0, 0, 0, 1, 1, 1));
    }
}
