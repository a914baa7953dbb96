package dev.terrane.core.session.physics;

import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.bullet;
import static dev.terrane.core.session.Fixtures.moving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.Fixtures;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Nothing passes a static shape, and a bullet passes nothing but bullets, at any speed up to the
 * limit of 400 m/s, from any side, aimed at the centre too. 5,000 shots of a kind, 50,000 in long
 * runs.
 */
class TunnelTest {
    private static final int SHOTS = Boolean.getBoolean("terrane.long") ? 50_000 : 5_000;
    private static final StepSpec TICK = StepSpec.of(Fixtures.TICK);
    private static final int STEPS_MAX = 150;

    private final Coverage coverage = new Coverage();

    /** Remembers whether the two bodies touched. */
    private static final class Touch implements ContactListener {
        boolean begun;

        @Override
        public void onBegin(ContactView contact) {
            begun = true;
        }

        @Override
        public void onHit(ContactView contact) {}

        @Override
        public void onEnd(ContactView contact) {}
    }

    /** A shot from far away towards the origin. */
    private record Shot(double cos, double sin, double aside, double speed, double away) {
        static Shot random(SeededRandom random, double reach) {
            double angle = random.nextDouble() * 2 * Math.PI;
            boolean centred = random.oneIn(4);
            double aside = centred ? 0 : (random.nextDouble() * 2 - 1) * reach * 0.9;
            double speed = random.oneIn(8) ? 400 : 5 + random.nextDouble() * 395;
            double away = 2 + random.nextDouble() * 5;
            return new Shot(Math.cos(angle), Math.sin(angle), aside, speed, away);
        }

        BodyDefinition aim(BodyDefinition disc) {
            BodyDefinition.Motion motion =
                    BodyDefinition.Motion.at(-cos * away - sin * aside, -sin * away + cos * aside);
            return new BodyDefinition(
                    disc.id(),
                    disc.kind(),
                    disc.shape(),
                    disc.mass(),
                    disc.restitution(),
                    new BodyDefinition.Motion(
                            motion.position(), new Vec2(cos * speed, sin * speed), 0, 0),
                    disc.profile());
        }
    }

    private static boolean touches(StepSpec spec, BodyDefinition... bodies) {
        var world = new SoftStepWorld(PhysicsLimits.DEFAULT, Vec2.ZERO);
        for (int i = 0; i < bodies.length; i++) {
            world.spawn(bodies[i], i + 1);
        }
        var touch = new Touch();
        for (int i = 1; i <= STEPS_MAX && !touch.begun; i++) {
            world.step(spec, i, touch);
        }
        return touch.begun;
    }

    @Test
    void nothingPassesAStaticShape() {
        SeededRandom random = Seeds.printed();
        for (int i = 0; i < SHOTS; i++) {
            double radius = random.choice(0.02, 0.1, 0.3);
            boolean isBox = random.nextBoolean();
            double half = 0.1 + random.nextDouble();
            Shot shot = Shot.random(random, half);
            BodyDefinition target =
                    isBox
                            ? box("target", 0, 0, half, half)
                            : body("target", BodyKind.STATIC, 0, 0, half, 0);
            BodyDefinition disc = shot.aim(ball("shot", 0, 0, radius));
            StepSpec spec = random.oneIn(5) ? StepSpec.of(0.1) : TICK;
            assertThat(touches(spec, target, random.oneIn(3) ? bullet(disc) : disc))
                    .as("shot %s: %s at half %s", i, shot, half)
                    .isTrue();
            coverage.count(isBox ? "box" : "circle");
            coverage.count(shot.aside() == 0 ? "centred" : "aside");
        }
        coverage.requireAtLeast(100, "box", "circle", "centred", "aside");
    }

    @Test
    void nothingPassesAThinWall() {
        SeededRandom random = Seeds.printed();
        for (int i = 0; i < SHOTS; i++) {
            double thin = random.choice(0.001, 0.01, 0.1);
            Shot shot = Shot.random(random, 1);
            boolean upright = Math.abs(shot.cos()) > Math.abs(shot.sin());
            BodyDefinition wall =
                    upright ? box("wall", 0, 0, thin, 60) : box("wall", 0, 0, 60, thin);
            var world = new SoftStepWorld(PhysicsLimits.DEFAULT, Vec2.ZERO);
            world.spawn(wall, 1);
            world.spawn(shot.aim(ball("shot", 0, 0, 0.05 + random.nextDouble() * 0.3)), 2);
            double side = upright ? shot.cos() : shot.sin();
            for (int step = 1; step <= 60; step++) {
                world.step(TICK, step, new Touch());
                BodyView body = world.find(new BodyId("shot"));
                double across = (upright ? body.x() : body.y()) * Math.signum(side);
                assertThat(across).as("shot %s: %s", i, shot).isNegative();
            }
        }
    }

    @Test
    void aHeavyBodySqueezesNothingThroughAWall() {
        SeededRandom random = Seeds.printed();
        for (int i = 0; i < SHOTS / 10; i++) {
            double half = random.choice(0.001, 0.01, 0.1);
            double radius = 0.1 + random.nextDouble() * 0.4;
            double mass = random.choice(1.0, 10.0, 100.0);
            double speed = random.oneIn(4) ? 400 : random.nextDouble() * 50;
            boolean rammed = random.oneIn(3);
            BodyDefinition light = ball("light", -half - radius, 0, radius);
            BodyDefinition ram =
                    moving(
                            body(
                                    "ram",
                                    rammed ? BodyKind.KINEMATIC : BodyKind.DYNAMIC,
                                    -half - 4,
                                    random.oneIn(2) ? 0 : random.nextDouble() * 0.2 - 0.1,
                                    0.5,
                                    0),
                            speed,
                            0);
            var world = new SoftStepWorld(PhysicsLimits.DEFAULT, new Vec2(9.8, 0));
            world.spawn(box("wall", 0, 0, half, 2_000), 1);
            world.spawn(light, 2);
            world.spawn(weighing(ram, mass), 3);
            for (int step = 1; step <= 120; step++) {
                world.step(TICK, step, new Touch());
                assertThat(world.find(new BodyId("light")).x())
                        .as("shot %s: half %s, mass %s, speed %s", i, half, mass, speed)
                        .isNegative();
                if (!rammed) {
                    assertThat(world.find(new BodyId("ram")).x()).as("shot %s", i).isNegative();
                }
            }
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

    @Test
    void aBulletPassesNeitherKinematicNorDynamicBodies() {
        SeededRandom random = Seeds.printed();
        for (int i = 0; i < SHOTS; i++) {
            double half = 0.1 + random.nextDouble() * 0.5;
            Shot shot = Shot.random(random, half);
            BodyKind kind = random.choice(BodyKind.KINEMATIC, BodyKind.DYNAMIC);
            BodyDefinition target = body("target", kind, 0, 0, half, 0);
            if (shot.aside() == 0 && random.nextBoolean()) {
                // It comes towards the shot, or flees more slowly.
                double speed = random.oneIn(3) ? shot.speed() * 0.3 : -random.nextDouble() * 350;
                target = moving(target, speed * shot.cos(), speed * shot.sin());
                coverage.count("moving");
            }
            BodyDefinition disc = bullet(shot.aim(ball("shot", 0, 0, 0.1)));
            assertThat(touches(TICK, target, disc)).as("shot %s: %s", i, shot).isTrue();
            coverage.count(kind);
        }
        coverage.requireAtLeast(100, "KINEMATIC", "DYNAMIC", "moving");
    }

    @Test
    void aBulletPassesBullets() {
        SeededRandom random = Seeds.printed();
        int passed = 0;
        for (int i = 0; i < 200; i++) {
            Shot shot = Shot.random(random, 0.1);
            // Faster than it is long in a step, so that only a sweep could see it.
            var fast = new Shot(shot.cos(), shot.sin(), 0, 300, 7.5);
            BodyDefinition target = bullet(ball("target", 0, 0, 0.1));
            passed += touches(TICK, target, bullet(fast.aim(ball("shot", 0, 0, 0.1)))) ? 0 : 1;
        }
        assertThat(passed).isPositive();
    }
}
