package dev.terrane.core.session.physics;

import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.moving;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terrane.core.session.Fixtures;
import dev.terrane.core.session.colliders.SolidGrid;
import dev.terrane.core.session.colliders.TileColliders;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What physics promises whatever happens: momentum, energy, no overlap that stays, no drift. */
class ConservationTest {
    private static final StepSpec TICK = StepSpec.of(Fixtures.TICK);
    private static final double GRAVITY = 9.8;

    /** Counts begins and ends. */
    private static final class Counter implements ContactListener {
        int begins;
        int ends;

        @Override
        public void onBegin(ContactView contact) {
            begins++;
        }

        @Override
        public void onHit(ContactView contact) {}

        @Override
        public void onEnd(ContactView contact) {
            ends++;
        }
    }

    private final Counter counter = new Counter();

    private static SoftStepWorld world(Vec2 gravity, List<BodyDefinition> bodies) {
        var world = new SoftStepWorld(PhysicsLimits.DEFAULT, gravity);
        long incarnation = 0;
        for (BodyDefinition body : bodies) {
            world.spawn(body, ++incarnation);
        }
        return world;
    }

    private void run(SoftStepWorld world, int steps) {
        for (int i = 0; i < steps; i++) {
            assertThat(world.step(TICK, i + 1, counter)).isEqualTo(StepOutcome.OK);
        }
    }

    private static BodyDefinition weighing(BodyDefinition body, double mass) {
        return new BodyDefinition(
                body.id(),
                body.kind(),
                body.shape(),
                mass,
                body.restitution(),
                body.motion(),
                body.profile());
    }

    private static List<BodyDefinition> cloud(SeededRandom random, int count) {
        List<BodyDefinition> bodies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            BodyDefinition disc =
                    body(
                            "b" + i,
                            BodyKind.DYNAMIC,
                            i % 8 * 1.1 + random.nextDouble() * 0.05,
                            Math.floorDiv(i, 8) * 1.1,
                            0.3 + random.nextDouble() * 0.2,
                            random.choice(0.0, 0.3, 0.9));
            // Towards the middle, so that they meet.
            bodies.add(
                    weighing(
                            moving(
                                    disc,
                                    (4 - i % 8) * random.nextDouble() * 3,
                                    (4 - Math.floorDiv(i, 8)) * random.nextDouble() * 3),
                            0.1 + random.nextDouble() * 10));
        }
        return bodies;
    }

    private static double[] momentum(SoftStepWorld world) {
        double[] sum = new double[3];
        for (BodyState state : world.bodies()) {
            double mass = state.definition().mass();
            Vec2 velocity = state.definition().motion().velocity();
            sum[0] += mass * velocity.x();
            sum[1] += mass * velocity.y();
            sum[2] += mass * Math.hypot(velocity.x(), velocity.y());
        }
        return sum;
    }

    @Test
    void momentumIsKept() {
        Seeds.forEach(
                20,
                random -> {
                    var world = world(Vec2.ZERO, cloud(random, 64));
                    double[] before = momentum(world);
                    counter.begins = 0;
                    run(world, 300);
                    double[] after = momentum(world);
                    assertThat(counter.begins).isGreaterThan(20);
                    assertThat(after[0]).isCloseTo(before[0], within(1e-9 * before[2]));
                    assertThat(after[1]).isCloseTo(before[1], within(1e-9 * before[2]));
                });
    }

    @Test
    void massesOfOneToAHundredStack() {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("floor", 0, 1, 10, 1));
        // Heavy under light, light under heavy, and a heavy one on three light ones.
        bodies.add(weighing(body("a1", BodyKind.DYNAMIC, -6, -0.5, 0.5, 0), 100));
        bodies.add(weighing(body("a2", BodyKind.DYNAMIC, -6, -1.5, 0.5, 0), 1));
        bodies.add(weighing(body("b1", BodyKind.DYNAMIC, -2, -0.5, 0.5, 0), 1));
        bodies.add(weighing(body("b2", BodyKind.DYNAMIC, -2, -1.5, 0.5, 0), 100));
        for (int i = 0; i < 3; i++) {
            bodies.add(body("c" + i, BodyKind.DYNAMIC, 2 + i, -0.5, 0.5, 0));
        }
        bodies.add(box("c:w", 0.5, -2, 1, 2));
        bodies.add(box("c:e", 5.5, -2, 1, 2));
        bodies.add(weighing(body("c9", BodyKind.DYNAMIC, 3, -1.6, 0.5, 0), 100));
        var world = world(new Vec2(0, GRAVITY), bodies);
        run(world, 1_200);
        world.forEach(
                body -> {
                    if (body.kind() == BodyKind.DYNAMIC) {
                        // Nothing was pressed into the floor by more than a third of its radius.
                        assertThat(body.y()).as("%s", body.id()).isLessThan(-0.33);
                        assertThat(Math.abs(body.vy())).isLessThan(0.05);
                    }
                });
        assertThat(world.find(new BodyId("a2")).y()).isLessThan(-1.3);
        assertThat(world.find(new BodyId("b2")).y()).isLessThan(-1.1);
    }

    private static List<BodyDefinition> pile(int count) {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("w0", 0, 7, 8, 1));
        bodies.add(box("w1", -7, 0, 1, 8));
        bodies.add(box("w2", 7, 0, 1, 8));
        for (int i = 0; i < count; i++) {
            bodies.add(
                    body(
                            "b" + i,
                            BodyKind.DYNAMIC,
                            i % 10 * 1.1 - 5 + i % 3 * 0.01,
                            5 - Math.floorDiv(i, 10) * 1.1,
                            0.5,
                            0.2));
        }
        return bodies;
    }

    @Test
    void tenMinutesOfAPileBringNeitherDriftNorNonsense() {
        var world = world(new Vec2(0, GRAVITY), pile(50));
        run(world, 60 * 60);
        List<BodyState> settled = world.bodies();
        counter.begins = 0;
        counter.ends = 0;
        run(world, 9 * 60 * 60);
        List<BodyState> later = world.bodies();
        for (int i = 0; i < settled.size(); i++) {
            Vec2 was = settled.get(i).definition().motion().position();
            Vec2 is = later.get(i).definition().motion().position();
            assertThat(Math.hypot(is.x() - was.x(), is.y() - was.y()))
                    .as("%s moved", later.get(i).id())
                    .isLessThan(0.01);
            Vec2 velocity = later.get(i).definition().motion().velocity();
            assertThat(Math.hypot(velocity.x(), velocity.y())).isLessThan(0.01);
        }
        assertThat(counter.begins + counter.ends).isZero();
    }

    @Test
    void aGasOfElasticBodiesNeitherHeatsUpNorEscapes() {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("w0", 0, 11, 12, 1));
        bodies.add(box("w1", 0, -11, 12, 1));
        bodies.add(box("w2", -11, 0, 1, 12));
        bodies.add(box("w3", 11, 0, 1, 12));
        for (int i = 0; i < 40; i++) {
            bodies.add(
                    moving(
                            body(
                                    "b" + i,
                                    BodyKind.DYNAMIC,
                                    i % 8 * 2.3 - 8,
                                    Math.floorDiv(i, 8) * 2.3 - 8,
                                    0.5,
                                    1),
                            i * 37 % 21 - 10,
                            i * 53 % 19 - 9));
        }
        var world = world(Vec2.ZERO, bodies);
        double before = kinetic(world);
        for (int minute = 0; minute < 10; minute++) {
            run(world, 3_600);
            assertThat(kinetic(world)).isLessThan(1.01 * before);
        }
        world.forEach(
                body -> {
                    assertThat(Math.abs(body.x())).isLessThan(12);
                    assertThat(Math.abs(body.y())).isLessThan(12);
                });
    }

    private static double kinetic(SoftStepWorld world) {
        double[] energy = {0};
        world.forEach(body -> energy[0] += body.vx() * body.vx() + body.vy() * body.vy());
        return energy[0] / 2;
    }

    @Test
    void aFlatFloorOfTilesHasNoBumpAndOneBegin() {
        SolidGrid grid = new SolidGrid(100, 3);
        for (int x = 0; x < 100; x++) {
            grid.setSolid(x, 1);
            grid.setSolid(x, 2);
        }
        for (double speed : new double[] {1, 3, 8, 15}) {
            List<BodyDefinition> bodies = new ArrayList<>();
            for (TileColliders.Rectangle rectangle : TileColliders.merge(grid)) {
                bodies.add(TileColliders.toBody(rectangle, "tile:", Vec2.ZERO, 1));
            }
            bodies.add(moving(body("ball", BodyKind.DYNAMIC, 2, 0.5, 0.5, 0.8), speed, 0));
            var world = world(new Vec2(0, GRAVITY), bodies);
            counter.begins = 0;
            counter.ends = 0;
            double highest = 1;
            int steps = (int) Math.min(1_200, 90 / speed * 60);
            for (int i = 0; i < steps; i++) {
                world.step(TICK, i + 1, counter);
                BodyView ball = world.find(new BodyId("ball"));
                highest = Math.min(highest, ball.y());
                assertThat(ball.vx()).isCloseTo(speed, within(1e-9));
            }
            assertThat(highest).as("at %s m/s", speed).isGreaterThan(0.497);
            assertThat(counter.begins).isEqualTo(1);
            assertThat(counter.ends).isZero();
        }
    }
}
