package dev.terrane.core.session.physics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.Fixtures;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadphaseTest {
    private static final BodyKind[] KINDS = BodyKind.values();

    @Test
    void theGridFindsExactlyThePairsOfAPlainSearch() {
        Seeds.forEach(
                50,
                random -> {
                    int count = random.between(2, 80);
                    Body[] bodies = new Body[count];
                    double spread = random.choice(2.0, 10.0, 100.0);
                    for (int i = 0; i < count; i++) {
                        double x = (random.nextDouble() - 0.5) * spread;
                        double y = (random.nextDouble() - 0.5) * spread;
                        double size = random.oneIn(10) ? 40 : 0.05 + random.nextDouble() * 2;
                        boolean box = random.oneIn(4);
                        bodies[i] =
                                new Body(
                                        box
                                                ? Fixtures.box("b" + i, x, y, size, size * 20)
                                                : Fixtures.body(
                                                        "b" + i,
                                                        random.choice(KINDS),
                                                        x,
                                                        y,
                                                        size,
                                                        0),
                                        i + 1);
                        bodies[i].rank = i;
                    }
                    var broadphase = new Broadphase(1 << 20);
                    int found = broadphase.collect(bodies, count);
                    List<Long> pairs = new ArrayList<>();
                    for (int i = 0; i < found; i++) {
                        pairs.add(broadphase.pair(i));
                    }
                    assertThat(pairs).isEqualTo(plainSearch(bodies));
                });
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
