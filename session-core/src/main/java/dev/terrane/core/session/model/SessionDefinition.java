package dev.terrane.core.session.model;

import dev.terrane.core.session.physics.BodyDefinition;
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
 * @param bodies initial bodies with distinct ids
 */
public record SessionDefinition(
        SessionId id,
        Generation generation,
        Vec2 gravity,
        PhysicsLimits limits,
        List<BodyDefinition> bodies) {
    public SessionDefinition {
        bodies = bodies.stream().sorted(Comparator.comparing(BodyDefinition::id)).toList();
        if (!gravity.isFinite()) {
            throw new IllegalArgumentException("gravity is not finite");
        }
        if (bodies.size() > limits.bodiesMax()) {
            throw new IllegalArgumentException(
                    bodies.size() + " bodies, allowed are " + limits.bodiesMax());
        }
        for (int i = 0; i < bodies.size(); i++) {
            String defect = bodies.get(i).defect(limits);
            if (defect != null) {
                throw new IllegalArgumentException("body " + bodies.get(i).id() + ": " + defect);
            }
            if (i > 0 && bodies.get(i - 1).id().equals(bodies.get(i).id())) {
                throw new IllegalArgumentException("body given twice: " + bodies.get(i).id());
            }
        }
    }
}
