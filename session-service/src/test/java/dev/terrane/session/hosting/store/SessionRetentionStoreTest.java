package dev.terrane.session.hosting.store;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.push;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.session.hosting.HostingProperties;
import dev.terrane.session.hosting.SessionArchive;
import dev.terrane.session.hosting.SessionDraft;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bases, archived journal and what retention drops; the same class runs on both engines. */
class SessionRetentionStoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir private Path folder;
    private final Supplier<Generation> generations = generations();
    private volatile Instant now = Instant.parse("2026-11-30T00:00:00Z");

    private RunningStore open(Databases.Database database, HostingProperties properties) {
        return new RunningStore(database, properties, generations, () -> now);
    }

    private static void step(RunningStore running, Generation generation, int from, int count) {
        Command[] steps = new Command[count];
        for (int i = 0; i < count; i++) {
            steps[i] = command(generation, "s" + (from + i), STEP);
        }
        submit(running.registry, NAME, generation, steps);
    }

    private static void awaitBase(RunningStore running, Generation generation, long step) {
        Await.until(
                SOON,
                "a base at step " + step,
                () ->
                        running.store
                                .base(NAME, generation)
                                .filter(base -> base.stepIndex() >= step)
                                .isPresent());
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aCheckpointBecomesABaseAndBothRestorePathsAgree(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder), properties(50))) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            for (int i = 0; i < 21; i++) {
                step(running, generation, i * 10, 10);
                submit(
                        running.registry,
                        NAME,
                        generation,
                        command(generation, "p" + i, push("a", i % 5 - 2)),
                        command(generation, "bad" + i, push("nobody", 1)));
                if (i % 5 == 4) {
                    awaitBase(running, generation, i * 10L);
                }
            }
            SessionStore.Restorable stored = running.store.load(NAME).orElseThrow();
            assertThat(stored.checkpoint()).isNotNull();
            assertThat(running.restored(NAME)).isEqualTo(running.replayed(NAME));
            // Counted just after the base can be seen.
            Await.until(SOON, "four bases", () -> running.registry.stats().bases() == 4);
            assertThat(running.registry.stats().basesDiverged()).isZero();
            // Two bases are kept, the journal before the newest is in few rows.
            assertThat(running.count("SELECT COUNT(*) FROM checkpoints")).isEqualTo(2);
            assertThat(running.count("SELECT COUNT(*) FROM journal WHERE archived = 1"))
                    .isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aCheckpointThatTheJournalDoesNotGiveIsKeptAsEvidence(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Generation generation;
        try (RunningStore running = open(database, properties())) {
            generation = running.registry.create(draft(NAME, null)).view().generation();
            step(running, generation, 0, 5);
            // A state of another session's making under this one's place.
            var other = new dev.terrane.core.session.model.SessionId("other");
            Generation foreign = running.registry.create(draft(other, null)).view().generation();
            submit(running.registry, other, foreign, command(foreign, "s", STEP));
            running.registry.checkpoint(other).join();
            running.fixture
                    .threads()
                    .run(
                            () ->
                                    running.fixture
                                            .client()
                                            .sql(
                                                    """
                                                    INSERT INTO checkpoints (session_name, generation,
                                                        revision, step_index, number, state, verified,
                                                        created_at)
                                                    SELECT :name, :generation, 5, 5, (
                                                        SELECT MAX(number) FROM journal
                                                        WHERE session_name = :name), state, 0, 0
                                                    FROM checkpoints WHERE session_name = 'other'
                                                    """)
                                            .param("name", NAME.value())
                                            .param("generation", generation.value())
                                            .update());
            var made = running.registry.checkpoint(NAME).join();
            assertThat(made.isBase()).isFalse();
            assertThat(running.registry.stats().basesDiverged()).isEqualTo(1);
            assertThat(running.count("SELECT COUNT(*) FROM checkpoints WHERE defect IS NOT NULL"))
                    .isEqualTo(1);
        }
        // Nothing was lost: the next restart replays from the last base, and the next one verifies.
        try (RunningStore again = open(database, properties())) {
            step(again, generation, 5, 1);
            var made = again.registry.checkpoint(NAME).join();
            assertThat(made.at().stepIndex()).isEqualTo(6);
            assertThat(made.isBase()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aPileThatNeverRestsKeepsDiskAndReplayBounded(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder), properties(100))) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            long rowsMax = 0;
            long receiptsMax = 0;
            for (int hour = 0; hour < 60; hour++) {
                for (int i = 0; i < 5; i++) {
                    step(running, generation, hour * 40 + i * 8, 8);
                }
                now = now.plus(Duration.ofHours(2));
                if (hour % 5 == 4) {
                    running.registry.checkpoint(NAME).join();
                    running.registry.prune().join();
                }
                if (hour >= 20) {
                    rowsMax = Math.max(rowsMax, running.count("SELECT COUNT(*) FROM journal"));
                    receiptsMax =
                            Math.max(receiptsMax, running.count("SELECT COUNT(*) FROM receipts"));
                }
            }
            // A day is 12 rounds of 40 receipts; a round's rows wait for at most five rounds.
            assertThat(receiptsMax).isLessThanOrEqualTo(18 * 40);
            assertThat(rowsMax).isLessThanOrEqualTo(5 * 5 * 2 + 10);
            assertThat(running.store.load(NAME).orElseThrow().chunks().size())
                    .isLessThanOrEqualTo(5 * 5 * 2);
            assertThat(running.count("SELECT COUNT(*) FROM checkpoints")).isLessThanOrEqualTo(3);
            assertThat(running.registry.stats().basesDiverged()).isZero();
            assertThat(running.registry.get(NAME).progress().stepIndex()).isEqualTo(2400);
            var archive = new SessionArchive(running.registry, running.store);
            assertThatThrownBy(() -> archive.replayCheckpoint(NAME, generation).join())
                    .hasCauseInstanceOf(TerraneException.class)
                    .satisfies(
                            e ->
                                    assertThat(((TerraneException) e.getCause()).code().name())
                                            .isEqualTo("JOURNAL_PRUNED"));
        }
    }

    @Provokes("RECEIPT_PRUNED")
    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aRetryAfterRetentionIsToldThatItsIdWasUsed(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Generation generation;
        try (RunningStore running = open(database, properties())) {
            generation = running.registry.create(draft(NAME, null)).view().generation();
            for (int i = 0; i < 12; i++) {
                step(running, generation, i * 100, 100);
            }
            // Older than what is in memory: from the store.
            var first = submit(running.registry, NAME, generation, command(generation, "s0", STEP));
            assertThat(((CommandAnswer.Judged) first.getFirst()).receipt().afterRevision())
                    .isEqualTo(1);
            var other =
                    submit(
                            running.registry,
                            NAME,
                            generation,
                            command(generation, "s0", push("a", 1)));
            assertThat(((CommandAnswer.Judged) other.getFirst()).receipt().error())
                    .isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
            now = now.plus(DAY).plusSeconds(1);
            assertThat(running.registry.prune().join().receipts()).isEqualTo(1200);
            var late = submit(running.registry, NAME, generation, command(generation, "s0", STEP));
            assertThat(late.getFirst()).isInstanceOf(CommandAnswer.Pruned.class);
            assertThat(running.registry.get(NAME).progress().revision()).isEqualTo(1200);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void whatIsLeftOfAnEndedGenerationIsDropped(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder), properties(10))) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            step(running, generation, 0, 30);
            submit(
                    running.registry,
                    NAME,
                    generation,
                    command(generation, "end", new Operation.Dispose()));
            Await.until(
                    SOON,
                    "disposed",
                    () -> running.registry.get(NAME).state() == SessionRecord.State.DISPOSED);
            assertThat(running.registry.prune().join().generations()).isZero();
            now = now.plus(DAY).plusSeconds(1);
            assertThat(running.registry.prune().join().generations()).isEqualTo(1);
            for (String table : new String[] {"journal", "receipts", "facts", "checkpoints"}) {
                assertThat(running.count("SELECT COUNT(*) FROM " + table)).as(table).isZero();
            }
            assertThat(running.registry.prune().join().generations()).isZero();
            assertNothingIsLeft(running);
            // The name is as if it had never been had.
            assertThat(running.registry.create(draft(NAME, null)).isNew()).isTrue();
        }
    }

    private static void assertNothingIsLeft(RunningStore running) {
        for (String table : new String[] {"generations", "pinned_chunks", "sessions"}) {
            assertThat(running.count("SELECT COUNT(*) FROM " + table)).as(table).isZero();
        }
        assertThatThrownBy(() -> running.registry.get(NAME))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code().name()).isEqualTo("NOT_FOUND"));
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aSessionThatRollsOverAgainAndAgainKeepsTheLastGenerationsOnly(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder), properties())) {
            SessionDraft resting =
                    new SessionDraft(
                            NAME, Hash.of(new byte[] {1}), List.of(), Vec2.ZERO, null, null);
            Generation first = running.registry.create(resting).view().generation();
            Generation generation = first;
            for (int i = 0; i < 70; i++) {
                generation = running.registry.rollOver(NAME, generation).join().generation();
            }
            assertThat(running.registry.prune().join().generations()).isEqualTo(6);
            assertThat(running.count("SELECT COUNT(*) FROM generations")).isEqualTo(65);
            assertThat(running.store.definition(NAME, first)).isEmpty();
            assertThat(running.registry.get(NAME).generation()).isEqualTo(generation);
            now = now.plus(DAY).plusSeconds(1);
            assertThat(running.registry.prune().join().generations()).isEqualTo(64);
            assertThat(running.store.definition(NAME, generation)).isPresent();
            submit(running.registry, NAME, generation, command(generation, "s", STEP));
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aGenerationThatWasDamagedAndRetiredIsDroppedToo(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        try (RunningStore running = open(database, properties())) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            step(running, generation, 0, 3);
            running.fixture
                    .threads()
                    .run(
                            () ->
                                    running.fixture
                                            .client()
                                            .sql("UPDATE sessions SET generation = 'damaged'")
                                            .update());
        }
        try (RunningStore again = open(database, properties())) {
            again.registry.retire(again.registry.get(NAME));
            assertThat(again.registry.prune().join().generations()).isZero();
            now = now.plus(DAY).plusSeconds(1);
            assertThat(again.registry.prune().join().generations()).isEqualTo(1);
            assertNothingIsLeft(again);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void idsOfTheHostAreTakenOnceInAscendingOrder(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Generation generation;
        try (RunningStore running = open(database, properties())) {
            generation = running.registry.create(draft(NAME, null)).view().generation();
            var first =
                    submit(
                            running.registry,
                            NAME,
                            generation,
                            host(generation, 5, push("a", 1)),
                            host(generation, 5, push("a", 1)),
                            host(generation, 6, push("nobody", 1)));
            assertThat(first.get(1)).isEqualTo(first.get(0));
            assertThat(((CommandAnswer.Judged) first.get(2)).receipt().error())
                    .isEqualTo(ReceiptError.UNKNOWN_BODY);
            assertThat(running.registry.get(NAME).progress().revision()).isEqualTo(1);
        }
        try (RunningStore again = open(database, properties())) {
            var retry =
                    submit(
                            again.registry,
                            NAME,
                            generation,
                            host(generation, 5, push("a", 1)),
                            host(generation, 5, push("a", 2)),
                            host(generation, 3, push("a", 1)));
            assertThat(((CommandAnswer.Judged) retry.get(0)).receipt().isAccepted()).isTrue();
            assertThat(((CommandAnswer.Judged) retry.get(1)).receipt().error())
                    .isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
            assertThat(retry.get(2)).isInstanceOf(CommandAnswer.Pruned.class);
            assertThat(again.registry.get(NAME).progress().revision()).isEqualTo(1);
        }
    }

    private static Command host(Generation generation, long sequence, Operation operation) {
        return new Command(
                generation, new CommandId.Host("gateway-x", sequence), Expected.ANY, operation);
    }
}
