package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyRules;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Numbers nobody sends by mistake: what is refused changes nothing, and whatever is accepted, no
 * sequence of commands makes a world unusable.
 */
class HostileNumbersSimTest {
    private static final double[] SPECIAL = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        0,
        -0.0,
        1e300,
        1e-300,
        1e12,
        -1e12
    };

    private static final double[] EDGES = {
        BodyRules.LENGTH_MIN,
        BodyRules.MASS_MIN,
        BodyRules.MASS_MAX,
        BodyRules.RESTITUTION_MAX,
        BodyRules.SPEED_MAX,
        -BodyRules.SPEED_MAX,
        BodyRules.FORCE_MAX,
        -BodyRules.FORCE_MAX,
        BodyRules.ACCELERATION_MAX,
        StepSpec.SECONDS_MIN,
        1e7,
        -1e7,
        1e5
    };

    private static final Coverage COVERAGE = new Coverage();

    /** Mostly usual, often at a bound, sometimes absurd. */
    private static double number(SeededRandom random, double usual) {
        return switch (random.between(0, 19)) {
            case 0 -> SPECIAL[random.between(0, SPECIAL.length - 1)];
            case 1, 2 -> EDGES[random.between(0, EDGES.length - 1)];
            default -> usual * random.nextDouble();
        };
    }

    private static Vec2 vector(SeededRandom random, double usual) {
        return new Vec2(number(random, usual), number(random, usual));
    }

    private static Operation operation(SeededRandom random) {
        BodyId id = new BodyId("b" + random.between(0, 3));
        return switch (random.between(0, 8)) {
            case 0 ->
                    new Operation.Spawn(
                            new BodyDefinition(
                                    id,
                                    random.choice(BodyKind.values()),
                                    shape(random),
                                    number(random, 5),
                                    number(random, 1),
                                    new BodyDefinition.Motion(
                                            vector(random, 2),
                                            vector(random, 20),
                                            number(random, 3),
                                            number(random, 3)),
                                    new BodyDefinition.Profile(
                                            random.nextBoolean(),
                                            random.nextBoolean(),
                                            new CollisionFilter(random.between(0, 4), -1L, 0))));
            case 1 -> new Operation.Teleport(id, vector(random, 2), number(random, 3));
            case 2 -> new Operation.SetVelocity(id, vector(random, 20), number(random, 5));
            case 3 ->
                    new Operation.Configure(
                            id,
                            random.choice(BodyKind.values()),
                            shape(random),
                            number(random, 5),
                            number(random, 1));
            case 4 -> new Operation.ApplyForce(id, vector(random, 100));
            case 5 -> new Operation.ApplyTorque(id, number(random, 10));
            case 6 -> random.oneIn(3) ? new Operation.Remove(id) : step(random);
            default -> step(random);
        };
    }

    private static Shape shape(SeededRandom random) {
        return random.oneIn(6)
                ? new Shape.Box(vector(random, 2))
                : new Shape.Circle(number(random, 1));
    }

    private static Operation step(SeededRandom random) {
        List<RadialField> fields =
                random.oneIn(3)
                        ? List.of(
                                new RadialField(
                                        new BodyId("f"),
                                        vector(random, 2),
                                        number(random, 50),
                                        number(random, 10)))
                        : List.of();
        double seconds = random.oneIn(3) ? number(random, 0.1) : Fixtures.TICK;
        int substeps = random.oneIn(8) ? random.between(-1, 66) : 4;
        return new Operation.Step(new StepSpec(seconds, substeps, fields));
    }

    @Test
    void whateverTheNumbersNothingBreaksAndARefusalChangesNothing() {
        Seeds.until(
                COVERAGE.goal(
                        100,
                        "SPAWN INVALID_COMMAND",
                        "SPAWN NONE",
                        "TELEPORT INVALID_COMMAND",
                        "SET_VELOCITY INVALID_COMMAND",
                        "CONFIGURE INVALID_COMMAND",
                        "APPLY_FORCE NONE",
                        "STEP INVALID_COMMAND",
                        "STEP NONE"),
                Boolean.getBoolean("terrane.long") ? 2_000 : 160,
                random -> {
                    Session session =
                            Session.create(
                                    Fixtures.definition(new Vec2(0, 9.8)), SessionLimits.DEFAULT);
                    Hash before = Fixtures.worldHash(session);
                    for (int i = 0; i < 300; i++) {
                        Operation operation = operation(random);
                        Submission.Answered answer = submit(session, command("c" + i, operation));
                        assertThat(session.info().faulted()).as("%s", operation).isFalse();
                        ReceiptError error = answer.receipt().error();
                        COVERAGE.count(operation.kind() + " " + error);
                        Hash after = Fixtures.worldHash(session);
                        if (error != ReceiptError.NONE) {
                            assertThat(after).as("%s", operation).isEqualTo(before);
                            assertThat(answer.receipt().afterRevision())
                                    .isEqualTo(answer.receipt().beforeRevision());
                        }
                        before = after;
                        assertFinite(session, operation);
                    }
                    // And it can be stored and taken up again.
                    Session restored = Session.restore(session.checkpoint(), SessionLimits.DEFAULT);
                    assertThat(Fixtures.stateHash(restored)).isEqualTo(Fixtures.stateHash(session));
                });
    }

    private static void assertFinite(Session session, Operation last) {
        session.forEachBody(
                body ->
                        assertThat(
                                        Double.isFinite(body.x() + body.y() + body.angle())
                                                && Double.isFinite(
                                                        body.vx()
                                                                + body.vy()
                                                                + body.angularVelocity()))
                                .as("%s after %s", body.id(), last)
                                .isTrue());
    }

    @Test
    void forcesAddUpToTheirBoundAndNoFurther() {
        Session session = Fixtures.session(Fixtures.ball("a", 0, 0, 0.5));
        var most = new Operation.ApplyForce(new BodyId("a"), new Vec2(BodyRules.FORCE_MAX, 0));
        assertThat(submit(session, command("1", most)).receipt().isAccepted()).isTrue();
        assertThat(submit(session, command("2", most)).receipt().error())
                .isEqualTo(ReceiptError.INVALID_COMMAND);
        Fixtures.step(session);
        assertThat(submit(session, command("3", most)).receipt().isAccepted()).isTrue();
        Fixtures.step(session);
        assertThat(session.findBody(new BodyId("a")).vx()).isLessThanOrEqualTo(400 + 1e-9);
    }
}
