package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.TileLayer;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Editors that race each other, on SQLite by one instance and on PostgreSQL by two on the same
 * database. Of the history every 100th revision is compared with the one before it, all with {@code
 * -Dterrane.long=true}.
 */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class RacesStoreTest {
    private static final int EDITORS = 2;
    private static final int WRITERS = 32;
    private static final int OFTEN = 100;
    private static final int ROUNDS_MAX = 3_000;
    private static final int EDITS = 10_000;
    private static final int COMPARED = Boolean.getBoolean("terrane.long") ? 1 : 100;

    @Parameter Databases.Engine engine;
    @TempDir Path folder;

    /** What a revision did, as its editor knows it. */
    private record Done(int cell, int value) {}

    /** Instances to be closed: one of SQLite, two of PostgreSQL. */
    private List<WorldFixture> instances() {
        Databases.Database database = engine.open(folder);
        List<WorldFixture> all = new ArrayList<>();
        all.add(WorldFixture.open(database).withRoom());
        if (engine == Databases.Engine.POSTGRESQL) {
            all.add(WorldFixture.open(database));
        }
        return all;
    }

    @Test
    void whatTwoEditorsDidIsTheSerialReplayOfTheRevisions() throws Exception {
        List<WorldFixture> instances = instances();
        Coverage coverage = new Coverage();
        try {
            WorldFixture first = instances.getFirst();
            applied(first.put(chunk(0, 0), Base.NONE, "create"));
            Map<Long, Done> done = new ConcurrentHashMap<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS)) {
                List<Future<?>> running = new ArrayList<>();
                for (int editor = 0; editor < EDITORS; editor++) {
                    int number = editor;
                    WorldFixture instance = instances.get(editor % instances.size());
                    running.add(
                            threads.submit(() -> edit(instance, number, EDITS, done, coverage)));
                }
                for (Future<?> editor : running) {
                    editor.get();
                }
            }

            StoredChunk end = first.get(key(0, 0));
            assertThat(end.head().revision()).isEqualTo(1 + EDITORS * EDITS);
            assertThat(done).as("each revision is one editor's").hasSize(EDITORS * EDITS);
            Map<Integer, Integer> replayed = new HashMap<>();
            for (long revision = 2; revision <= end.head().revision(); revision++) {
                replayed.put(done.get(revision).cell(), done.get(revision).value());
            }
            TileLayer ground = end.chunk().layers().getFirst();
            replayed.forEach(
                    (cell, value) ->
                            assertThat(ground.tiles().get(cell))
                                    .as("cell " + cell)
                                    .isEqualTo(value));
            assertThat(first.count("revisions")).isEqualTo(end.head().revision());
            for (long revision = 2; revision <= end.head().revision(); revision += COMPARED) {
                Done edit = done.get(revision);
                List<Integer> expected = new ArrayList<>(cells(first, revision - 1));
                expected.set(edit.cell(), edit.value());
                assertThat(cells(first, revision)).as("revision " + revision).isEqualTo(expected);
            }
            System.out.println(engine + ": " + coverage);
            coverage.requireAtLeast(100, "applied", "stale");
        } finally {
            instances.forEach(WorldFixture::close);
        }
    }

    private static List<Integer> cells(WorldFixture world, long revision) {
        ChunkHistory.Past past = world.history.get(key(0, 0), revision, Viewer.TRUSTED);
        TileLayer ground = ((ChunkHistory.Past.Present) past).chunk().chunk().layers().getFirst();
        return IntStream.range(0, 16).mapToObj(cell -> ground.tiles().get(cell)).toList();
    }

    /**
     * Edits until as many of its edits as wanted are in; the answer to a conflict is the next base.
     */
    private static void edit(
            WorldFixture world, int editor, int edits, Map<Long, Done> done, Coverage coverage) {
        ChunkHead seen = world.get(key(0, 0)).head();
        @Nullable ChunkHead before = null;
        for (int i = 0; i < edits; ) {
            // Now and then it missed its own last answer, so that conflicts do not hang on timing.
            ChunkHead from = i % 10 == 9 && before != null ? before : seen;
            before = null;
            // Alternates, so that no edit is a no-op: a cell belongs to one editor.
            int cell = editor * 8 + i % 8;
            int value = 1 - i / 8 % 2;
            EditResult result =
                    world.patch(key(0, 0), base(from), setTile(cell, value), editor + "-" + i);
            switch (result) {
                case EditResult.Applied applied -> {
                    coverage.count("applied");
                    before = seen;
                    seen = applied.head();
                    done.put(seen.revision(), new Done(cell, value));
                    i++;
                }
                case EditResult.Stale stale -> {
                    coverage.count("stale");
                    seen =
                            new ChunkHead(
                                    key(0, 0),
                                    stale.revision(),
                                    new dev.terrane.core.chunk.Checksum(stale.checksum()),
                                    seen.updatedAt());
                }
                default -> throw new AssertionError(result);
            }
        }
    }

    @Test
    void of32WritersOnOneRevisionOneWinsAndTheRestAreToldTheCurrentOne() throws Exception {
        List<WorldFixture> instances = instances();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            WorldFixture first = instances.getFirst();
            ChunkHead head = applied(first.put(chunk(0, 0), Base.NONE, "create")).head();
            CyclicBarrier together = new CyclicBarrier(WRITERS);
            List<Future<EditResult>> answers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int own = writer;
                answers.add(
                        threads.submit(
                                () -> {
                                    together.await();
                                    return instances
                                            .get(own % instances.size())
                                            .patch(
                                                    key(0, 0),
                                                    base(head),
                                                    setTile(own % 16, 1),
                                                    "w" + own);
                                }));
            }
            List<EditResult> results = new ArrayList<>();
            for (Future<EditResult> answer : answers) {
                results.add(answer.get());
            }

            ChunkHead now = first.get(key(0, 0)).head();
            assertThat(results).filteredOn(EditResult.Applied.class::isInstance).hasSize(1);
            assertThat(results)
                    .filteredOn(EditResult.Stale.class::isInstance)
                    .hasSize(WRITERS - 1)
                    .containsOnly(new EditResult.Stale(2, now.checksum().hex(), false));
        } finally {
            instances.forEach(WorldFixture::close);
        }
    }

    /**
     * In turn both begin together, the edit is handed in first, and the deletion is: until each of
     * the two has come first often enough.
     */
    @Test
    void anEditRacingADeletionIsInOrToldOfIt() throws Exception {
        List<WorldFixture> instances = instances();
        Coverage coverage = new Coverage();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            int round = 0;
            while (round < ROUNDS_MAX
                    && (coverage.of("edit first") < OFTEN
                            || coverage.of("deletion first") < OFTEN)) {
                race(instances, threads, round++, coverage);
            }
            System.out.println(engine + ": " + coverage);
            coverage.requireAtLeast(OFTEN, "edit first", "deletion first");
        } finally {
            instances.forEach(WorldFixture::close);
        }
    }

    private static void race(
            List<WorldFixture> instances, ExecutorService threads, int round, Coverage coverage)
            throws Exception {
        WorldFixture first = instances.getFirst();
        WorldFixture last = instances.getLast();
        ChunkHead head = applied(first.put(chunk(0, 0), Base.NONE, "create-" + round)).head();
        EditRequest editing =
                WorldFixture.patchRequest(key(0, 0), base(head), setTile(1, 1), "e" + round);
        EditRequest deleting =
                EditRequest.of(
                        key(0, 0),
                        base(head),
                        new Change.Delete(),
                        EditRequest.Id.ofChunk("d" + round),
                        WorldFixture.ANN);
        Future<EditResult> edit;
        Future<EditResult> deletion;
        switch (round % 3) {
            case 0 -> {
                CyclicBarrier together = new CyclicBarrier(2);
                edit = threads.submit(() -> awaited(together, first, editing));
                deletion = threads.submit(() -> awaited(together, last, deleting));
            }
            case 1 -> {
                edit = first.edits.submit(editing);
                deletion = last.edits.submit(deleting);
            }
            default -> {
                deletion = last.edits.submit(deleting);
                edit = first.edits.submit(editing);
            }
        }
        if (edit.get() instanceof EditResult.Applied(ChunkHead edited, var _, var _, var _)) {
            coverage.count("edit first");
            assertThat(deletion.get())
                    .isEqualTo(
                            new EditResult.Stale(
                                    edited.revision(), edited.checksum().hex(), false));
            applied(last.change(key(0, 0), base(edited), new Change.Delete(), "c" + round));
        } else {
            coverage.count("deletion first");
            ChunkHead gone = applied(deletion.get()).head();
            assertThat(edit.get()).isEqualTo(new EditResult.Stale(gone.revision(), "", true));
        }
        assertThat(first.chunks.get(key(0, 0), Viewer.TRUSTED))
                .isInstanceOf(Chunks.Found.Missing.class);
    }

    private static EditResult awaited(
            CyclicBarrier together, WorldFixture instance, EditRequest request) throws Exception {
        together.await();
        return instance.submit(request);
    }
}
