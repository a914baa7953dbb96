package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.accept;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.moving;
import static dev.terrane.core.session.Fixtures.session;
import static dev.terrane.core.session.Fixtures.step;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The profile of a body changes by a command of its own. */
class ProfileTest {
    private static final BodyId A = new BodyId("a");

    private static Operation filter(long category, long mask, int group) {
        return new Operation.SetProfile(
                A,
                new BodyDefinition.Profile(
                        false, true, new CollisionFilter(category, mask, group)));
    }

    @Test
    void aFilterThatForbidsAContactEndsItOnceInItsReceiptAndOthersGoOn() {
        var other = new BodyDefinition.Profile(false, true, new CollisionFilter(2, -1L, 0));
        Session session =
                session(
                        ball("a", 0, 0, 0.5),
                        ball("b", 0.9, 0, 0.5),
                        Fixtures.with(ball("c", -0.9, 0, 0.5), other));
        var begun = step(session).facts();
        assertThat(begun).hasSize(2);
        var changed = accept(session, filter(1, 2, 0));
        assertThat(changed.facts())
                .singleElement()
                .satisfies(
                        fact -> {
                            assertThat(fact.kind()).isEqualTo(FactKind.END);
                            assertThat(fact.pair().b()).isEqualTo(new BodyId("b"));
                            assertThat(fact.stepIndex()).isEqualTo(1);
                            assertThat(fact.contactId(GENERATION))
                                    .isEqualTo(begun.getFirst().contactId(GENERATION));
                        });
        assertThat(step(session).facts()).isEmpty();
        // Allowed again, it is a new episode.
        accept(session, filter(1, -1L, 0));
        assertThat(step(session).facts())
                .singleElement()
                .satisfies(fact -> assertThat(fact.kind()).isEqualTo(FactKind.BEGIN));
    }

    @Test
    void fieldsAndBulletsFollowTheProfile() {
        Session session = session(ball("a", 5, 0, 0.5));
        accept(
                session,
                new Operation.SetProfile(
                        A, new BodyDefinition.Profile(false, false, CollisionFilter.ALL)));
        var field = new RadialField(new BodyId("well"), Vec2.ZERO, 8, 10);
        var pulled = new Operation.Step(new StepSpec(0.1, 4, List.of(field)));
        accept(session, pulled);
        assertThat(session.findBody(A).vx()).isZero();
        accept(
                session,
                new Operation.SetProfile(
                        A, new BodyDefinition.Profile(true, true, CollisionFilter.ALL)));
        accept(session, pulled);
        assertThat(session.findBody(A).vx()).isNegative();
    }

    @Test
    void aBodyMadeABulletIsSweptAgainstMovingOnes() {
        Session session =
                session(
                        moving(ball("a", -5, 0, 0.1), 300, 0),
                        moving(ball("b", 0, 0, 0.2), 0.001, 0));
        accept(
                session,
                new Operation.SetProfile(
                        A, new BodyDefinition.Profile(true, true, CollisionFilter.ALL)));
        step(session);
        assertThat(session.findBody(A).x()).isLessThan(0);
        assertThat(step(session).facts().getFirst().kind()).isEqualTo(FactKind.BEGIN);
    }

    @Test
    void unknownBodiesAndEmptyCategoriesAreRefused() {
        Session session = session(ball("a", 0, 0, 0.5));
        var none = new Operation.SetProfile(new BodyId("none"), BodyDefinition.Profile.DEFAULT);
        assertThat(submit(session, command("1", none)).receipt().error())
                .isEqualTo(ReceiptError.UNKNOWN_BODY);
        assertThat(submit(session, command("2", filter(0, 1, 0))).receipt().error())
                .isEqualTo(ReceiptError.INVALID_COMMAND);
        assertThat(session.revision()).isZero();
    }
}
