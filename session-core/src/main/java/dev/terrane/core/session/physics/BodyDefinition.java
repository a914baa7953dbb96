package dev.terrane.core.session.physics;

import org.jspecify.annotations.Nullable;

/**
 * What is needed to spawn a body.
 *
 * @param id its name
 * @param kind how it moves
 * @param shape what it occupies; boxes are static only
 * @param mass in kilograms; for static bodies ignored and stored as 0
 * @param restitution 0 keeps no normal speed after an impact, 1 all; the larger of two bodies
 *     counts
 * @param motion where it is and how it moves
 * @param profile bullet, field participation, collision filter
 */
public record BodyDefinition(
        BodyId id,
        BodyKind kind,
        Shape shape,
        double mass,
        double restitution,
        Motion motion,
        Profile profile) {
    /** Restitution when none is given. */
    public static final double RESTITUTION_DEFAULT = 0.2;

    /**
     * Place and speed of a body.
     *
     * @param position centre in metres
     * @param velocity metres per second
     * @param angle radians
     * @param angularVelocity radians per second
     */
    public record Motion(Vec2 position, Vec2 velocity, double angle, double angularVelocity) {
        public Motion {
            angle += 0.0;
            angularVelocity += 0.0;
        }

        /** At rest at the given point. */
        public static Motion at(double x, double y) {
            return new Motion(new Vec2(x, y), Vec2.ZERO, 0, 0);
        }
    }

    /**
     * What a body takes part in.
     *
     * @param bullet swept against moving bodies too, not only static ones
     * @param inFields whether radial fields act on it
     * @param filter what it collides with
     */
    public record Profile(boolean bullet, boolean inFields, CollisionFilter filter) {
        /** No bullet, in fields, collides with everything. */
        public static final Profile DEFAULT = new Profile(false, true, CollisionFilter.ALL);

        /** Why it is not allowed, or null if it is. */
        public @Nullable Defect defect() {
            return filter.category() == 0 ? new Defect("collision_category", "has no bit") : null;
        }
    }

    /** Why a definition is not allowed under the limits, or null if it is. */
    public @Nullable Defect defect(PhysicsLimits limits) {
        return Defect.first(
                BodyRules.defect(kind, shape, mass, restitution, limits),
                Defect.beyond("position", motion.position(), limits.coordinateMax()),
                BodyRules.speedDefect(
                        "velocity",
                        motion.velocity(),
                        "angular_velocity",
                        motion.angularVelocity()),
                restDefect());
    }

    /**
     * Why this is nothing a body can have become, wherever it is by now, or null if it is: what a
     * restored state must satisfy.
     */
    @Nullable Defect stateDefect(PhysicsLimits limits) {
        return Defect.first(BodyRules.defect(kind, shape, mass, restitution, limits), restDefect());
    }

    private @Nullable Defect restDefect() {
        Defect angle = BodyRules.angleDefect(motion.angle());
        if (angle != null) {
            return angle;
        }
        if (kind == BodyKind.STATIC && !motion.velocity().equals(Vec2.ZERO)) {
            return new Defect("velocity", "a static body has none");
        }
        if (kind == BodyKind.STATIC && motion.angularVelocity() != 0) {
            return new Defect("angular_velocity", "a static body has none");
        }
        if (shape instanceof Shape.Box && motion.angle() != 0) {
            return new Defect("angle", "a box cannot be turned");
        }
        return profile.defect();
    }
}
