package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.flags.Viewer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/**
 * Who wins on one revision, judged by Lincheck: editors change, delete and create one chunk, each
 * on the state it was told last, and whatever they are answered must be what they would be told one
 * after the other in some order that keeps the order of real time. The gate is the real one, queue,
 * batch and database: on SQLite of one instance, on PostgreSQL of two, the editors in turn, and
 * where changes are written behind.
 */
class VersionGateStoreTest extends BothDatabases {
    private static final int EDITORS = 3;
    private static final AtomicInteger EDITS = new AtomicInteger();
    private static volatile List<WorldFixture> instances = List.of();
    private static volatile Coverage coverage = new Coverage();
    private static volatile boolean allWin;

    @Test
    void answersOfRacingEditorsAreThoseOfSomeOrder() {
        race(false, 60);

        System.out.println(engine + ": " + coverage);
        coverage.requireAtLeast(
                100,
                "edited",
                "deleted",
                "created",
                "edit stale",
                "deletion stale",
                "not created",
                "read");
    }

    /** Acknowledged in memory, written now and then: nobody sees a difference. */
    @Test
    void inAWorldThatWritesBehindToo() {
        assumeTrue(engine == Databases.Engine.SQLITE, "PostgreSQL has no such worlds");
        world.writeBehind.setDurability(WorldFixture.ROOM.world(), Durability.WRITE_BEHIND);

        race(false, 60);

        System.out.println("behind: " + coverage);
        coverage.requireAtLeast(100, "edited", "edit stale", "read", "flushed");
        coverage.requireAtLeast(10, "in memory");
    }

    /** The judge is awake: a gate that tells everybody that he won is found out. */
    @Test
    void winnersThatWereNoneAreFound() {
        assumeTrue(engine == Databases.Engine.SQLITE, "the judge is the same for both");
        assertThatThrownBy(() -> race(true, 5))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    private void race(boolean falseWinners, int invocations) {
        coverage = new Coverage();
        allWin = falseWinners;
        List<WorldFixture> all = new ArrayList<>(List.of(world));
        try {
            if (engine == Databases.Engine.POSTGRESQL) {
                all.add(WorldFixture.open(database));
            }
            instances = List.copyOf(all);
            // Kotlin hides this one: a slow machine must not look like a deadlock.
            new StressOptions()
                    .invocationTimeout$lincheck(120_000)
                    .threads(EDITORS)
                    .actorsPerThread(3)
                    .actorsBefore(0)
                    .actorsAfter(1)
                    .iterations(6)
                    .invocationsPerIteration(invocations)
                    .minimizeFailedScenario(false)
                    .sequentialSpecification(OneAfterTheOther.class)
                    .check(Racing.class);
        } finally {
            instances = List.of();
            all.subList(1, all.size()).forEach(WorldFixture::close);
        }
    }

    /** The chunk, with what each editor was told of it last. Revisions count from the start. */
    @Param(name = "editor", gen = ThreadIdGen.class)
    public static class Racing {
        private final Base[] told = new Base[EDITORS + 2];
        private final long start;

        public Racing() {
            ChunkHead head =
                    switch (instances.getFirst().chunks.get(key(0, 0), Viewer.TRUSTED)) {
                        case Chunks.Found.Present(StoredChunk there) -> there.head();
                        default -> WorldFixture.applied(put()).head();
                    };
            start = head.revision();
            Arrays.fill(told, base(head));
        }

        private static EditResult put() {
            return instances.getFirst().put(chunk(0, 0), Base.NONE, id());
        }

        private static String id() {
            return "e" + EDITS.incrementAndGet();
        }

        private static WorldFixture of(int editor) {
            return instances.get(editor % instances.size());
        }

        /** Writes a text nobody wrote before, so that no edit is a no-op. */
        @Operation(params = "editor")
        public String edit(int editor) {
            String id = id();
            String patch =
                    "[{'op':'replace','path':'/objects/0/properties/text','value':'" + id + "'}]";
            return answer(
                    editor,
                    of(editor).patch(key(0, 0), told[editor], patch, id),
                    "edited",
                    "edit stale");
        }

        @Operation(params = "editor")
        public String delete(int editor) {
            return answer(
                    editor,
                    of(editor).change(key(0, 0), told[editor], new Change.Delete(), id()),
                    "deleted",
                    "deletion stale");
        }

        @Operation(params = "editor")
        public String create(int editor) {
            return answer(
                    editor, of(editor).put(chunk(0, 0), Base.NONE, id()), "created", "not created");
        }

        @Operation
        public String read() {
            coverage.count("read");
            return switch (instances.getLast().chunks.get(key(0, 0), Viewer.TRUSTED)) {
                case Chunks.Found.Present(StoredChunk there) ->
                        "revision " + (there.head().revision() - start);
                case Chunks.Found.Missing() -> "nothing";
                default -> throw new AssertionError("neither there nor not");
            };
        }

        /** Writes what is in memory only; nobody can tell. */
        @Operation
        public void flush() {
            long flushed = instances.getFirst().dirty.settleAll();
            coverage.count(flushed > 0 ? "in memory" : "nothing in memory");
            coverage.count("flushed");
        }

        private String answer(int editor, EditResult result, String done, String stale) {
            return switch (result) {
                case EditResult.Applied applied -> {
                    assertThat(applied.changed()).isTrue();
                    coverage.count(done);
                    told[editor] = base(applied.head());
                    yield done + " " + (applied.head().revision() - start);
                }
                case EditResult.Stale(long revision, String checksum, boolean deleted) -> {
                    coverage.count(stale);
                    told[editor] = new Base(revision, checksum);
                    yield allWin
                            ? done + " " + (revision - start)
                            : (deleted ? "gone " : "stale ") + (revision - start);
                }
                default -> throw new AssertionError(result);
            };
        }
    }

    /** The rules, with nobody racing. */
    @Param(name = "editor", gen = ThreadIdGen.class)
    public static class OneAfterTheOther {
        private final long[] told = new long[EDITORS + 2];
        private long revision;
        private boolean deleted;

        @Operation(params = "editor")
        public String edit(int editor) {
            return changed(editor, "edited", false);
        }

        @Operation(params = "editor")
        public String delete(int editor) {
            return changed(editor, "deleted", true);
        }

        @Operation(params = "editor")
        public String create(int editor) {
            if (!deleted) {
                return stale(editor);
            }
            deleted = false;
            return next(editor, "created");
        }

        @Operation
        public String read() {
            return deleted ? "nothing" : "revision " + revision;
        }

        @Operation
        public void flush() {}

        private String changed(int editor, String done, boolean deletes) {
            if (deleted || told[editor] != revision) {
                return stale(editor);
            }
            deleted = deletes;
            return next(editor, done);
        }

        private String next(int editor, String done) {
            told[editor] = ++revision;
            return done + " " + revision;
        }

        private String stale(int editor) {
            told[editor] = revision;
            return (deleted ? "gone " : "stale ") + revision;
        }
    }
}
