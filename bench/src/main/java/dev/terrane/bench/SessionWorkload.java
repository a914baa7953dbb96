package dev.terrane.bench;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.ContactListener;
import dev.terrane.core.session.physics.ContactView;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.SoftStepWorld;
import dev.terrane.core.session.physics.StepOutcome;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.List;

/** The fixed worlds of the session benchmarks: discs of radius 0.5 m between four walls. */
final class SessionWorkload {
    static final double TICK = 1.0 / 60;
    static final StepSpec STEP = StepSpec.of(TICK);
    private static final double SPACING_PILE = 1.1;
    private static final double SPACING_SPARSE = 3.5;

    private SessionWorkload() {}

    /** What a world is like. */
    enum Kind {
        /** Everything falls into one heap and stays there. */
        DENSE,
        /** No gravity; bodies fly and bounce. */
        SPARSE;

        Vec2 gravity() {
            return this == DENSE ? new Vec2(0, 9.8) : Vec2.ZERO;
        }

        String text() {
            return this == DENSE ? "dense" : "sparse";
        }
    }

    /** A world of that kind; the same for everybody who asks. */
    static List<BodyDefinition> bodies(Kind kind, int count) {
        double spacing = kind == Kind.DENSE ? SPACING_PILE : SPACING_SPARSE;
        int columns = (int) Math.ceil(Math.sqrt(count));
        double half = columns * spacing / 2 + 0.5;
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(wall("w:n", 0, -half - 1, half + 2, 1));
        bodies.add(wall("w:s", 0, half + 1, half + 2, 1));
        bodies.add(wall("w:w", -half - 1, 0, 1, half + 2));
        bodies.add(wall("w:e", half + 1, 0, 1, half + 2));
        for (int i = 0; i < count; i++) {
            double x = (i % columns + 0.5) * spacing - half + 0.5;
            double y = (Math.floorDiv(i, columns) + 0.5) * spacing - half + 0.5;
            Vec2 velocity =
                    kind == Kind.DENSE
                            ? Vec2.ZERO
                            : new Vec2((i * 37 % 21 - 10) * 0.5, (i * 53 % 19 - 9) * 0.5);
            bodies.add(
                    new BodyDefinition(
                            new BodyId("b" + i),
                            BodyKind.DYNAMIC,
                            new Shape.Circle(0.5),
                            1,
                            kind == Kind.DENSE ? 0.2 : 0.8,
                            new BodyDefinition.Motion(
                                    new Vec2(x + i % 7 * 0.003, y), velocity, 0, 0),
                            BodyDefinition.Profile.DEFAULT));
        }
        return bodies;
    }

    /** A box that never moves. */
    static BodyDefinition wall(String id, double x, double y, double halfX, double halfY) {
        return new BodyDefinition(
                new BodyId(id),
                BodyKind.STATIC,
                new Shape.Box(new Vec2(halfX, halfY)),
                0,
                0,
                BodyDefinition.Motion.at(x, y),
                BodyDefinition.Profile.DEFAULT);
    }

    /** Our world of those bodies, stepped and read back as a host does. */
    static final class Ours implements ContactListener {
        private final SoftStepWorld world;
        private final double[] states;
        private long steps;
        private long changes;
        private int place;

        Ours(List<BodyDefinition> bodies, Vec2 gravity) {
            world = new SoftStepWorld(PhysicsLimits.DEFAULT, gravity);
            long incarnation = 0;
            for (BodyDefinition body : bodies) {
                world.spawn(body, ++incarnation);
            }
            states = new double[4 * bodies.size()];
        }

        void step(StepSpec spec) {
            if (world.step(spec, ++steps, this) != StepOutcome.OK) {
                throw new IllegalStateException("the world failed");
            }
        }

        double[] readBack() {
            place = 0;
            world.forEach(this::read);
            return states;
        }

        private void read(BodyView body) {
            states[place++] = body.x();
            states[place++] = body.y();
            states[place++] = body.vx();
            states[place++] = body.vy();
        }

        long changes() {
            return changes;
        }

        BodyView find(String id) {
            BodyView body = world.find(new BodyId(id));
            if (body == null) {
                throw new IllegalArgumentException("no body " + id);
            }
            return body;
        }

        @Override
        public void onBegin(ContactView contact) {
            changes++;
        }

        @Override
        public void onHit(ContactView contact) {
            changes++;
        }

        @Override
        public void onEnd(ContactView contact) {
            changes++;
        }
    }
}
