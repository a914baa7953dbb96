package dev.terrane.session.hosting;

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

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What leaves a session and when, with a store that fails as the test says. */
class SessionRegistryTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final SimStore store = new SimStore();
    private final RecordingSteps published = new RecordingSteps();
    private final SessionRegistry registry =
            new SessionRegistry(
                    properties(),
                    store,
                    room -> RoomColliders.Colliders.NONE,
                    published,
                    generations());

    @AfterEach
    void close() {
        store.release();
        registry.close();
    }

    private Generation create() {
        return registry.create(draft(NAME, null)).view().generation();
    }

    private CompletableFuture<List<CommandAnswer>> send(
            Generation generation, Command... commands) {
        return registry.submit(NAME, generation, List.of(commands));
    }

    private void awaitHeld(int count) {
        Await.until(SOON, count + " commits held back", () -> store.heldBack() == count);
    }

    /** Returns once everything sent before was judged, durable or not. */
    private void awaitJudged() {
        var judged = new CountDownLatch(1);
        var _ =
                registry.ask(
                        NAME,
                        session -> {
                            judged.countDown();
                            return true;
                        });
        assertThat(awaited(judged)).as("judged in time").isTrue();
    }

    /** Digest after a full replay of what is durable. */
    private Hash replayed() {
        var stored = store.load(NAME).orElseThrow();
        var definition =
                ((Decoded.Ok<SessionDefinition>)
                                DefinitionCodec.decode(stored.definition().value()))
                        .value();
        Session session = Session.create(definition, SessionLimits.DEFAULT);
        for (Bytes bytes : stored.chunks()) {
            JournalChunk chunk =
                    ((Decoded.Ok<JournalChunk>) JournalChunkCodec.decode(bytes.value())).value();
            assertThat(session.replay(chunk, ReplayListener.NONE)).isEqualTo(new Replayed.Ok());
        }
        return session.info().digest();
    }

    @Test
    void whatComesAfterADisposeIsRefusedWithoutACommit() {
        Generation generation = create();
        store.hold();
        var disposed = send(generation, command(generation, "d", new Operation.Dispose()));
        awaitHeld(1);
        Command late = command(generation, "late", STEP);
        var refused = send(generation, late);
        awaitJudged();
        assertThat(refused).isNotDone();
        store.decide(SimStore.Fate.WRITTEN);
        assertThat(disposed).succeedsWithin(SOON);
        assertThat(refused).succeedsWithin(SOON);
        CommandAnswer.Judged judged = (CommandAnswer.Judged) refused.join().getFirst();
        assertThat(judged.receipt().error()).isEqualTo(ReceiptError.SESSION_DISPOSED);
        // The name may belong to another session now, whose row is not this one's to write.
        assertThat(store.heldBack()).isZero();
        assertThat(store.commits(NAME)).hasSize(1);
        assertThat(send(generation, late).join()).isEqualTo(refused.join());
    }

    @Test
    void aNameThatOthersTakeAndLeaveIsTriedAgain() {
        store.refuseCreates(3);
        assertThat(registry.create(draft(NAME, null)).isNew()).isTrue();
        store.refuseCreates(100);
        var other = new SessionId("other");
        assertThatThrownBy(() -> registry.create(draft(other, null)))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code()).isEqualTo(CommonError.UNAVAILABLE));
    }

    @Test
    void whatComesJustAfterADisposeIsToldSo() throws InterruptedException {
        Generation generation = create();
        store.hold();
        var _ = send(generation, command(generation, "d", new Operation.Dispose()));
        awaitHeld(1);
        var asking = new CountDownLatch(1);
        var told = new CountDownLatch(1);
        // The session is kept busy, so that the dispose is durable before the next request is seen.
        var _ =
                registry.ask(
                        NAME,
                        session -> {
                            asking.countDown();
                            return awaited(told);
                        });
        asking.await();
        var checkpoint = registry.checkpoint(NAME);
        store.release();
        told.countDown();
        assertThatThrownBy(checkpoint::join)
                .hasCauseInstanceOf(TerraneException.class)
                .hasMessageContaining("is disposed");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nothingLeavesBeforeItsCommit() {
        Generation generation = create();
        store.hold();
        var answer = send(generation, command(generation, "s", STEP));
        awaitHeld(1);
        var inspected = registry.ask(NAME, Session::revision);
        Await.holds(
                Duration.ofMillis(50), "no answer", () -> !answer.isDone() && !inspected.isDone());
        assertThat(published.steps()).isEmpty();
        assertThat(registry.get(NAME).progress().revision()).isZero();
        store.release();
        assertThat(((CommandAnswer.Judged) answer.join().getFirst()).facts()).hasSize(1);
        assertThat(inspected.join()).isEqualTo(1);
        assertThat(published.steps()).hasSize(1);
        assertThat(published.steps().getFirst().facts()).hasSize(1);
        assertThat(published.steps().getFirst().bodies()).hasSize(2);
    }

    @Test
    void aRetryWaitsForTheFirstAnswersCommit() {
        Generation generation = create();
        store.hold();
        var first = send(generation, command(generation, "s", STEP));
        awaitHeld(1);
        var retry = send(generation, command(generation, "s", STEP));
        Await.holds(Duration.ofMillis(50), "no answer", () -> !retry.isDone());
        store.release();
        assertThat(retry.join()).isEqualTo(first.join());
        assertThat(registry.get(NAME).progress().stepIndex()).isEqualTo(1);
    }

    @Test
    void whatFollowsGathersIntoOneCommit() {
        Generation generation = create();
        store.hold();
        List<CompletableFuture<?>> answers = new ArrayList<>();
        answers.add(send(generation, command(generation, "first", STEP)));
        awaitHeld(1);
        for (int i = 0; i < 20; i++) {
            answers.add(send(generation, command(generation, "p" + i, push("a", 1))));
        }
        awaitJudged();
        store.release();
        CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)).join();
        assertThat(store.commits(NAME).size()).isEqualTo(2);
        assertThat(registry.get(NAME).progress().revision()).isEqualTo(21);
    }

    @Test
    void aSessionIsAtMostEightStepsAheadOfItsStore() {
        Generation generation = create();
        store.hold();
        Command[] steps = new Command[30];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = command(generation, "s" + i, STEP);
        }
        var answer = send(generation, steps);
        awaitHeld(1);
        // The first commit carries the first turn; nothing beyond eight steps may have run.
        Await.holds(Duration.ofMillis(50), "still waiting", () -> !answer.isDone());
        store.release();
        assertThat(answer.join()).hasSize(30);
        for (SessionStore.Commit commit : store.commits(NAME)) {
            assertThat(commit.commandCount()).isLessThanOrEqualTo(8);
        }
        assertThat(published.steps()).extracting(StepResult::stepIndex).hasSize(30).isSorted();
    }

    @Test
    void aClockWaitsForTheStoreAndGoesOn() {
        registry.create(draft(NAME, new Clock(240, StepSpec.of(1.0 / 240))));
        Await.until(SOON, "steps", () -> registry.get(NAME).progress().stepIndex() > 3);
        store.hold();
        awaitHeld(1);
        Await.until(SOON, "stalls counted", () -> registry.stats().clockStalls() > 3);
        long before = registry.get(NAME).progress().stepIndex();
        store.release();
        Await.until(SOON, "steps", () -> registry.get(NAME).progress().stepIndex() > before + 20);
    }

    @Test
    void aLostCommitFailsItsAnswersAndTheDurablePrefixGoesOn() {
        Generation generation = create();
        submit(registry, NAME, generation, command(generation, "kept", STEP));
        store.hold();
        var lost = send(generation, command(generation, "lost", STEP));
        awaitHeld(1);
        var behind = send(generation, command(generation, "behind", push("a", 1)));
        store.decide(SimStore.Fate.LOST);
        assertThatThrownBy(lost::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(TerraneException.class);
        store.release();
        // What was queued behind either failed with it or was judged after the reload.
        behind.handle((answer, failure) -> null).join();
        var again = submit(registry, NAME, generation, command(generation, "lost", STEP));
        assertThat(((CommandAnswer.Judged) again.getFirst()).receipt().stepIndex()).isEqualTo(2);
        assertThat(published.steps()).extracting(StepResult::stepIndex).containsExactly(1L, 2L);
        assertThat(registry.get(NAME).progress().digest()).isEqualTo(replayed());
    }

    @Test
    void aCommitThatFailedAfterItWasWrittenIsFoundByTheRetry() {
        Generation generation = create();
        store.hold();
        var unsure = send(generation, command(generation, "s", STEP));
        awaitHeld(1);
        store.decide(SimStore.Fate.WRITTEN_BUT_FAILED);
        assertThatThrownBy(unsure::join).hasCauseInstanceOf(TerraneException.class);
        store.release();
        var retry = submit(registry, NAME, generation, command(generation, "s", STEP));
        assertThat(((CommandAnswer.Judged) retry.getFirst()).receipt().stepIndex()).isEqualTo(1);
        assertThat(registry.get(NAME).progress().revision()).isEqualTo(1);
        assertThat(registry.get(NAME).progress().digest()).isEqualTo(replayed());
    }

    @Test
    void aCutAtEveryCommitLosesNothingAcknowledged() {
        for (int cut = 0; cut < 12; cut++) {
            var name = new dev.terrane.core.session.model.SessionId("cut-" + cut);
            Generation generation = registry.create(draft(name, null)).view().generation();
            for (int i = 0; i < 12; i++) {
                Command command = command(generation, "c" + i, i % 3 == 0 ? push("a", 2) : STEP);
                if (i == cut) {
                    store.hold();
                    var answer = registry.submit(name, generation, List.of(command));
                    awaitHeld(1);
                    store.decide(
                            cut % 2 == 0 ? SimStore.Fate.LOST : SimStore.Fate.WRITTEN_BUT_FAILED);
                    assertThatThrownBy(answer::join).hasCauseInstanceOf(TerraneException.class);
                    store.release();
                }
                // The first answer, or the retry after the cut.
                submit(registry, name, generation, command);
            }
            assertThat(registry.get(name).progress().revision()).isEqualTo(12);
            assertThat(registry.get(name).progress().stepIndex()).isEqualTo(8);
        }
        // The same commands give the same digest whatever was cut, but for name and generation.
        var bodies =
                registry.ask(
                                new dev.terrane.core.session.model.SessionId("cut-0"),
                                session -> session.checkpoint().bodies())
                        .join();
        for (int cut = 1; cut < 12; cut++) {
            var others =
                    registry.ask(
                                    new dev.terrane.core.session.model.SessionId("cut-" + cut),
                                    session -> session.checkpoint().bodies())
                            .join();
            assertThat(others).isEqualTo(bodies);
        }
    }
}
