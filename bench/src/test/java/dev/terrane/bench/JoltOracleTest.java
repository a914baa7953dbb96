package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Seeds;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Our solver against another engine: where both must agree, within stated tolerances. */
class JoltOracleTest {
    private static final double GRAVITY = 9.8;

    @BeforeEach
    void onLinuxOnly() {
        assumeTrue(JoltWorld.isHere(), "Jolt's library is for Linux on amd64");
    }

    private static BodyDefinition disc(
            String id, BodyKind kind, double x, double y, double vx, double mass, double e) {
        return new BodyDefinition(
                new BodyId(id),
                kind,
                new Shape.Circle(0.5),
                kind == BodyKind.STATIC ? 0 : mass,
                e,
                new BodyDefinition.Motion(new Vec2(x, y), new Vec2(vx, 0), 0, 0),
                BodyDefinition.Profile.DEFAULT);
    }

    /** The same bodies in both engines. */
    private static final class Both implements AutoCloseable {
        final SessionWorkload.Ours ours;
        final JoltWorld jolt;

        Both(Vec2 gravity, BodyDefinition... bodies) {
            ours = new SessionWorkload.Ours(List.of(bodies), gravity);
            jolt = new JoltWorld(List.of(bodies), gravity, true);
        }

        void run(int steps) {
            for (int i = 0; i < steps; i++) {
                ours.step(SessionWorkload.STEP);
                jolt.step(SessionWorkload.TICK);
            }
        }

        @Override
        public void close() {
            jolt.close();
        }
    }

    @Test
    void velocitiesAfterImpactAgreeWithinOnePercent() {
        Seeds.forEach(
                40,
                random -> {
                    double e = random.choice(0.0, 0.3, 0.5, 0.8, 1.0);
                    double left = 0.5 + random.nextDouble() * 10;
                    double right = 0.5 + random.nextDouble() * 10;
                    double speed = 3 + random.nextDouble() * 12;
                    double against = random.nextDouble() * 10;
                    try (Both both =
                            new Both(
                                    Vec2.ZERO,
                                    disc("a", BodyKind.DYNAMIC, -2, 0, speed, left, e),
                                    disc("b", BodyKind.DYNAMIC, 2, 0, -against, right, e))) {
                        both.run(90);
                        double[] theirs = both.jolt.readBack();
                        double bound = 0.01 * (speed + against);
                        assertThat(both.jolt.added()).isPositive();
                        assertThat(both.ours.find("a").vx()).isCloseTo(theirs[2], within(bound));
                        assertThat(both.ours.find("b").vx()).isCloseTo(theirs[6], within(bound));
                    }
                });
    }

    @Test
    void reboundsFromWallsAndKinematicBodiesAgreeWithinOnePercent() {
        Seeds.forEach(
                30,
                random -> {
                    double e = random.choice(0.0, 0.4, 0.8, 1.0);
                    double speed = 3 + random.nextDouble() * 20;
                    double drift = random.nextDouble() * 2;
                    BodyDefinition target =
                            switch (random.between(0, 2)) {
                                case 0 -> SessionWorkload.wall("t", 3, 0, 0.5, 4);
                                case 1 -> disc("t", BodyKind.STATIC, 3, 0, 0, 1, e);
                                default -> disc("t", BodyKind.KINEMATIC, 3, 0, -drift, 1, e);
                            };
                    try (Both both =
                            new Both(
                                    Vec2.ZERO,
                                    disc("a", BodyKind.DYNAMIC, -1, 0, speed, 2, e),
                                    target)) {
                        both.run(90);
                        double theirs = both.jolt.readBack()[2];
                        assertThat(both.ours.find("a").vx())
                                .isCloseTo(theirs, within(0.01 * (speed + drift)));
                    }
                });
    }

    @Test
    void bodiesRestAtTheSameHeight() {
        int high = 4;
        BodyDefinition[] bodies = new BodyDefinition[high + 1];
        bodies[0] = SessionWorkload.wall("floor", 0, 1, 10, 1);
        for (int i = 1; i <= high; i++) {
            bodies[i] = disc("b" + i, BodyKind.DYNAMIC, 0, -i * 1.05 + 0.5, 0, 1, 0);
        }
        try (Both both = new Both(new Vec2(0, GRAVITY), bodies)) {
            both.run(600);
            double[] theirs = both.jolt.readBack();
            for (int i = 1; i <= high; i++) {
                // Each level below adds its own share of the tolerance.
                assertThat(both.ours.find("b" + i).y())
                        .as("level %s", i)
                        .isCloseTo(theirs[4 * (i - 1) + 1], within(i * (0.01 * 0.5 + 0.02)));
                assertThat(Math.abs(both.ours.find("b" + i).vy())).isLessThan(0.01);
            }
        }
    }

    @Test
    void aPileHasNoMoreEnergyThanTheirs() {
        List<BodyDefinition> bodies = SessionWorkload.bodies(SessionWorkload.Kind.DENSE, 200);
        Vec2 gravity = SessionWorkload.Kind.DENSE.gravity();
        double floor = floorOf(bodies);
        try (Both both = new Both(gravity, bodies.toArray(BodyDefinition[]::new))) {
            double before = Double.MAX_VALUE;
            for (int second = 0; second < 15; second++) {
                both.run(60);
                double ours = ourEnergy(both.ours, bodies, floor);
                // Nothing feeds a pile.
                assertThat(ours).as("second %s", second).isLessThan(before * 1.001);
                before = ours;
                if (second >= 8) {
                    assertThat(ours)
                            .as("second %s", second)
                            .isLessThan(1.01 * theirEnergy(both.jolt, floor));
                }
            }
        }
    }

    private static double floorOf(List<BodyDefinition> bodies) {
        for (BodyDefinition body : bodies) {
            if (body.id().value().equals("w:s") && body.shape() instanceof Shape.Box(Vec2 half)) {
                return body.motion().position().y() - half.y();
            }
        }
        throw new AssertionError("no floor");
    }

    private static double ourEnergy(
            SessionWorkload.Ours world, List<BodyDefinition> bodies, double floor) {
        double energy = 0;
        for (BodyDefinition body : bodies) {
            if (body.kind() == BodyKind.DYNAMIC) {
                BodyView view = world.find(body.id().value());
                energy += energy(view.y(), view.vx(), view.vy(), floor);
            }
        }
        return energy;
    }

    private static double theirEnergy(JoltWorld world, double floor) {
        double[] states = world.readBack();
        double energy = 0;
        for (int i = 0; i < states.length; i += 4) {
            energy += energy(states[i + 1], states[i + 2], states[i + 3], floor);
        }
        return energy;
    }

    private static double energy(double y, double vx, double vy, double floor) {
        return GRAVITY * (floor - y) + (vx * vx + vy * vy) / 2;
    }
}
