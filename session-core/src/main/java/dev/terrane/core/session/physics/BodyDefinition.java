package dev.terrane.core.session.physics;

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
    }

    /** Why a definition is not allowed under the limits, or null if it is. */
    public @org.jspecify.annotations.Nullable String defect(PhysicsLimits limits) {
        String basics = BodyRules.defect(kind, shape, mass, restitution, limits);
        if (basics != null) {
            return basics;
        }
        if (!motion.position().isWithin(limits.coordinateMax())) {
            return "position is not finite or beyond " + limits.coordinateMax();
        }
        if (!BodyRules.isSpeed(motion.velocity(), motion.angularVelocity())) {
            return "velocity is not finite or beyond " + BodyRules.SPEED_MAX;
        }
        return restDefect();
    }

    /**
     * Why this is nothing a body can have become, wherever it is by now, or null if it is: what a
     * restored state must satisfy.
     */
    @org.jspecify.annotations.Nullable
    String stateDefect(PhysicsLimits limits) {
        String basics = BodyRules.defect(kind, shape, mass, restitution, limits);
        return basics != null ? basics : restDefect();
    }

    private @org.jspecify.annotations.Nullable String restDefect() {
        if (!BodyRules.isAngle(motion.angle())) {
            return "angle is not finite or beyond " + BodyRules.ANGLE_MAX;
        }
        if (kind == BodyKind.STATIC
                && (!motion.velocity().equals(Vec2.ZERO) || motion.angularVelocity() != 0)) {
            return "a static body has no velocity";
        }
        if (shape instanceof Shape.Box && motion.angle() != 0) {
            return "a box cannot be turned";
        }
        return profile.filter().category() == 0 ? "category has no bit" : null;
    }
}
