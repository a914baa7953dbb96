package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.accept;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.commandAt;
import static dev.terrane.core.session.Fixtures.moving;
import static dev.terrane.core.session.Fixtures.session;
import static dev.terrane.core.session.Fixtures.step;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of a retained session; the names follow the source document's verification list. */
class SessionTest {
    private static final BodyId A = new BodyId("a");
    private static final Operation STEP = new Operation.Step(StepSpec.of(Fixtures.TICK));

    private static List<FactKind> kinds(Submission.Answered answer) {
        return answer.facts().stream().map(ContactFact::kind).toList();
    }

    private static ReceiptError error(Session session, String id, Operation operation) {
        return submit(session, command(id, operation)).receipt().error();
    }

    @Test
    void aBodyAdvancesWithoutBeingSubmittedAgain() {
        Session session = session(moving(ball("a", 0, 0, 0.5), 6, 0));
        step(session);
        step(session);
        assertThat(session.findBody(A).x())
                .isEqualTo(0.2, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(session.stepIndex()).isEqualTo(2);
    }

    @Test
    void omissionFromOtherCommandsRemovesAndResetsNothing() {
        Session session = session(moving(ball("a", 0, 0, 0.5), 6, 0), ball("b", 9, 9, 0.5));
        accept(session, new Operation.Remove(new BodyId("b")));
        step(session);
        assertThat(session.findBody(A).vx()).isEqualTo(6);
    }

    @Test
    void aRetryReturnsTheFirstReceiptAndAppliesNothing() {
        Session session = session(ball("a", 0, 0, 0.5));
        Command push = command("push", new Operation.ApplyForce(A, new Vec2(60, 0)));
        var first = submit(session, push);
        var again = submit(session, push);
        assertThat(again.receipt()).isEqualTo(first.receipt());
        assertThat(again.repeated()).isTrue();
        assertThat(session.revision()).isEqualTo(1);
        step(session);
        assertThat(session.findBody(A).vx())
                .isEqualTo(1, org.assertj.core.data.Offset.offset(1e-12));
        step(session);
        assertThat(session.findBody(A).vx())
                .isEqualTo(1, org.assertj.core.data.Offset.offset(1e-12));
    }

    @Test
    void aStepRetriedReturnsItsFacts() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        Command one = command("one", STEP);
        var first = submit(session, one);
        assertThat(kinds(first)).containsExactly(FactKind.BEGIN);
        assertThat(submit(session, one).facts()).isEqualTo(first.facts());
        assertThat(session.stepIndex()).isEqualTo(1);
    }

    @Test
    void anIdWithOtherContentConflictsEvenIfOnlyTheRevisionDiffers() {
        Session session = session(ball("a", 0, 0, 0.5));
        submit(session, commandAt(0, "x", STEP));
        var conflict = submit(session, commandAt(1, "x", STEP));
        assertThat(conflict.receipt().error()).isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
        assertThat(session.revision()).isEqualTo(1);
        assertThat(submit(session, commandAt(0, "x", STEP)).receipt().isAccepted()).isTrue();
    }

    @Test
    void aStaleRevisionChangesNothingAndSpendsItsId() {
        Session session = session(ball("a", 0, 0, 0.5));
        step(session);
        var stale = submit(session, commandAt(0, "late", new Operation.Remove(A)));
        assertThat(stale.receipt().error()).isEqualTo(ReceiptError.STALE_REVISION);
        assertThat(stale.receipt().beforeRevision()).isEqualTo(1);
        assertThat(stale.receipt().afterRevision()).isEqualTo(1);
        assertThat(session.findBody(A)).isNotNull();
        assertThat(submit(session, commandAt(0, "late", new Operation.Remove(A))).repeated())
                .isTrue();
    }

    @Test
    void persistentTouchingGivesOneBeginSeparationOneEndAndRecontactANewEpisode() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 1, 0, 0.5));
        ContactFact begin = step(session).facts().getFirst();
        assertThat(step(session).facts()).isEmpty();
        accept(session, new Operation.SetVelocity(new BodyId("b"), new Vec2(12, 0), 0));
        step(session);
        ContactFact end = step(session).facts().getFirst();
        assertThat(end.kind()).isEqualTo(FactKind.END);
        assertThat(end.contactId(GENERATION)).isEqualTo(begin.contactId(GENERATION));
        accept(session, new Operation.SetVelocity(new BodyId("b"), new Vec2(-12, 0), 0));
        ContactFact again = null;
        for (int i = 0; i < 10 && again == null; i++) {
            var answer = step(session);
            again = answer.facts().isEmpty() ? null : answer.facts().getFirst();
        }
        assertThat(again.kind()).isEqualTo(FactKind.BEGIN);
        assertThat(again.contactId(GENERATION)).isNotEqualTo(begin.contactId(GENERATION));
    }

    @Test
    void removalEndsTheEpisodeInItsOwnReceiptExactlyOnce() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        ContactFact begin = step(session).facts().getFirst();
        var removed = accept(session, new Operation.Remove(A));
        assertThat(kinds(removed)).containsExactly(FactKind.END);
        assertThat(removed.facts().getFirst().stepIndex()).isEqualTo(1);
        assertThat(removed.facts().getFirst().contactId(GENERATION))
                .isEqualTo(begin.contactId(GENERATION));
        assertThat(step(session).facts()).isEmpty();
    }

    @Test
    void aNameSpawnedAgainHasANewIncarnationAndANewEpisode() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        ContactFact first = step(session).facts().getFirst();
        accept(session, new Operation.Remove(A));
        accept(session, new Operation.Spawn(ball("a", 0, 0, 0.5)));
        ContactFact second = step(session).facts().getFirst();
        assertThat(first.pair().incarnationA()).isEqualTo(1);
        assertThat(second.pair().incarnationA()).isEqualTo(3);
        assertThat(second.contactId(GENERATION)).isNotEqualTo(first.contactId(GENERATION));
    }

    @Test
    void teleportRetypeAndDisposeEndTheirEpisodesToo() {
        Session session =
                session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5), ball("c", 1.8, 0, 0.5));
        assertThat(step(session).facts()).hasSize(2);
        var teleported = accept(session, new Operation.Teleport(A, new Vec2(-5, 0), 1));
        assertThat(kinds(teleported)).containsExactly(FactKind.END);
        accept(session, new Operation.Teleport(A, new Vec2(0, 0), 0));
        assertThat(kinds(step(session))).contains(FactKind.BEGIN);
        var retyped =
                accept(
                        session,
                        new Operation.Configure(
                                A, BodyKind.KINEMATIC, new Shape.Circle(0.5), 1, 0));
        assertThat(kinds(retyped)).containsExactly(FactKind.END);
        var disposed = accept(session, new Operation.Dispose());
        assertThat(kinds(disposed)).containsExactly(FactKind.END);
        assertThat(disposed.receipt().factCount()).isEqualTo(1);
    }

    @Test
    void aDisposedSessionRejectsEverythingButRetries() {
        Session session = session(ball("a", 0, 0, 0.5));
        Command dispose = command("end", new Operation.Dispose());
        submit(session, dispose);
        var late = submit(session, command("late", STEP));
        assertThat(late.receipt().error()).isEqualTo(ReceiptError.SESSION_DISPOSED);
        assertThat(late.receipt().beforeRevision()).isEqualTo(late.receipt().afterRevision());
        assertThat(submit(session, dispose).receipt().isAccepted()).isTrue();
    }

    @Test
    void anotherGenerationIsRefusedWithoutSpendingTheId() {
        Session session = session(ball("a", 0, 0, 0.5));
        var foreign =
                new Command(
                        new Generation("f".repeat(32)),
                        new CommandId.Client("x"),
                        Expected.ANY,
                        STEP);
        assertThat(session.submit(foreign))
                .isInstanceOfSatisfying(
                        Submission.Refused.class,
                        refused ->
                                assertThat(refused.reason())
                                        .isEqualTo(Submission.Refusal.WRONG_GENERATION));
        assertThat(submit(session, command("x", STEP)).receipt().isAccepted()).isTrue();
    }

    @Test
    void hostIdsAreRefusedFromOutsideAndKnownByWatermark() {
        Session session = session(ball("a", 0, 0, 0.5));
        var outside = new Command(GENERATION, new CommandId.Host("clock", 1), Expected.ANY, STEP);
        assertThat(session.submit(outside))
                .isInstanceOfSatisfying(
                        Submission.Refused.class,
                        refused ->
                                assertThat(refused.reason())
                                        .isEqualTo(Submission.Refusal.RESERVED_ID));
        var id = new CommandId.Host("clock", 1);
        assertThat(session.submitHost(id, STEP)).isInstanceOf(Submission.Answered.class);
        assertThat(session.submitHost(id, STEP)).isEqualTo(new Submission.HostRepeat(1));
        assertThat(session.watermark("clock")).isEqualTo(1);
    }

    @Test
    void aFullLedgerRefusesClientsButNotTheHost() {
        var limits = new SessionLimits(2, 10, 10, 10, 100);
        Session session = Session.create(Fixtures.definition(Vec2.ZERO), limits);
        submit(session, command("1", STEP));
        submit(session, command("2", STEP));
        assertThat(session.submit(command("3", STEP)))
                .isInstanceOfSatisfying(
                        Submission.Refused.class,
                        refused ->
                                assertThat(refused.reason())
                                        .isEqualTo(Submission.Refusal.LEDGER_FULL));
        assertThat(submit(session, command("1", STEP)).repeated()).isTrue();
        assertThat(session.submitHost(new CommandId.Host("clock", 1), STEP))
                .isInstanceOf(Submission.Answered.class);
    }

    @Test
    void anOldReceiptIsKnownToBeArchived() {
        var limits = new SessionLimits(100, 2, 2, 10, 100);
        Session session = Session.create(Fixtures.definition(Vec2.ZERO), limits);
        for (int i = 0; i < 5; i++) {
            submit(session, command("c" + i, STEP));
        }
        assertThat(session.submit(command("c0", STEP))).isInstanceOf(Submission.Archived.class);
        assertThat(submit(session, command("c4", STEP)).repeated()).isTrue();
        assertThat(session.stepIndex()).isEqualTo(5);
    }

    @Test
    void eachErrorComesInItsOrder() {
        Session session =
                session(
                        ball("a", 0, 0, 0.5),
                        body("kin", BodyKind.KINEMATIC, 5, 0, 0.5, 0),
                        box("wall", 9, 0, 1, 1));
        BodyId kin = new BodyId("kin");
        BodyId wall = new BodyId("wall");
        BodyId none = new BodyId("none");
        double nan = Double.NaN;
        assertThat(error(session, "1", new Operation.Spawn(ball("a", 0, 0, -1))))
                .isEqualTo(ReceiptError.INVALID_COMMAND);
        assertThat(error(session, "2", new Operation.Spawn(ball("a", 0, 0, 1))))
                .isEqualTo(ReceiptError.DUPLICATE_BODY);
        assertThat(error(session, "3", new Operation.SetVelocity(none, new Vec2(nan, 0), 0)))
                .isEqualTo(ReceiptError.UNKNOWN_BODY);
        assertThat(error(session, "4", new Operation.SetVelocity(wall, new Vec2(nan, 0), 0)))
                .isEqualTo(ReceiptError.STATIC_BODY);
        assertThat(error(session, "5", new Operation.SetVelocity(A, new Vec2(nan, 0), 0)))
                .isEqualTo(ReceiptError.INVALID_COMMAND);
        assertThat(error(session, "6", new Operation.SetVelocity(kin, new Vec2(1, 0), 0)))
                .isEqualTo(ReceiptError.NONE);
        assertThat(error(session, "7", new Operation.ApplyForce(kin, new Vec2(1, 0))))
                .isEqualTo(ReceiptError.STATIC_BODY);
        assertThat(error(session, "8", new Operation.ApplyTorque(wall, 1)))
                .isEqualTo(ReceiptError.STATIC_BODY);
        assertThat(error(session, "9", new Operation.Teleport(wall, new Vec2(8, 0), 0)))
                .isEqualTo(ReceiptError.NONE);
        assertThat(error(session, "10", new Operation.Step(StepSpec.of(0))))
                .isEqualTo(ReceiptError.INVALID_COMMAND);
        var twice = new RadialField(A, Vec2.ZERO, 1, 1);
        assertThat(
                        error(
                                session,
                                "11",
                                new Operation.Step(new StepSpec(0.1, 4, List.of(twice, twice)))))
                .isEqualTo(ReceiptError.INVALID_COMMAND);
        assertThat(session.revision()).isEqualTo(2);
    }

    @Test
    void theBodyLimitIsAReceipt() {
        var limits = new PhysicsLimits(1, 10, 1e7, 1e5, 64, 64, 1);
        var definition =
                new dev.terrane.core.session.model.SessionDefinition(
                        new dev.terrane.core.session.model.SessionId("small"),
                        GENERATION,
                        Vec2.ZERO,
                        limits,
                        List.of(ball("a", 0, 0, 0.5)));
        Session session = Session.create(definition, SessionLimits.DEFAULT);
        assertThat(error(session, "1", new Operation.Spawn(ball("b", 5, 0, 0.5))))
                .isEqualTo(ReceiptError.BODY_LIMIT);
    }

    @Test
    void aNonFiniteStepPoisonsTheSession() {
        // No command can do this: the world itself is made to.
        Session session =
                Session.create(
                        Fixtures.definition(Vec2.ZERO, ball("a", 0, 0, 0.5)),
                        SessionLimits.DEFAULT,
                        new FailingWorld(FailingWorld.Failure.NON_FINITE, 3));
        step(session);
        step(session);
        session.takeChunk();
        var answer = session.submit(command("boom", STEP));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Submission.Refused.class,
                        refused ->
                                assertThat(refused.reason()).isEqualTo(Submission.Refusal.FAULTED));
        assertThat(session.info().faulted()).isTrue();
        assertThat(session.takeChunk()).isNull();
        assertThat(session.revision()).isEqualTo(2);
    }

    @Test
    void factsComeInOrderOfPairWhateverTheOrderOfInsertion() {
        Session one = session();
        Session two = session();
        for (int i = 0; i < 6; i++) {
            accept(one, new Operation.Spawn(ball("b" + i, i * 0.95, 0, 0.5)));
        }
        for (int i = 5; i >= 0; i--) {
            accept(two, new Operation.Spawn(ball("b" + i, i * 0.95, 0, 0.5)));
        }
        List<String> first =
                step(one).facts().stream().map(f -> f.pair().a() + " " + f.pair().b()).toList();
        List<String> second =
                step(two).facts().stream().map(f -> f.pair().a() + " " + f.pair().b()).toList();
        assertThat(first).hasSize(5).isEqualTo(second).isSorted();
    }

    @Test
    void factAndReceiptIdsFollowTheirDefinition() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        ContactFact begin = step(session).facts().getFirst();
        String pair =
                dev.terrane.core.session.model.Hash.of(
                                "1:a:1:1:b:2".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .toHex();
        assertThat(begin.contactId(GENERATION)).isEqualTo(GENERATION + ":contact:" + pair + ":1:1");
        assertThat(begin.factId(GENERATION))
                .isEqualTo(GENERATION + ":step:1:contact:" + pair + ":1:1:begin:0");
        assertThat(begin.detail().normal()).isEqualTo(new Vec2(1, 0));
        assertThat(submit(session, command("r", STEP)).receipt().receiptId(GENERATION))
                .isEqualTo(GENERATION + ":receipt:r");
    }

    @Test
    void aStateOrJournalOfAnotherEngineIsRefused() {
        Session session = session(ball("a", 0, 0, 0.5));
        step(session);
        JournalChunk chunk = session.takeChunk();
        SessionState state = session.checkpoint();
        SessionState.Origin origin = state.origin();
        var foreign =
                new SessionState(
                        new SessionState.Origin(
                                origin.id(),
                                origin.generation(),
                                "other engine",
                                origin.gravity(),
                                origin.limits()),
                        state.progress(),
                        state.bodies(),
                        state.contacts(),
                        state.ledger());
        assertThatThrownBy(() -> Session.restore(foreign, SessionLimits.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other engine");
        var foreignChunk =
                new JournalChunk(
                        chunk.session(),
                        chunk.generation(),
                        "other engine",
                        chunk.firstIndex(),
                        chunk.firstEntry(),
                        chunk.records(),
                        chunk.digestAfter());
        assertThat(session(ball("a", 0, 0, 0.5)).replay(foreignChunk, ReplayListener.NONE))
                .isInstanceOf(Replayed.Diverged.class);
    }
}
