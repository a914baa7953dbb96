package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.accept;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.moving;
import static dev.terrane.core.session.Fixtures.session;
import static dev.terrane.core.session.Fixtures.step;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import org.junit.jupiter.api.Test;

/** Quiescent rollover to a new generation. */
class RolloverTest {
    private static final Generation NEXT = new Generation("1".repeat(32));
    private static final BodyId A = new BodyId("a");

    private static Rollover.Reason refusal(Session session) {
        return ((Rollover.Refused) session.rollover(NEXT)).reason();
    }

    private static SessionDefinition next(Session session) {
        return ((Rollover.Ready) session.rollover(NEXT)).next();
    }

    @Test
    void theNextGenerationStartsFromTheSameBodiesAndTimeAtRevisionZero() {
        Session old = session(moving(ball("b", 5, 0, 0.5), 1, 2), ball("a", 0, 0, 0.5));
        accept(old, new Operation.Spawn(ball("c", 9, 9, 0.5)));
        step(old);
        step(old);

        Session fresh = Session.create(next(old), SessionLimits.DEFAULT);

        assertThat(fresh.info().generation()).isEqualTo(NEXT);
        assertThat(fresh.revision()).isZero();
        assertThat(fresh.stepIndex()).isZero();
        assertThat(fresh.info().seconds()).isEqualTo(old.info().seconds()).isPositive();
        assertThat(fresh.checkpoint().bodies().stream().map(BodyState::definition))
                .isEqualTo(old.checkpoint().bodies().stream().map(BodyState::definition).toList());
        assertThat(fresh.checkpoint().bodies().stream().map(BodyState::incarnation))
                .containsExactly(1L, 2L, 3L);
        assertThat(fresh.checkpoint().ledger().ids()).isEmpty();
        // The old one lives until the host gives it up.
        assertThat(submit(old, command("on", stepOf())).receipt().isAccepted()).isTrue();
    }

    private static Operation stepOf() {
        return new Operation.Step(StepSpec.of(Fixtures.TICK));
    }

    @Test
    void aSessionWithoutCommandsMayRollOver() {
        assertThat(next(session(ball("a", 0, 0, 0.5))).bodies())
                .extracting(BodyDefinition::id)
                .containsExactly(A);
    }

    @Test
    void contactsRefuseIt() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        step(session);
        assertThat(refusal(session)).isEqualTo(Rollover.Reason.OPEN_CONTACTS);
    }

    @Test
    void aMutationThatWaitsForItsStepRefusesIt() {
        Session session = session(ball("a", 0, 0, 0.5));
        accept(session, new Operation.ApplyForce(A, new Vec2(1, 0)));
        assertThat(refusal(session)).isEqualTo(Rollover.Reason.NOT_STEPPED);
        step(session);
        assertThat(session.rollover(NEXT)).isInstanceOf(Rollover.Ready.class);
        accept(session, new Operation.SetVelocity(A, new Vec2(1, 0), 0));
        assertThat(refusal(session)).isEqualTo(Rollover.Reason.NOT_STEPPED);
    }

    @Test
    void aRejectedLastStepRefusesItAndLosesNoForce() {
        Session session = session(ball("a", 0, 0, 0.5));
        accept(session, new Operation.ApplyForce(A, new Vec2(60, 0)));
        var rejected = submit(session, command("bad", new Operation.Step(StepSpec.of(-1))));
        assertThat(rejected.receipt().isAccepted()).isFalse();
        assertThat(refusal(session)).isEqualTo(Rollover.Reason.NOT_STEPPED);
        step(session);
        assertThat(next(session).bodies().getFirst().motion().velocity().x()).isPositive();
    }

    @Test
    void whetherItMayIsKnownAfterARestoreToo() {
        Session session = session(ball("a", 0, 0, 0.5));
        step(session);
        accept(session, new Operation.SetVelocity(A, new Vec2(1, 0), 0));
        Session restored = Session.restore(session.checkpoint(), SessionLimits.DEFAULT);
        assertThat(refusal(restored)).isEqualTo(Rollover.Reason.NOT_STEPPED);
        step(restored);
        Session again = Session.restore(restored.checkpoint(), SessionLimits.DEFAULT);
        assertThat(next(again)).isEqualTo(next(restored));
    }

    @Test
    void disposedFaultedAndStrayedRefuseIt() {
        Session disposed = session(ball("a", 0, 0, 0.5));
        accept(disposed, new Operation.Dispose());
        assertThat(refusal(disposed)).isEqualTo(Rollover.Reason.DISPOSED);

        Session faulted =
                Session.create(
                        Fixtures.definition(Vec2.ZERO),
                        SessionLimits.DEFAULT,
                        new FailingWorld(FailingWorld.Failure.DEFECT, 1));
        faulted.submit(command("x", stepOf()));
        assertThat(refusal(faulted)).isEqualTo(Rollover.Reason.FAULTED);

        Session strayed = session(moving(ball("a", 1e7, 0, 0.5), 400, 0));
        step(strayed);
        assertThat(refusal(strayed)).isEqualTo(Rollover.Reason.OUT_OF_RANGE);
    }

    @Test
    void commandsOfTheOldGenerationAreRefusedByTheNew() {
        Session old = session(ball("a", 0, 0, 0.5));
        step(old);
        Session fresh = Session.create(next(old), SessionLimits.DEFAULT);
        assertThat(fresh.submit(command("late", stepOf())))
                .isInstanceOfSatisfying(
                        Submission.Refused.class,
                        refused ->
                                assertThat(refused.reason())
                                        .isEqualTo(Submission.Refusal.WRONG_GENERATION));
        assertThat(fresh.revision()).isZero();
    }
}
