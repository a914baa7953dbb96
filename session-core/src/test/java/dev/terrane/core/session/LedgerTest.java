package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.session;
import static dev.terrane.core.session.Fixtures.stateHash;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Receipts in memory, in the archive, and what tells a retry from a conflict. */
class LedgerTest {
    private static final Operation STEP = new Operation.Step(StepSpec.of(Fixtures.TICK));

    private final Map<CommandId, LedgerState.Recent> stored = new HashMap<>();
    private final ReceiptArchive archive =
            (name, generation, id) ->
                    generation.equals(GENERATION)
                            ? Optional.ofNullable(stored.get(id))
                            : Optional.empty();

    private Submission.Answered send(Session session, String id, Operation operation) {
        Submission.Answered answered = submit(session, command(id, operation));
        stored.put(
                answered.receipt().commandId(),
                new LedgerState.Recent(
                        answered.receipt(), answered.fingerprint(), answered.facts()));
        return answered;
    }

    @Test
    void theLastReceiptsAreInMemoryAndOlderOnesComeFromTheArchive() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        Submission.Answered first = send(session, "c0", STEP);
        for (int i = 1; i < 1_100; i++) {
            send(session, "c" + i, STEP);
        }
        assertThat(session.submit(command("c76", STEP))).isInstanceOf(Submission.Answered.class);
        Submission old = session.submit(command("c0", STEP));
        assertThat(old)
                .isInstanceOfSatisfying(
                        Submission.Archived.class,
                        archived -> {
                            Submission.Answered again = archived.resolve(archive).orElseThrow();
                            assertThat(again.receipt()).isEqualTo(first.receipt());
                            assertThat(again.facts()).isEqualTo(first.facts()).hasSize(1);
                            assertThat(again.repeated()).isTrue();
                        });
        assertThat(session.submit(command("c75", STEP))).isInstanceOf(Submission.Archived.class);
        assertThat(session.stepIndex()).isEqualTo(1_100);
    }

    @Test
    void anArchivedIdWithOtherContentConflictsAtThePresentRevision() {
        Session session = session(ball("a", 0, 0, 0.5));
        for (int i = 0; i < 100; i++) {
            send(session, "c" + i, STEP);
        }
        session.trimReceipts();
        var remove = new Operation.Remove(new BodyId("a"));
        var archived = (Submission.Archived) session.submit(command("c3", remove));
        Submission.Answered answer = archived.resolve(archive).orElseThrow();
        assertThat(answer.receipt().error()).isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
        assertThat(answer.receipt().beforeRevision()).isEqualTo(100);
        assertThat(answer.receipt().afterRevision()).isEqualTo(100);
        assertThat(session.revision()).isEqualTo(100);
    }

    @Test
    void anArchiveThatLostAReceiptGivesNoAnswer() {
        Session session = session(ball("a", 0, 0, 0.5));
        for (int i = 0; i < 100; i++) {
            send(session, "c" + i, STEP);
        }
        session.trimReceipts();
        stored.clear();
        var archived = (Submission.Archived) session.submit(command("c3", STEP));
        assertThat(archived.resolve(archive)).isEmpty();
    }

    @Test
    void aSessionAtRestKeepsFewReceiptsAndItsStateIsTheSame() {
        Session session = session(ball("a", 0, 0, 0.5));
        for (int i = 0; i < 500; i++) {
            send(session, "c" + i, STEP);
        }
        Hash before = stateHash(session);
        session.trimReceipts();
        assertThat(stateHash(session)).isEqualTo(before);
        assertThat(session.submit(command("c435", STEP))).isInstanceOf(Submission.Archived.class);
        assertThat(submit(session, command("c436", STEP)).repeated()).isTrue();
        assertThat(session.checkpoint().ledger().ids()).hasSize(500);
        assertThat(session.checkpoint().ledger().recent()).hasSize(64);
        // And fills up again.
        for (int i = 500; i < 1_300; i++) {
            send(session, "c" + i, STEP);
        }
        assertThat(submit(session, command("c436", STEP)).repeated()).isTrue();
        assertThat(submit(session, command("c1299", STEP)).repeated()).isTrue();
    }

    @Test
    void conflictsOfOneIdHaveIdentitiesOfTheirOwn() {
        Session session = session(ball("a", 0, 0, 0.5));
        Submission.Answered first = send(session, "x", STEP);
        BodyId a = new BodyId("a");
        Submission.Answered one = submit(session, command("x", new Operation.Remove(a)));
        Submission.Answered two =
                submit(session, command("x", new Operation.ApplyForce(a, new Vec2(1, 0))));
        assertThat(first.receiptId(GENERATION)).isEqualTo(GENERATION + ":receipt:x");
        assertThat(one.receiptId(GENERATION))
                .isEqualTo(
                        GENERATION + ":receipt-conflict:x:" + Hash.of(one.fingerprint().toBytes()))
                .isNotEqualTo(two.receiptId(GENERATION));
        // A conflict is not kept: the first content still answers, and no entry was written.
        assertThat(submit(session, command("x", STEP)).receipt()).isEqualTo(first.receipt());
        assertThat(session.entries()).isEqualTo(1);
    }

    @Test
    void spamGrowsNeitherTheJournalNorTheLedgerBeyondItsLimit() {
        var limits = new SessionLimits(1_000, 64, 64, 100, 200);
        Session session =
                Session.create(Fixtures.definition(Vec2.ZERO, ball("a", 0, 0, 0.5)), limits);
        // The same command and a conflicting one, over and over: one entry.
        send(session, "x", STEP);
        for (int i = 0; i < 10_000; i++) {
            submit(session, command("x", i % 2 == 0 ? STEP : new Operation.Dispose()));
        }
        assertThat(session.entries()).isEqualTo(1);
        // Rejections: as many as may wait for a commit, then as many as there are ids.
        int refusedByJournal = 0;
        int refusedByLedger = 0;
        for (int i = 0; i < 5_000; i++) {
            Submission answer =
                    session.submit(command("r" + i, new Operation.Remove(new BodyId("none"))));
            if (answer instanceof Submission.Refused(var reason, String detail)) {
                assertThat(detail).contains("limit");
                switch (reason) {
                    case JOURNAL_BEHIND -> {
                        refusedByJournal++;
                        assertThat(session.takeChunk().records()).hasSize(200);
                    }
                    case LEDGER_FULL -> refusedByLedger++;
                    default -> throw new AssertionError(reason);
                }
            }
        }
        assertThat(refusedByJournal).isEqualTo(4);
        assertThat(refusedByLedger).isEqualTo(5_000 - 4 - 999);
        assertThat(session.revision()).isEqualTo(1);
        // Once the journal is taken the host goes on, and so do retries.
        session.takeChunk();
        assertThat(session.submitHost(new CommandId.Host("clock", 1), STEP))
                .isInstanceOf(Submission.Answered.class);
        assertThat(session.submit(command("x", STEP))).isInstanceOf(Submission.Archived.class);
    }

    @Test
    void manyFactsPushReceiptsOutOfMemoryButNeverTheLastOne() {
        var limits = new SessionLimits(100, 50, 50, 3, 1_000);
        Session session =
                Session.create(
                        Fixtures.definition(
                                Vec2.ZERO,
                                ball("a", 0, 0, 0.5),
                                ball("b", 0.9, 0, 0.5),
                                ball("c", 1.8, 0, 0.5),
                                ball("d", 2.7, 0, 0.5),
                                ball("e", 3.6, 0, 0.5)),
                        limits);
        submit(session, command("first", new Operation.Remove(new BodyId("none"))));
        var many = submit(session, command("many", STEP));
        assertThat(many.facts()).hasSize(4);
        assertThat(submit(session, command("many", STEP)).facts()).isEqualTo(many.facts());
        assertThat(session.submit(command("first", new Operation.Remove(new BodyId("none")))))
                .isInstanceOf(Submission.Archived.class);
    }
}
