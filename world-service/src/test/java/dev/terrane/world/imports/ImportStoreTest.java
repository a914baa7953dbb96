package dev.terrane.world.imports;

import static dev.terrane.world.imports.ImportFixture.asked;
import static dev.terrane.world.imports.Maps.ROOM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Severity;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.world.BothEmptyDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.definitions.Created;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportJob.State;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The contract of import jobs into new rooms, on both databases. */
class ImportStoreTest extends BothEmptyDatabases {
    /** 2 chunks of 32 × 32. */
    private static final Maps MAP = Maps.of(40, 2, 1).withObject(5, "spawn", 33, 1);

    /** 6 × 25 chunks: three slices. */
    private static final Maps LARGE = Maps.of(6 * 32, 25 * 32, 2);

    private static final ChunkKey FIRST = ChunkKey.of("isle", "main", 0, 0, 0);

    private ImportJob start(RoomKey room, String map) {
        return world.imports.start(room, map, Maps.files(), asked(Mode.COMMIT, Choice.NONE));
    }

    private ImportJob run(RoomKey room, String map) {
        return world.imports.finish(start(room, map));
    }

    private void assertNothingLeft() {
        for (String table :
                List.of(
                        "worlds",
                        "rooms",
                        "chunks",
                        "revisions",
                        "chunk_objects",
                        "chunk_assets",
                        "import_files",
                        "import_chunks")) {
            assertThat(world.count(table)).as(table).isZero();
        }
        assertThat(world.changes).isEmpty();
    }

    private static void assertRefused(Runnable call, ErrorCode code, String text) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        TerraneException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void aMapBecomesTheContentOfANewRoomOfANewWorld() {
        ImportJob begun = start(ROOM, MAP.tmx());
        ImportJob job = world.imports.finish(begun);

        assertThat(begun.state()).isEqualTo(State.STAGING);
        assertThat(job.state()).as("%s", job.report().problem()).isEqualTo(State.DONE);
        assertThat(job.progress()).isEqualTo(new ImportJob.Progress(2, 2, 2, 2, 2));
        assertThat(job.report().totals().added()).isEqualTo(2);
        assertThat(job.report().objects()).isEqualTo(1);
        assertThat(job.report().bounds()).isEqualTo(new Box(0, 0, 0, 40, 2, 1));
        assertThat(world.definitions.find(ROOM).orElseThrow().bounds())
                .isEqualTo(new Box(0, 0, 0, 40, 2, 1));
        Chunk chunk = world.get(ChunkKey.of("isle", "main", 1, 0, 0)).chunk();
        assertThat(chunk.objects()).hasSize(1);
        assertThat(chunk.meta().author()).isEqualTo("ann");
        assertThat(chunk.meta().revision()).isEqualTo(1);
        assertThat(world.changes).hasSize(2);
        assertThat(world.count("import_files")).isZero();
    }

    @Test
    void nobodySeesAnythingBeforeAllOfItIsThere() {
        ImportJob begun = start(ROOM, LARGE.tmx());
        Map<State, Integer> looks = new HashMap<>();
        world.imports.probe(
                (step, now) -> {
                    if (now.state() != State.DONE) {
                        looks.merge(step, 1, Integer::sum);
                        assertUnseen();
                    }
                });

        ImportJob job = world.imports.finish(begun);

        assertThat(job.state()).isEqualTo(State.DONE);
        assertThat(looks.get(State.STAGING)).as("slices staged").isGreaterThanOrEqualTo(3);
        assertThat(looks.get(State.COMMITTING)).as("slices committed").isGreaterThanOrEqualTo(4);
        assertThat(world.count("chunks")).isEqualTo(150);
        assertThat(world.changes).hasSize(150);
        assertThat(world.definitions.listRooms(ROOM.world(), "", 10)).hasSize(1);
    }

    private void assertUnseen() {
        Viewer all = Viewer.TRUSTED;
        assertThat(world.definitions.find(ROOM)).isEmpty();
        assertThat(world.definitions.find(ROOM.world())).isEmpty();
        assertThat(world.definitions.listWorlds("", 10)).isEmpty();
        assertThat(world.definitions.listRooms(ROOM.world(), "", 10)).isEmpty();
        assertThat(world.chunks.get(FIRST, all)).isEqualTo(new Chunks.Found.Missing());
        assertThat(world.chunks.getAll(List.of(FIRST), all)).isEmpty();
        assertThat(world.chunks.findFlags(FIRST)).isEmpty();
        assertThat(world.chunks.findHead(FIRST)).isEmpty();
        assertThat(
                        world.chunks.list(
                                ROOM,
                                ChunkGrid.DEFAULT,
                                Optional.empty(),
                                Optional.empty(),
                                9,
                                all))
                .isEmpty();
        assertThat(
                        world.chunks.listObjects(
                                new ObjectQuery(
                                        ROOM, all, "", "", Optional.empty(), Optional.empty(), 9)))
                .isEmpty();
        assertThat(world.history.get(FIRST, 1, all)).isEqualTo(new ChunkHistory.Past.Missing());
        assertThat(world.history.list(FIRST, all, 9, 9))
                .isEqualTo(new ChunkHistory.Page.Rows(List.of(), Set.of()));
        EditRequest.Base stale = new EditRequest.Base(1, "0".repeat(64));
        assertThat(world.change(FIRST, stale, new EditRequest.Change.Delete(), ""))
                .isEqualTo(new EditResult.Stale(0, "", false));
        assertThat(world.definitions.create(new Room(ROOM, "x", new Box(0, 0, 0, 1, 1, 1))))
                .isInstanceOfAny(Created.Importing.class, Created.NoWorld.class);
        assertThat(world.changes).isEmpty();
    }

    @Test
    void aWorldThatAnImportMakesIsNobodyElses() {
        ImportJob begun = start(ROOM, MAP.tmx());
        world.imports.probe(
                (step, now) -> {
                    if (now.roomMade() == ImportJob.RoomMade.HIDDEN
                            && now.state() == State.COMMITTING) {
                        assertThat(
                                        world.definitions.create(
                                                new World(ROOM.world(), "x", WorldFixture.GRID, 1)))
                                .isEqualTo(new Created.Importing<>());
                    }
                });

        assertThat(world.imports.finish(begun).state()).isEqualTo(State.DONE);
    }

    @Test
    void brokenMapsFailWithTheirPlaceAndLeaveNothing() {
        Map<String, String> expected = new TreeMap<>();
        expected.put(MAP.tmx().substring(0, MAP.tmx().length() - 30), "MAP_INVALID");
        expected.put(MAP.tmx().replace("orthogonal", "isometric"), "MAP_INVALID");
        expected.put(MAP.tmx().replace("s.tsx", "gone.tsx"), "MAP_FILE_MISSING");
        expected.forEach(
                (map, code) -> {
                    ImportJob job = run(ROOM, map);

                    assertThat(job.state()).isEqualTo(State.FAILED);
                    assertThat(job.report().problem())
                            .containsEntry("code", code)
                            .containsEntry("field", "isle.tmx");
                    assertNothingLeft();
                });
    }

    @Test
    void aCancelBeforeTheEndLeavesNothingWhereverItComes() {
        int steps = 0;
        Map<State, Integer> cancelled = new HashMap<>();
        while (true) {
            ImportJob job = start(ROOM, LARGE.tmx());
            for (int i = 0; i < steps; i++) {
                world.imports.step();
            }
            State at = world.imports.get(job).state();
            if (at == State.DONE) {
                break;
            }
            world.imports.facade.cancel(ROOM.world(), job.id());
            ImportJob after = world.imports.finish(job);
            assertThat(after.state()).isEqualTo(State.CANCELLED);
            assertNothingLeft();
            cancelled.merge(at, 1, Integer::sum);
            // Again is no error.
            assertThat(world.imports.facade.cancel(ROOM.world(), job.id()).state())
                    .isEqualTo(State.CANCELLED);
            steps++;
        }
        System.out.println("cancelled in " + cancelled);
        assertThat(cancelled.keySet()).contains(State.STAGING, State.PLANNING, State.COMMITTING);
        assertThat(cancelled.get(State.COMMITTING)).isGreaterThanOrEqualTo(4);
        assertThat(world.count("chunks")).isEqualTo(150);
    }

    @Test
    void aJobGoesOnWhereverTheProcessEnded() {
        int transactions = 0;
        Map<State, Integer> stopped = new HashMap<>();
        while (true) {
            RoomKey room = RoomKey.of("isle", "r" + transactions);
            ImportJob job = start(room, LARGE.tmx());
            int[] left = {transactions};
            world.imports.probe(
                    (step, now) -> {
                        if (left[0]-- == 0) {
                            throw new IllegalStateException("the process ends here");
                        }
                    });
            boolean ended = false;
            try {
                world.imports.finish(job);
            } catch (IllegalStateException e) {
                ended = true;
            }
            if (ended) {
                stopped.merge(world.imports.get(job).state(), 1, Integer::sum);
                world.close();
                world = WorldFixture.open(database);
                // On a shared database the lease of the one that is gone has to end first.
                world.imports.elapse(Duration.ofHours(transactions + 1));
            }
            assertThat(world.imports.finish(job).state()).isEqualTo(State.DONE);
            assertThat(world.definitions.find(room)).isPresent();
            assertThat(world.count("chunks")).isEqualTo(150L * (transactions + 1));
            assertThat(world.count("revisions")).isEqualTo(150L * (transactions + 1));
            if (!ended) {
                break;
            }
            transactions++;
        }
        System.out.println("stopped in " + stopped);
        assertThat(stopped.keySet())
                .contains(State.STAGING, State.PLANNING, State.COMMITTING, State.DONE);
    }

    @Test
    void aRetryUnderItsKeyGivesTheSameJobAndOtherContentIsRefused() {
        ImportRequest.Asked once = asked(Mode.COMMIT, Choice.NONE, "once");
        ImportJob first = world.imports.start(ROOM, MAP.tmx(), Maps.files(), once);
        world.imports.finish(first);

        ImportJob retry = world.imports.start(ROOM, MAP.tmx(), Maps.files(), once);

        assertThat(retry.id()).isEqualTo(first.id());
        assertThat(retry.state()).isEqualTo(State.DONE);
        assertRefused(
                () -> world.imports.start(ROOM, MAP.with(0, 0, 2).tmx(), Maps.files(), once),
                CommonError.IDEMPOTENCY_MISMATCH,
                "once");
        ImportRequest.Asked other =
                new ImportRequest.Asked(Mode.COMMIT, Choice.NONE, "once", "bob", Viewer.LOWEST);
        assertThat(world.imports.start(ROOM, MAP.tmx(), Maps.files(), other).id())
                .as("another caller's keys are other keys")
                .isNotEqualTo(first.id());
    }

    @Test
    void onlySoManyJobsAndBytesAreHeldAtOnce() {
        for (int i = 0; i < ImportFixture.PROPERTIES.jobsMax(); i++) {
            start(RoomKey.of("isle", "r" + i), MAP.tmx());
        }
        assertRefused(
                () -> start(ROOM, MAP.tmx()), CommonError.RESOURCE_EXHAUSTED, "too many imports");
        world.imports.finish(start0());
        assertRefused(
                () -> start(ROOM, MAP.tmx() + " ".repeat(5 << 20)),
                CommonError.RESOURCE_EXHAUSTED,
                "staged content");
        assertThat(run(ROOM, MAP.tmx()).state()).isEqualTo(State.DONE);
    }

    private ImportJob start0() {
        return world.imports.facade.list(ROOM.world(), "r0", Imports.After.START, 1).getFirst();
    }

    @Test
    void jobsAreListedTheNewestFirst() {
        ImportJob first = start(RoomKey.of("isle", "a"), MAP.tmx());
        ImportJob second = start(RoomKey.of("isle", "b"), MAP.tmx());
        ImportJob third = start(RoomKey.of("isle", "a"), MAP.tmx());

        List<ImportJob> page = world.imports.facade.list(ROOM.world(), "", Imports.After.START, 2);

        assertThat(page).extracting(ImportJob::id).containsExactly(third.id(), second.id());
        assertThat(
                        world.imports.facade.list(
                                ROOM.world(),
                                "",
                                ImportRequests.after("t", ImportRequests.next(page, 2)),
                                2))
                .extracting(ImportJob::id)
                .containsExactly(first.id());
        assertThat(world.imports.facade.list(ROOM.world(), "b", Imports.After.START, 9))
                .extracting(ImportJob::id)
                .containsExactly(second.id());
    }

    @Test
    void twoImportsIntoOneRoomRunInTheirOrder() {
        ImportJob first = start(ROOM, MAP.tmx());
        ImportJob second = start(ROOM, MAP.with(3, 0, 4).tmx());

        ImportJob after = world.imports.finish(second);

        assertThat(world.imports.get(first).state()).isEqualTo(State.DONE);
        assertThat(after.state()).isEqualTo(State.DONE);
        assertThat(after.order().otherJob()).isEqualTo(first.id());
        assertThat(after.report().totals().changed()).isEqualTo(1);
        assertThat(world.get(FIRST).head().revision()).isEqualTo(2);
    }

    @Test
    void assetsFlaggedWhileARoomIsMadeFlagItsChunks() {
        ImportJob begun = start(ROOM, MAP.tmx());
        boolean[] flagged = {false};
        world.imports.probe(
                (step, now) -> {
                    if (step == State.COMMITTING && now.progress().committed() > 0 && !flagged[0]) {
                        flagged[0] = true;
                        world.flag("tiles/s/0", ContentCategory.HORROR, Severity.SEVERE);
                        assertThat(world.changes).as("told of an unseen chunk").isEmpty();
                    }
                });

        ImportJob job = world.imports.finish(begun);

        assertThat(job.state()).isEqualTo(State.DONE);
        assertThat(flagged[0]).isTrue();
        assertThat(world.get(FIRST).chunk().flags().severity(ContentCategory.HORROR))
                .isEqualTo(Severity.SEVERE);
        assertThat(world.chunks.get(FIRST, Viewer.LOWEST)).isInstanceOf(Chunks.Found.Gated.class);
    }

    @Test
    void aRoomThatIsThereAndEmptyKeepsItsNumbering() {
        run(ROOM, MAP.tmx());
        for (int cx = 0; cx < 2; cx++) {
            ChunkKey key = ChunkKey.of("isle", "main", cx, 0, 0);
            WorldFixture.applied(
                    world.change(
                            key,
                            WorldFixture.base(world.get(key).head()),
                            new EditRequest.Change.Delete(),
                            "d" + cx));
        }

        ImportJob job =
                world.imports.finish(
                        world.imports.start(
                                ROOM,
                                MAP.with(0, 0, 3).with(33, 0, 3).tmx(),
                                Maps.files(),
                                asked(Mode.COMMIT, Choice.THEIRS)));

        assertThat(job.state()).isEqualTo(State.DONE);
        assertThat(world.get(FIRST).head().revision()).isEqualTo(3);
        assertThat(world.get(FIRST).chunk().meta().revision()).isEqualTo(3);
    }

    @Test
    void oldJobsAreForgottenButTheLastImportOfAMapStays() {
        ImportJob first = run(ROOM, MAP.tmx());
        ImportJob second = run(ROOM, MAP.with(1, 1, 2).tmx());
        ImportJob failed = run(ROOM, "<map");
        ImportJob waits =
                world.imports.finish(
                        world.imports.start(
                                ROOM,
                                MAP.with(2, 1, 2).tmx(),
                                Maps.files(),
                                asked(Mode.PLAN, Choice.NONE)));
        assertThat(waits.state()).isEqualTo(State.PLANNED);

        world.imports.elapse(Duration.ofDays(8));
        world.imports.forget();
        world.imports.finish(second);

        assertThat(world.imports.get(waits).state()).isEqualTo(State.CANCELLED);
        assertThat(world.imports.facade.list(ROOM.world(), "", Imports.After.START, 9))
                .extracting(ImportJob::id)
                .containsExactly(waits.id(), second.id());
        assertThat(List.of(first.id(), failed.id())).doesNotContain(second.id());
        assertThat(world.count("import_chunks")).isEqualTo(2);
    }

    @Test
    void stagedContentCarriesNeitherFlagsNorMeta() {
        ImportJob job = run(ROOM, MAP.tmx());
        List<StagedChunk> staged =
                world.store
                        .threads()
                        .read(
                                () ->
                                        new dev.terrane.world.imports.store.StagedStore(
                                                        world.store.template())
                                                .list(job.id(), "", "", 9));

        assertThat(staged).hasSize(2);
        for (StagedChunk chunk : staged) {
            Chunk read = StagedImages.read(chunk.theirs());
            assertThat(read).isNotNull();
            assertThat(read.meta()).isEqualTo(Meta.NONE);
            assertThat(read.layers()).isEqualTo(world.get(chunk.key()).chunk().layers());
        }
    }
}
