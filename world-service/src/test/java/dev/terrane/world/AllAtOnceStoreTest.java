package dev.terrane.world;

import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.ChunkRevision;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything that writes chunks or goes over all of them, at once, on a few chunks: edits, puts,
 * deletions, roll-backs, flags with their jobs, pruning, checks and rebuilt indices; on PostgreSQL
 * by two instances. Every acknowledged revision is in the history, numbering has no gap, derived
 * rows agree, and what is flagged is shown to nobody from the answer of the moderator on.
 */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class AllAtOnceStoreTest {
    private static final int CHUNKS = 3;
    private static final int EDITORS = 3;
    private static final int EDITS = 250;
    private static final String SIGN = "props/sign";

    @Parameter Databases.Engine engine;
    @TempDir Path folder;
    private final Coverage coverage = new Coverage();
    private final Map<String, Checksum> acknowledged = new ConcurrentHashMap<>();
    private final List<WorldFixture> instances = new ArrayList<>();

    @Test
    void whatRacesLosesNothingAndShowsNothing() throws Exception {
        Databases.Database database = engine.open(folder);
        instances.add(WorldFixture.open(database).withRoom());
        if (engine == Databases.Engine.POSTGRESQL) {
            instances.add(WorldFixture.open(database));
        }
        SeededRandom random = Seeds.printed();
        AtomicBoolean end = new AtomicBoolean();
        List<Callable<Void>> works = new ArrayList<>();
        for (int editor = 0; editor < EDITORS; editor++) {
            int number = editor;
            SeededRandom own = random.split();
            works.add(() -> edit(instances.get(number % instances.size()), number, own));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS + 2)) {
            SeededRandom moderators = random.split();
            SeededRandom operators = random.split();
            Future<Void> moderator =
                    threads.submit(() -> moderate(instances.getFirst(), moderators, end));
            Future<Void> operator =
                    threads.submit(() -> operate(instances.getLast(), operators, end));
            List<Future<Void>> editors = works.stream().map(threads::submit).toList();
            try {
                for (Future<Void> editor : editors) {
                    editor.get();
                }
            } finally {
                end.set(true);
            }
            moderator.get();
            operator.get();
            instances.forEach(this::check);
        } finally {
            instances.forEach(WorldFixture::close);
        }
        System.out.println(engine + ": " + coverage);
        coverage.requireAtLeast(
                20, "patch", "put", "delete", "rollback", "stale", "not in history");
        coverage.requireAtLeast(3, "raised", "lowered", "prune", "verify", "rebuild");
    }

    /**
     * Random changes on what is now known of a random chunk, or, every eighth, on what the editor
     * itself has replaced: conflicts must not hang on how fast commits are.
     */
    private Void edit(WorldFixture world, int editor, SeededRandom random) {
        Map<ChunkKey, Base> replaced = new HashMap<>();
        for (int i = 0; i < EDITS; i++) {
            int cx = random.nextInt(CHUNKS);
            ChunkKey key = key(cx, 0);
            Base now = world.chunks.findHead(key).map(WorldFixture::base).orElse(Base.NONE);
            Base base = i % 8 == 7 ? replaced.getOrDefault(key, now) : now;
            String id = "e" + editor + "-" + i;
            int dice = random.nextInt(10);
            EditResult result;
            if (dice < 2 && !base.isNone()) {
                coverage.count("delete");
                result = submit(world, key, base, new Change.Delete(), id);
            } else if (dice < 5) {
                coverage.count("rollback");
                Change back = new Change.Rollback(1 + random.nextInt(40));
                result = submit(world, key, base, back, id);
            } else if (base.isNone() || dice < 6) {
                coverage.count("put");
                result = world.put(chunk(cx, 0), base, id);
            } else {
                coverage.count("patch");
                result = world.patch(key, base, setTile(random.nextInt(16), random.nextInt(2)), id);
            }
            note(result);
            if (result instanceof EditResult.Applied applied
                    && applied.changed()
                    && !base.isNone()) {
                replaced.put(key, base);
            }
        }
        return null;
    }

    private static EditResult submit(
            WorldFixture world, ChunkKey key, Base base, Change change, String id) {
        return world.change(key, base, change, id);
    }

    private void note(EditResult result) {
        switch (result) {
            case EditResult.Applied applied -> {
                if (applied.changed()) {
                    String at = applied.head().key() + "@" + applied.head().revision();
                    assertThat(acknowledged.put(at, applied.head().checksum()))
                            .as("two writers of %s", at)
                            .isNull();
                }
            }
            case EditResult.Stale _ -> coverage.count("stale");
            case EditResult.Gated _ -> coverage.count("gated");
            case EditResult.NotInHistory _ -> coverage.count("not in history");
            default -> throw new AssertionError(result);
        }
    }

    /** Raises and lowers a flag every chunk has; between the two nobody is shown one. */
    private Void moderate(WorldFixture world, SeededRandom random, AtomicBoolean end) {
        for (int i = 0; !end.get(); i++) {
            world.moderation.set(
                    SIGN, Map.of(ContentCategory.HORROR, Severity.SEVERE), false, "r" + i, "mo");
            coverage.count("raised");
            for (WorldFixture instance : instances) {
                for (int cx = 0; cx < CHUNKS; cx++) {
                    requireHidden(instance, key(cx, 0));
                }
            }
            if (random.nextBoolean()) {
                world.runJobs();
                instances.forEach(instance -> requireHidden(instance, key(0, 0)));
            }
            world.moderation.set(SIGN, Map.of(), false, "l" + i, "mo");
            coverage.count("lowered");
            world.runJobs();
        }
        return null;
    }

    private static void requireHidden(WorldFixture world, ChunkKey key) {
        assertThat(world.chunks.get(key, Viewer.LOWEST))
                .isNotInstanceOf(Chunks.Found.Present.class);
        for (long revision = 1; revision < 4; revision++) {
            assertThat(world.history.get(key, revision, Viewer.LOWEST))
                    .isNotInstanceOf(ChunkHistory.Past.Present.class);
        }
        if (world.history.list(key, Viewer.LOWEST, Long.MAX_VALUE, 1)
                instanceof ChunkHistory.Page.Rows(List<ChunkRevision> rows, var _)) {
            assertThat(rows).as("there never was one").isEmpty();
        }
    }

    private Void operate(WorldFixture world, SeededRandom random, AtomicBoolean end) {
        while (!end.get()) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    coverage.count("prune");
                    world.upkeep.prune(Scope.ALL, 1 + random.nextInt(20));
                }
                case 1 -> {
                    // Skips chunks that are deleted meanwhile, on a slow machine all of them.
                    coverage.count("rebuild");
                    world.upkeep.rebuildIndex(Scope.ALL);
                }
                default -> {
                    coverage.count("verify");
                    assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
                }
            }
        }
        return null;
    }

    private void check(WorldFixture world) {
        world.runJobs();
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
        int found = 0;
        for (int cx = 0; cx < CHUNKS; cx++) {
            ChunkKey key = key(cx, 0);
            List<ChunkRevision> rows = rows(world, key);
            for (int i = 0; i < rows.size(); i++) {
                ChunkHead head = rows.get(i).head();
                assertThat(head.revision()).as("no gap").isEqualTo(rows.size() - i);
                Checksum told = acknowledged.get(key + "@" + head.revision());
                if (told != null) {
                    assertThat(head.checksum()).isEqualTo(told);
                    found++;
                }
            }
            Chunks.Found now = world.chunks.get(key, Viewer.TRUSTED);
            if (now instanceof Chunks.Found.Present present) {
                assertThat(present.chunk().head()).isEqualTo(rows.getFirst().head());
                assertThat(present.chunk().chunk().flags().isNone())
                        .as("flags of a chunk whose asset has none")
                        .isTrue();
            }
        }
        if (world == instances.getFirst()) {
            assertThat(found).as("acknowledged revisions").isEqualTo(acknowledged.size());
        }
    }

    private static List<ChunkRevision> rows(WorldFixture world, ChunkKey key) {
        return world.history.list(key, Viewer.TRUSTED, Long.MAX_VALUE, 10_000)
                        instanceof ChunkHistory.Page.Rows(List<ChunkRevision> rows, var _)
                ? rows
                : List.of();
    }
}
