package dev.terrane.core.session.model;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyRules;
import dev.terrane.core.session.physics.Defect;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Vec2;
import java.util.Comparator;
import java.util.List;

/**
 * What a session is made from. Bodies are kept sorted by id and take the incarnations 1..n.
 *
 * @param id its name
 * @param generation its life
 * @param gravity constant acceleration of dynamic bodies
 * @param limits bounds of its world
 * @param seconds simulated time it starts at
 * @param bodies initial bodies with distinct ids
 */
public record SessionDefinition(
        SessionId id,
        Generation generation,
        Vec2 gravity,
        PhysicsLimits limits,
        double seconds,
        List<BodyDefinition> bodies) {
    /** A session that starts at time 0. */
    public SessionDefinition(
            SessionId id,
            Generation generation,
            Vec2 gravity,
            PhysicsLimits limits,
            List<BodyDefinition> bodies) {
        this(id, generation, gravity, limits, 0, bodies);
    }

    public SessionDefinition {
        bodies = bodies.stream().sorted(Comparator.comparing(BodyDefinition::id)).toList();
        if (!gravity.isWithin(BodyRules.ACCELERATION_MAX)) {
            throw new IllegalArgumentException(
                    "gravity is not finite or beyond " + BodyRules.ACCELERATION_MAX);
        }
        if (!Double.isFinite(seconds) || seconds < 0) {
            throw new IllegalArgumentException("time must be finite and at least 0");
        }
        if (bodies.size() > limits.bodiesMax()) {
            throw new IllegalArgumentException(
                    bodies.size() + " bodies, allowed are " + limits.bodiesMax());
        }
        for (int i = 0; i < bodies.size(); i++) {
            Defect defect = bodies.get(i).defect(limits);
            if (defect != null) {
                throw new IllegalArgumentException("body " + bodies.get(i).id() + ": " + defect);
            }
            if (i > 0 && bodies.get(i - 1).id().equals(bodies.get(i).id())) {
                throw new IllegalArgumentException("body given twice: " + bodies.get(i).id());
            }
        }
    }
}
