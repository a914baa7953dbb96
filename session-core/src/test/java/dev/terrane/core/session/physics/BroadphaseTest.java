package dev.terrane.core.session.physics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.Fixtures;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadphaseTest {
    private static final BodyKind[] KINDS = BodyKind.values();

    private static Body randomBody(SeededRandom random, int number, double spread) {
        double x = (random.nextDouble() - 0.5) * spread;
        double y = (random.nextDouble() - 0.5) * spread;
        double size = random.oneIn(10) ? 40 : 0.05 + random.nextDouble() * 2;
        BodyDefinition definition =
                random.oneIn(4)
                        ? Fixtures.box("b" + number, x, y, size, size * 20)
                        : Fixtures.body("b" + number, random.choice(KINDS), x, y, size, 0);
        return new Body(definition, number + 1);
    }

    private static List<Long> collected(Broadphase broadphase, Body[] bodies) {
        int found = broadphase.collect(bodies, bodies.length);
        List<Long> pairs = new ArrayList<>();
        for (int i = 0; i < found; i++) {
            pairs.add(broadphase.pair(i));
        }
        return pairs;
    }

    @Test
    void theGridFindsExactlyThePairsOfAPlainSearchHoweverBodiesMove() {
        Seeds.forEach(
                50,
                random -> {
                    double spread = random.choice(2.0, 10.0, 100.0);
                    Body[] bodies = new Body[random.between(2, 80)];
                    for (int i = 0; i < bodies.length; i++) {
                        bodies[i] = randomBody(random, i, spread);
                        bodies[i].rank = i;
                    }
                    // Few pairs allowed: the way without spare candidates is taken too.
                    var broadphase = new Broadphase(random.oneIn(3) ? 2_000 : 1 << 20);
                    double reach = random.choice(0.001, 0.05, 3.0);
                    for (int step = 0; step < 20; step++) {
                        List<Long> expected = plainSearch(bodies);
                        if (expected.size() <= 2_000) {
                            assertThat(collected(broadphase, bodies)).isEqualTo(expected);
                        }
                        for (Body body : bodies) {
                            if (!body.isStatic()) {
                                body.x += (random.nextDouble() - 0.5) * reach;
                                body.y += (random.nextDouble() - 0.5) * reach;
                            }
                        }
                    }
                });
    }

    @Test
    void aCrowdTooDenseForSpareCandidatesIsStillCounted() {
        Body[] bodies = new Body[40];
        for (int i = 0; i < bodies.length; i++) {
            // Only near neighbours are within reach, many more within reach and slack.
            bodies[i] = new Body(Fixtures.ball("b" + (10 + i), i * 0.07, 0, 0.01), i + 1);
            bodies[i].rank = i;
        }
        List<Long> expected = plainSearch(bodies);
        var broadphase = new Broadphase(expected.size());
        assertThat(collected(broadphase, bodies)).isEqualTo(expected);
        assertThat(new Broadphase(expected.size() - 1).collect(bodies, bodies.length))
                .isEqualTo(-1);
    }

    private static List<Long> plainSearch(Body[] bodies) {
        List<Long> pairs = new ArrayList<>();
        for (int i = 0; i < bodies.length; i++) {
            for (int j = i + 1; j < bodies.length; j++) {
                Body a = bodies[i];
                Body b = bodies[j];
                if ((a.isDynamic() || b.isDynamic()) && isNear(a, b)) {
                    pairs.add(((long) i << 32) | j);
                }
            }
        }
        return pairs;
    }

    private static boolean isNear(Body a, Body b) {
        double dx = Math.abs(a.x - b.x);
        double dy = Math.abs(a.y - b.y);
        if (a.box || b.box) {
            return dx <= a.halfX + b.halfX + Broadphase.REACH
                    && dy <= a.halfY + b.halfY + Broadphase.REACH;
        }
        double reach = a.radius + b.radius + Broadphase.REACH;
        return dx * dx + dy * dy <= reach * reach;
    }
}
