package dev.terrane.core.session.physics;

import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.bullet;
import static dev.terrane.core.session.Fixtures.moving;
import static dev.terrane.core.session.Fixtures.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terrane.core.session.Fixtures;
import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoftStepWorldTest {
    private static final StepSpec TICK = StepSpec.of(Fixtures.TICK);

    private final Recorder seen = new Recorder();
    private long steps;

    /** Contact changes as text, with the step they came in. */
    private static final class Recorder implements ContactListener {
        final List<String> events = new ArrayList<>();

        @Override
        public void onBegin(ContactView contact) {
            add("begin", contact);
        }

        @Override
        public void onHit(ContactView contact) {
            add("hit", contact);
        }

        @Override
        public void onEnd(ContactView contact) {
            add("end", contact);
        }

        private void add(String kind, ContactView contact) {
            events.add(kind + " " + contact.bodyA().id() + " " + contact.bodyB().id());
        }

        long count(String kind) {
            return events.stream().filter(event -> event.startsWith(kind)).count();
        }
    }

    private SoftStepWorld world(Vec2 gravity, BodyDefinition... bodies) {
        var world = new SoftStepWorld(PhysicsLimits.DEFAULT, gravity);
        long incarnation = 0;
        for (BodyDefinition body : bodies) {
            world.spawn(body, ++incarnation);
        }
        return world;
    }

    private void run(SoftStepWorld world, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(world.step(TICK, ++steps, seen)).isEqualTo(StepOutcome.OK);
        }
    }

    private static BodyView get(SoftStepWorld world, String id) {
        BodyView body = world.find(new BodyId(id));
        assertThat(body).isNotNull();
        return body;
    }

    @Test
    void headOnImpactReversesByRestitutionAndKeepsMomentum() {
        var world =
                world(
                        Vec2.ZERO,
                        moving(body("a", BodyKind.DYNAMIC, -2, 0, 0.5, 0.8), 5, 0),
                        moving(body("b", BodyKind.DYNAMIC, 2, 0, 0.5, 0.8), -5, 0));
        run(world, 60);
        assertThat(get(world, "a").vx()).isCloseTo(-4, within(1e-6));
        assertThat(get(world, "b").vx()).isCloseTo(4, within(1e-6));
        assertThat(get(world, "a").vx() + get(world, "b").vx()).isCloseTo(0, within(1e-9));
        assertThat(seen.events).containsExactly("begin a b", "hit a b", "end a b");
    }

    @Test
    void aBallRestsOnAFloorAtItsRadius() {
        var world = world(new Vec2(0, 9.8), box("floor", 0, 1, 10, 1), ball("ball", 0, -1, 0.5));
        run(world, 300);
        assertThat(get(world, "ball").y()).isCloseTo(-0.5, within(0.01 * 0.5 + 0.002));
        assertThat(Math.abs(get(world, "ball").vy())).isLessThan(0.01);
        assertThat(seen.count("begin")).isEqualTo(1);
        assertThat(seen.count("end")).isZero();
    }

    @Test
    void aBallRollsOverAMergedFloorWithOneBeginAndNoBump() {
        var world =
                world(
                        new Vec2(0, 9.8),
                        box("floor", 0, 1, 50, 1),
                        moving(ball("ball", -40, -0.5, 0.5), 8, 0));
        double highest = 0;
        for (int i = 0; i < 500; i++) {
            run(world, 1);
            highest = Math.min(highest, get(world, "ball").y());
        }
        assertThat(get(world, "ball").vx()).isCloseTo(8, within(1e-9));
        assertThat(highest).isGreaterThan(-0.503);
        assertThat(seen.events).containsExactly("begin ball floor");
    }

    @Test
    void smallSeparationIsNoticedOnlyAfterTheThreshold() {
        var world = world(Vec2.ZERO, ball("a", 0, 0, 0.5), ball("b", 1, 0, 0.5));
        run(world, 1);
        assertThat(seen.events).containsExactly("begin a b");
        world.setVelocity(new BodyId("b"), new Vec2(0.6, 0), 0);
        run(world, 4); // 0.04 m apart by now
        assertThat(seen.count("end")).isZero();
        run(world, 3);
        assertThat(seen.events).containsExactly("begin a b", "end a b");
    }

    @Test
    void gentleContactIsNoHit() {
        var world =
                world(Vec2.ZERO, moving(ball("a", -0.6, 0, 0.5), 0.9, 0), ball("b", 0.5, 0, 0.5));
        run(world, 60);
        assertThat(seen.count("begin")).isEqualTo(1);
        assertThat(seen.count("hit")).isZero();
    }

    @Test
    void groupsAndCategoriesDecideWhoCollides() {
        var never = new BodyDefinition.Profile(false, true, new CollisionFilter(1, -1, -7));
        var one = new BodyDefinition.Profile(false, true, new CollisionFilter(1, 2, 0));
        var two = new BodyDefinition.Profile(false, true, new CollisionFilter(2, 1, 0));
        var world =
                world(
                        Vec2.ZERO,
                        with(ball("n1", 0, 0, 0.5), never),
                        with(ball("n2", 0.5, 0, 0.5), never),
                        with(ball("p1", 10, 0, 0.5), one),
                        with(ball("p2", 10.5, 0, 0.5), two),
                        with(ball("q1", 20, 0, 0.5), one),
                        with(ball("q2", 20.5, 0, 0.5), one));
        run(world, 1);
        assertThat(seen.events).containsExactly("begin p1 p2");
    }

    @Test
    void fieldsPullParticipantsByTheRuleAndOnlyThem() {
        var out = new BodyDefinition.Profile(false, false, CollisionFilter.ALL);
        var world = world(Vec2.ZERO, ball("in", 5, 0, 0.5), with(ball("out", -5, 0, 0.5), out));
        var field = new RadialField(new BodyId("well"), Vec2.ZERO, 8, 10);
        world.step(new StepSpec(0.1, 4, List.of(field)), 1, seen);
        assertThat(get(world, "in").vx()).isCloseTo(-8 * 0.5 * 0.1, within(1e-12));
        assertThat(get(world, "out").vx()).isZero();
    }

    @Test
    void forceAndTorqueLastOneStep() {
        var world = world(Vec2.ZERO, ball("a", 0, 0, 0.5));
        world.applyForce(new BodyId("a"), new Vec2(6, 0));
        world.applyTorque(new BodyId("a"), 0.1);
        run(world, 1);
        double speed = get(world, "a").vx();
        double turn = get(world, "a").angularVelocity();
        assertThat(speed).isCloseTo(0.1, within(1e-12));
        assertThat(turn).isCloseTo(0.1 / (0.4 * 0.25) / 60, within(1e-12));
        run(world, 1);
        assertThat(get(world, "a").vx()).isEqualTo(speed);
        assertThat(get(world, "a").angularVelocity()).isEqualTo(turn);
    }

    @Test
    void bulletStopsAtAKinematicTargetAndTheFactComesInTheNextStep() {
        var world =
                world(
                        Vec2.ZERO,
                        bullet(moving(ball("bullet", -10, 0, 0.1), 100, 0)),
                        body("target", BodyKind.KINEMATIC, 0, 0, 0.5, 0));
        world.step(StepSpec.of(0.2), ++steps, seen);
        assertThat(get(world, "bullet").x()).isNegative();
        assertThat(seen.events).isEmpty();
        run(world, 1);
        assertThat(seen.events).contains("begin bullet target");
        assertThat(get(world, "target").x()).isZero();
    }

    @Test
    void nothingPassesAStaticShapeUpToTheSpeedLimit() {
        SeededRandom random = Seeds.printed();
        for (int shot = 0; shot < 400; shot++) {
            double angle = random.nextDouble() * 2 * Math.PI;
            double aside = shot < 100 ? 0 : random.nextDouble() * 0.8 - 0.4;
            double radius = 0.02 + random.nextDouble() * 0.3;
            double speed = 20 + random.nextDouble() * 380;
            double c = Math.cos(angle);
            double s = Math.sin(angle);
            BodyDefinition wall =
                    shot % 2 == 0
                            ? box("wall", 0, 0, 0.5, 0.5)
                            : body("wall", BodyKind.STATIC, 0, 0, 0.5, 0);
            double away = 3 + random.nextDouble() * 4;
            var world =
                    world(
                            Vec2.ZERO,
                            wall,
                            moving(
                                    ball(
                                            "shot",
                                            -c * away - s * aside,
                                            -s * away + c * aside,
                                            radius),
                                    c * speed,
                                    s * speed));
            boolean touched = false;
            for (int i = 0; i < 30 && !touched; i++) {
                run(world, 1);
                touched = seen.count("begin") > 0;
            }
            assertThat(touched).as("shot %s", shot).isTrue();
            seen.events.clear();
        }
    }

    @Test
    void aBulletMeetingAFastTargetDoesNotPassIt() {
        SeededRandom random = Seeds.printed();
        for (int shot = 0; shot < 300; shot++) {
            double speed = 50 + random.nextDouble() * 350;
            double towards = random.nextDouble() * 350;
            double aside = shot < 100 ? 0 : random.nextDouble() * 0.6 - 0.3;
            var world =
                    world(
                            Vec2.ZERO,
                            bullet(
                                    moving(
                                            ball("a", -5 - random.nextDouble(), aside, 0.1),
                                            speed,
                                            0)),
                            moving(ball("b", 5, 0, 0.4), -towards, 0));
            boolean touched = false;
            for (int i = 0; i < 30 && !touched; i++) {
                run(world, 1);
                touched = seen.count("begin") > 0;
            }
            assertThat(touched).as("shot %s", shot).isTrue();
            seen.events.clear();
        }
    }

    @Test
    void aPileComesToRestWithoutGainingEnergy() {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("w0", 0, 11, 12, 1));
        bodies.add(box("w1", -11, 0, 1, 12));
        bodies.add(box("w2", 11, 0, 1, 12));
        for (int i = 0; i < 200; i++) {
            bodies.add(
                    body(
                            "b" + i,
                            BodyKind.DYNAMIC,
                            (i % 16) * 1.2 - 9 + (i % 3) * 0.01,
                            9 - Math.floorDiv(i, 16) * 1.2,
                            0.5,
                            0.3));
        }
        var world = world(new Vec2(0, 9.8), bodies.toArray(BodyDefinition[]::new));
        run(world, 1_200);
        double[] kinetic = {0};
        world.forEach(b -> kinetic[0] += (b.vx() * b.vx() + b.vy() * b.vy()) / 2);
        assertThat(kinetic[0]).isLessThan(1);
        world.forEach(
                b -> {
                    if (b.kind() == BodyKind.DYNAMIC) {
                        assertThat(b.y()).isLessThan(9.6);
                        assertThat(Math.abs(b.x())).isLessThan(9.6);
                    }
                });
    }

    @Test
    void aHeavyBallOnALightOneStaysAboveTheFloor() {
        var heavy =
                new BodyDefinition(
                        new BodyId("heavy"),
                        BodyKind.DYNAMIC,
                        new Shape.Circle(0.5),
                        100,
                        0,
                        BodyDefinition.Motion.at(0, -1.5),
                        BodyDefinition.Profile.DEFAULT);
        var world =
                world(
                        new Vec2(0, 9.8),
                        box("floor", 0, 1, 10, 1),
                        ball("light", 0, -0.5, 0.5),
                        heavy);
        run(world, 600);
        assertThat(get(world, "light").y()).isLessThan(-0.3);
    }

    @Test
    void aNonFiniteStateIsReported() {
        var world = world(Vec2.ZERO, ball("a", 0, 0, 0.5));
        world.applyForce(new BodyId("a"), new Vec2(Double.MAX_VALUE, 0));
        world.applyForce(new BodyId("a"), new Vec2(Double.MAX_VALUE, 0));
        assertThat(world.step(TICK, 1, seen)).isEqualTo(StepOutcome.NON_FINITE);
    }

    @Test
    void moreContactsThanAllowedAreReported() {
        var world = new SoftStepWorld(new PhysicsLimits(64, 10, 1e7, 1e5, 64, 64, 1), Vec2.ZERO);
        for (int i = 0; i < 20; i++) {
            world.spawn(ball("b" + i, 0.01 * i, 0, 0.5), i + 1);
        }
        assertThat(world.step(TICK, 1, seen)).isEqualTo(StepOutcome.TOO_MANY_CONTACTS);
    }

    @Test
    void steadySteppingAllocatesNothing() throws Exception {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("floor", 0, 1, 40, 1));
        for (int i = 0; i < 50; i++) {
            bodies.add(ball("b" + i, i * 1.0 - 25, -0.5, 0.5));
        }
        var world = world(new Vec2(0, 9.8), bodies.toArray(BodyDefinition[]::new));
        run(world, 200);
        seen.events.clear();
        long least = Long.MAX_VALUE;
        // Until it has been compiled, which a busy machine does late.
        for (int round = 0; round < 5 || (round < 100 && least >= 100); round++) {
            long bytes =
                    AllocationMeter.bytes(
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    world.step(TICK, ++steps, seen);
                                }
                            });
            least = Math.min(least, bytes);
        }
        // The meter and what is used for the first time cost a few bytes, a hundred steps none.
        assertThat(least).isLessThan(100);
        assertThat(seen.events).isEmpty();
    }
}
