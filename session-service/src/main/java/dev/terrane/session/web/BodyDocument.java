package dev.terrane.session.web;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A body as REST shows it; metres, seconds, radians.
 *
 * @param id its name
 * @param incarnation lifetime number of the name
 * @param kind dynamic, kinematic or static
 * @param x centre
 * @param y centre
 * @param vx velocity
 * @param vy velocity
 * @param angle 0 points to +x
 * @param angularVelocity per second
 * @param radius of a circle
 * @param halfWidth of a box
 * @param halfHeight of a box
 */
record BodyDocument(
        String id,
        long incarnation,
        String kind,
        double x,
        double y,
        double vx,
        double vy,
        double angle,
        double angularVelocity,
        @Nullable Double radius,
        @Nullable Double halfWidth,
        @Nullable Double halfHeight) {

    static BodyDocument of(BodyState state) {
        BodyDefinition.Motion motion = state.definition().motion();
        Shape shape = state.definition().shape();
        Vec2 half = shape instanceof Shape.Box(Vec2 h) ? h : null;
        return new BodyDocument(
                state.id().value(),
                state.incarnation(),
                state.definition().kind().name().toLowerCase(Locale.ROOT),
                motion.position().x(),
                motion.position().y(),
                motion.velocity().x(),
                motion.velocity().y(),
                motion.angle(),
                motion.angularVelocity(),
                shape instanceof Shape.Circle(double radius) ? radius : null,
                half == null ? null : half.x(),
                half == null ? null : half.y());
    }
}
