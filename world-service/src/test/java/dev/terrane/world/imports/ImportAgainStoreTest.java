package dev.terrane.world.imports;

import static dev.terrane.world.imports.ImportFixture.asked;
import static dev.terrane.world.imports.Maps.ROOM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.merge.PlanTotals;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.world.BothEmptyDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Importing a map again, and taking imports back, on both databases. */
class ImportAgainStoreTest extends BothEmptyDatabases {
    /** 4 chunks in a row of 32 × 32, of which the map draws the upper 2 rows. */
    private static final Maps MAP = Maps.of(128, 2, 1).withObject(5, "spawn", 33, 1);

    private int edits;

    private static ChunkKey key(int cx) {
        return ChunkKey.of("isle", "main", cx, 0, 0);
    }

    private ImportJob run(Maps map, Mode mode, Choice prefer) {
        return world.imports.finish(
                world.imports.start(ROOM, map.tmx(), Maps.files(), asked(mode, prefer)));
    }

    private ImportJob run(Maps map) {
        return run(map, Mode.COMMIT, Choice.NONE);
    }

    private ImportJob rollback(ImportJob job, Choice prefer) {
        return world.imports.finish(
                world.imports.facade.rollback(ROOM.world(), job.id(), asked(Mode.COMMIT, prefer)));
    }

    private ImportJob resume(ImportJob job, Choice prefer) {
        return world.imports.finish(world.imports.facade.resume(ROOM.world(), job.id(), prefer));
    }

    /** Draws a tile of the palette the chunk has. */
    private void edit(int x, int y, int tile) {
        ChunkKey key = key(x / 32);
        String patch = WorldFixture.setTile(y * 32 + x % 32, tile);
        WorldFixture.applied(
                world.patch(key, WorldFixture.base(world.get(key).head()), patch, "e" + edits++));
    }

    private String at(int x, int y) {
        Chunk chunk = world.get(key(x / 32)).chunk();
        return chunk.layers().getFirst().getTileAt(y * 32 + x % 32).assetId();
    }

    private List<Long> revisions() {
        return List.of(0, 1, 2, 3).stream()
                .map(cx -> world.get(key(cx)).head().revision())
                .toList();
    }

    @Test
    void theSameMapAgainWritesNothing() {
        run(MAP);
        edit(1, 1, 0);

        ImportJob again = run(MAP);

        assertThat(again.state()).isEqualTo(State.DONE);
        assertThat(again.report().totals()).isEqualTo(new PlanTotals(0, 0, 0, 4, 0, 0));
        assertThat(revisions()).containsExactly(2L, 1L, 1L, 1L);
        assertThat(at(1, 1)).isEmpty();
    }

    /** Reproduced: of two imports the later one is the one the next compares with. */
    @Test
    void theOrderOfImportsIsKeptWhenTheClockIsSetBack() {
        Maps drawn = MAP.with(2, 0, 4);
        ImportJob first = run(MAP);
        world.imports.elapse(Duration.ofDays(-2));
        ImportJob second = run(drawn);

        assertThat(world.imports.facade.list(ROOM.world(), "", Imports.After.START, 10))
                .extracting(ImportJob::id)
                .containsExactly(second.id(), first.id());
        ImportJob third = run(MAP);
        assertThat(third.report().totals()).isEqualTo(new PlanTotals(0, 1, 0, 3, 0, 0));
        assertThat(at(2, 0)).as("taken back by the map").isEqualTo("tiles/s/0");

        // The last one stays, whatever the time.
        world.imports.elapse(Duration.ofDays(30));
        world.imports.forget();
        assertThat(world.imports.facade.list(ROOM.world(), "", Imports.After.START, 10))
                .extracting(ImportJob::id)
                .containsExactly(third.id());
    }

    @Test
    void whatOnlyTheMapChangedIsTakenAndWhatOnlyEditsChangedStays() {
        run(MAP);
        edit(1, 1, 0);
        world.changes.clear();

        ImportJob again = run(MAP.with(2, 0, 4).with(70, 1, 5).withObject(6, "chest", 100, 1));

        assertThat(again.state()).isEqualTo(State.DONE);
        assertThat(again.report().totals()).isEqualTo(new PlanTotals(0, 3, 0, 1, 0, 0));
        assertThat(again.sliced()).isFalse();
        assertThat(revisions()).containsExactly(3L, 1L, 2L, 2L);
        assertThat(at(1, 1)).as("edited").isEmpty();
        assertThat(at(2, 0)).as("drawn").isEqualTo("tiles/s/3");
        assertThat(at(70, 1)).isEqualTo("tiles/s/4");
        assertThat(world.get(key(3)).chunk().objects()).hasSize(1);
        assertThat(world.changes).hasSize(3);
        assertThat(world.get(key(0)).chunk().meta().author()).isEqualTo("ann");
    }

    @Test
    void chunksTheMapNoLongerHasGoUnlessTheyWereEdited() {
        run(MAP);
        edit(100, 1, 0);
        Maps narrower = Maps.of(64, 2, 1).withObject(5, "spawn", 33, 1);

        ImportJob plan = run(narrower, Mode.PLAN, Choice.NONE);

        assertThat(plan.state()).isEqualTo(State.PLANNED);
        assertThat(plan.report().totals()).isEqualTo(new PlanTotals(0, 0, 1, 2, 1, 1));
        ImportJob done = resume(plan, Choice.OURS);
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(world.chunks.get(key(2), Viewer.TRUSTED)).isEqualTo(new Chunks.Found.Missing());
        assertThat(at(100, 1)).isEmpty();
        assertThat(rollback(done, Choice.NONE).state()).isEqualTo(State.DONE);
        assertThat(at(64, 0)).as("is there again").isEqualTo("tiles/s/0");
        assertThat(world.get(key(2)).head().revision()).isEqualTo(3);
    }

    @Test
    void aRoomThatTheMapMadeGrowsWithIt() {
        run(MAP);
        Maps wider = Maps.of(192, 40, 1).withObject(5, "spawn", 33, 1);

        ImportJob again = run(wider);

        assertThat(again.state()).as("%s", again.report().problem()).isEqualTo(State.DONE);
        assertThat(again.report().totals()).isEqualTo(new PlanTotals(8, 4, 0, 0, 0, 0));
        assertThat(world.definitions.find(ROOM).orElseThrow().bounds())
                .isEqualTo(new Box(0, 0, 0, 192, 40, 1));
        assertThat(run(MAP, Mode.COMMIT, Choice.THEIRS).state()).isEqualTo(State.DONE);
        assertThat(world.definitions.find(ROOM).orElseThrow().bounds())
                .as("it never shrinks")
                .isEqualTo(new Box(0, 0, 0, 192, 40, 1));
    }

    @Test
    void aPlanChangesNothingAndACancelOfItLeavesNothing() {
        run(MAP);
        long revisions = world.count("revisions");

        ImportJob plan = run(MAP.with(2, 0, 4), Mode.PLAN, Choice.NONE);

        assertThat(plan.state()).isEqualTo(State.PLANNED);
        assertThat(plan.report().totals()).isEqualTo(new PlanTotals(0, 1, 0, 3, 0, 0));
        assertThat(world.count("revisions")).isEqualTo(revisions);
        world.imports.facade.cancel(ROOM.world(), plan.id());
        assertThat(world.imports.finish(plan).state()).isEqualTo(State.CANCELLED);
        assertThat(world.count("import_chunks")).as("the first import's").isEqualTo(4);
        assertThat(world.count("revisions")).isEqualTo(revisions);
    }

    @Test
    void conflictsAreListedByCellAndSomebodyHasToDecide() {
        run(MAP);
        edit(2, 0, 0);
        edit(3, 0, 0);

        ImportJob waits = run(MAP.with(2, 0, 4).with(40, 0, 4));

        assertThat(waits.state()).isEqualTo(State.PLANNED);
        assertThat(waits.report().totals()).isEqualTo(new PlanTotals(0, 1, 0, 2, 1, 1));
        List<ImportPlans.Entry> listed =
                world.imports.plans.list(waits, StagedChunk.Kind.CONFLICTING, "", 9, Viewer.LOWEST);
        assertThat(listed).hasSize(1);
        ImportConflict conflict = listed.getFirst().conflicts().getFirst();
        assertThat(conflict.kind()).isEqualTo("cell");
        assertThat(List.of(conflict.x(), conflict.y())).containsExactly(2, 0);
        assertThat(conflict.base()).isEqualTo("tiles/s/0");
        assertThat(conflict.ours()).isEmpty();
        assertThat(conflict.theirs()).isEqualTo("tiles/s/3");
        assertThat(at(40, 0)).as("nothing was written").isEqualTo("tiles/s/0");
        assertThatThrownBy(() -> world.imports.facade.resume(ROOM.world(), waits.id(), Choice.NONE))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code()).isEqualTo(WorldError.IMPORT_STATE));

        assertThat(resume(waits, Choice.THEIRS).state()).isEqualTo(State.DONE);
        assertThat(at(2, 0)).isEqualTo("tiles/s/3");
        assertThat(at(3, 0)).isEmpty();
        assertThat(at(40, 0)).isEqualTo("tiles/s/3");
    }

    @Test
    void oursKeepsTheEditAndTheNextImportStillKnowsIt() {
        run(MAP);
        edit(2, 0, 0);

        assertThat(run(MAP.with(2, 0, 4), Mode.COMMIT, Choice.OURS).state()).isEqualTo(State.DONE);
        assertThat(at(2, 0)).isEmpty();
        // The map did not change it since: the edit stays, without a conflict.
        ImportJob third = run(MAP.with(2, 0, 4).with(5, 1, 3));
        assertThat(third.state()).isEqualTo(State.DONE);
        assertThat(at(2, 0)).isEmpty();
        assertThat(at(5, 1)).isEqualTo("tiles/s/2");
    }

    @Test
    void anEditBetweenPlanAndCommitIsNotOverwritten() {
        run(MAP);
        Maps changed = MAP.with(2, 0, 4);
        ImportJob plan = run(changed, Mode.PLAN, Choice.NONE);
        edit(2, 0, 0);

        ImportJob waits = resume(plan, Choice.NONE);

        assertThat(waits.state()).as("compared anew").isEqualTo(State.PLANNED);
        assertThat(waits.report().totals().conflicts()).isEqualTo(1);
        assertThat(at(2, 0)).isEmpty();
        edit(9, 1, 0);
        assertThat(resume(waits, Choice.THEIRS).state()).isEqualTo(State.DONE);
        assertThat(at(2, 0)).isEqualTo("tiles/s/3");
        assertThat(at(9, 1)).as("the edit after the plan").isEmpty();
    }

    @Test
    void aJobThatEditsOvertakeAgainAndAgainWaitsToBeCalled() {
        run(MAP);
        ImportJob job =
                world.imports.start(
                        ROOM,
                        MAP.with(2, 0, 4).tmx(),
                        Maps.files(),
                        asked(Mode.COMMIT, Choice.NONE));
        world.imports.probe(
                (step, now) -> {
                    if (step == State.PLANNING && now.state() == State.COMMITTING) {
                        edit(20, 1, edits % 2);
                    }
                });

        ImportJob after = world.imports.finish(job);

        assertThat(after.state()).isEqualTo(State.SUSPENDED);
        assertThat(after.resumeState()).isEqualTo(State.PLANNING);
        assertThat(after.report().problem()).containsEntry("code", "STALE_REVISION");
        world.imports.probe(ImportProbe.NONE);
        ImportJob done = resume(after, Choice.NONE);
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.report().problem()).isNull();
        assertThat(at(2, 0)).isEqualTo("tiles/s/3");
    }

    @Test
    void aLargeCommitGoesInSlicesAndLeavesWhatWasEditedMeanwhile() {
        Maps wide = Maps.of(300 * 32, 1, 1);
        run(wide);
        Maps changed = Maps.of(300 * 32, 1, 2);
        ImportJob job =
                world.imports.start(
                        ROOM, changed.tmx(), Maps.files(), asked(Mode.COMMIT, Choice.NONE));
        boolean[] edited = {false};
        world.imports.probe(
                (step, now) -> {
                    if (step == State.COMMITTING && !edited[0]) {
                        edited[0] = true;
                        // Keys are in the order of their text: 99 is the last of them.
                        edit(99 * 32, 0, 0);
                        assertThatThrownBy(
                                        () -> world.imports.facade.cancel(ROOM.world(), now.id()))
                                .hasMessageContaining("slices");
                    }
                });

        ImportJob done = world.imports.finish(job);

        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(done.sliced()).isTrue();
        assertThat(done.report().left()).isEqualTo(1);
        assertThat(done.progress().committed()).isEqualTo(300);
        assertThat(at(99 * 32, 0)).isEmpty();
        assertThat(at(98 * 32, 0)).isEqualTo("tiles/s/1");
        assertThat(
                        world.imports
                                .plans
                                .list(done, null, key(98).toString(), 9, Viewer.LOWEST)
                                .getFirst()
                                .chunk()
                                .result()
                                .outcome())
                .isEqualTo(StagedChunk.Outcome.LEFT);
    }

    @Test
    void whoMayNotSeeAChunkCannotChangeItAndIsNotToldOfIt() {
        run(MAP);
        edit(2, 0, 0);
        ImportJob waits = run(MAP.with(2, 0, 4));
        world.flag("tiles/s/0", ContentCategory.HORROR, Severity.SEVERE);

        List<ImportPlans.Entry> hidden =
                world.imports.plans.list(waits, StagedChunk.Kind.CONFLICTING, "", 9, Viewer.LOWEST);
        assertThat(hidden.getFirst().gated()).isTrue();
        assertThat(hidden.getFirst().conflicts()).isEmpty();
        assertThat(
                        world.imports
                                .plans
                                .list(waits, null, "", 9, Viewer.TRUSTED)
                                .getFirst()
                                .conflicts())
                .hasSize(1);
        ImportJob failed = run(MAP.with(3, 0, 4));
        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.report().problem()).containsEntry("code", "CHUNK_GATED");
        assertThat(resume(waits, Choice.THEIRS).report().problem())
                .containsEntry("code", "CHUNK_GATED");
    }

    @Test
    void aRollbackOfTheFirstImportTakesItsChunksAway() {
        ImportJob first = run(MAP);

        ImportJob back = rollback(first, Choice.NONE);

        assertThat(back.state()).isEqualTo(State.DONE);
        assertThat(back.report().totals()).isEqualTo(new PlanTotals(0, 0, 4, 0, 0, 0));
        assertThat(world.count("chunks")).isZero();
        assertThat(world.definitions.find(ROOM)).isPresent();
        assertThat(world.imports.get(first).rolledBackBy()).isEqualTo(back.id());
        assertThatThrownBy(() -> rollback(first, Choice.NONE))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code()).isEqualTo(WorldError.IMPORT_STATE));
        // Nothing is compared with what was taken back.
        ImportJob anew = run(MAP.with(0, 0, 2));
        assertThat(anew.report().totals()).isEqualTo(new PlanTotals(4, 0, 0, 0, 0, 0));
        assertThat(world.get(key(0)).head().revision()).isEqualTo(3);
    }

    @Test
    void aRollbackRestoresWhatTheImportChangedAndKeepsLaterEditsElsewhere() {
        run(MAP);
        edit(1, 1, 0);
        Chunk before = world.get(key(0)).chunk();
        ImportJob second = run(MAP.with(2, 0, 4).with(70, 1, 5));
        edit(3, 0, 0);

        ImportJob back = rollback(second, Choice.NONE);

        assertThat(back.state()).isEqualTo(State.DONE);
        assertThat(back.report().totals().conflicting()).isZero();
        assertThat(at(2, 0)).isEqualTo("tiles/s/0");
        assertThat(at(70, 1)).isEqualTo("tiles/s/0");
        assertThat(at(1, 1)).isEmpty();
        assertThat(at(3, 0)).as("edited after the import").isEmpty();
        assertThat(before.layers().getFirst().getTileAt(2).assetId()).isEqualTo("tiles/s/0");
        // The map of the first import is what the next one is compared with again.
        assertThat(run(MAP).report().totals()).isEqualTo(new PlanTotals(0, 0, 0, 4, 0, 0));
    }

    @Test
    void editsSinceTheImportAreConflictsOfItsRollback() {
        run(MAP);
        ImportJob second = run(MAP.with(2, 0, 4));
        edit(2, 0, 0);

        ImportJob waits = rollback(second, Choice.NONE);

        assertThat(waits.state()).isEqualTo(State.PLANNED);
        assertThat(waits.report().totals().conflicts()).isEqualTo(1);
        assertThat(
                        world.imports
                                .plans
                                .list(waits, StagedChunk.Kind.CONFLICTING, "", 9, Viewer.LOWEST)
                                .getFirst()
                                .conflicts()
                                .getFirst()
                                .text())
                .endsWith("edited to air, before the import tiles/s/0");
        assertThat(at(2, 0)).isEmpty();
        assertThat(resume(waits, Choice.THEIRS).state()).isEqualTo(State.DONE);
        assertThat(at(2, 0)).isEqualTo("tiles/s/0");
        ChunkHistory.Page page = world.history.list(key(0), Viewer.TRUSTED, Long.MAX_VALUE, 9);
        assertThat(((ChunkHistory.Page.Rows) page).revisions())
                .extracting(revision -> revision.action())
                .containsExactly(
                        ChunkAction.UPDATE,
                        ChunkAction.UPDATE,
                        ChunkAction.UPDATE,
                        ChunkAction.CREATE);
    }

    @Test
    void aRollbackWhoseContentWasPrunedFailsByName() {
        run(MAP);
        ImportJob second = run(MAP.with(2, 0, 4));
        edit(2, 1, 0);
        world.upkeep.prune(dev.terrane.world.chunks.store.Scope.ALL, 1);

        ImportJob failed = rollback(second, Choice.THEIRS);

        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.report().problem())
                .containsEntry("code", "REVISION_UNAVAILABLE")
                .containsEntry("chunk", key(0).toString());
        assertThat(at(2, 1)).isEmpty();
    }

    @Test
    void theRevisionsOfAnImportBearItsId() {
        run(MAP);
        ImportJob second = run(MAP.with(2, 0, 4));

        Long of =
                world.store
                        .threads()
                        .read(
                                () ->
                                        world.store
                                                .client()
                                                .sql(
                                                        "SELECT COUNT(*) FROM revisions"
                                                                + " WHERE edit_id = ? AND actor ="
                                                                + " 'ann'")
                                                .param("@" + second.id())
                                                .query(Long.class)
                                                .single());

        assertThat(of).isEqualTo(1);
    }

    @Test
    void anotherMapOfTheRoomIsNotTakenForTheSame() {
        run(MAP);
        ImportRequest other =
                new ImportRequest(
                        ROOM,
                        "other.tmx",
                        WorldFixture.bytes(Maps.of(32, 1, 2).tmx()),
                        Maps.files(),
                        asked(Mode.PLAN, Choice.NONE));

        ImportJob plan = world.imports.finish(world.imports.facade.start(other));

        assertThat(plan.order().otherJob()).isEmpty();
        assertThat(plan.report().totals().removed()).isZero();
        assertThat(plan.report().totals().conflicting()).isEqualTo(1);
    }
}
