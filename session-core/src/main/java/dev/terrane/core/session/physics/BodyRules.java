package dev.terrane.core.session.physics;

import org.jspecify.annotations.Nullable;

/**
 * The numeric rules of commands. The bounds lie far beyond anything a game needs; within them no
 * sequence of commands can drive the solver's numbers out of range, so a world is never lost to its
 * input.
 */
public final class BodyRules {
    /** Smallest radius or half side in metres. */
    public static final double LENGTH_MIN = 1e-4;

    /** Smallest mass of a body that is not static, in kilograms. */
    public static final double MASS_MIN = 1e-6;

    /** Largest mass in kilograms. */
    public static final double MASS_MAX = 1e12;

    /** Largest restitution. */
    public static final double RESTITUTION_MAX = 10;

    /** Largest speed a command may set along an axis, in metres (or radians) per second. */
    public static final double SPEED_MAX = 1e6;

    /** Largest angle in radians. */
    public static final double ANGLE_MAX = 1e9;

    /** Largest force along an axis waiting for a step, in newtons; torque in newton metres. */
    public static final double FORCE_MAX = 1e15;

    /** Largest gravity along an axis and field strength, in metres per second squared. */
    public static final double ACCELERATION_MAX = 1e6;

    private BodyRules() {}

    /** Why these properties are not allowed, or null if they are. */
    public static @Nullable String defect(
            BodyKind kind, Shape shape, double mass, double restitution, PhysicsLimits limits) {
        switch (shape) {
            case Shape.Circle(double radius) -> {
                if (!(radius >= LENGTH_MIN) || radius > limits.lengthMax()) {
                    return "radius must be " + LENGTH_MIN + ".." + limits.lengthMax();
                }
            }
            case Shape.Box(Vec2 half) -> {
                if (kind != BodyKind.STATIC) {
                    return "only static bodies may be boxes";
                }
                if (!(half.x() >= LENGTH_MIN)
                        || !(half.y() >= LENGTH_MIN)
                        || !half.isWithin(limits.lengthMax())) {
                    return "half sides must be " + LENGTH_MIN + ".." + limits.lengthMax();
                }
            }
        }
        if (!(mass >= (kind == BodyKind.STATIC ? 0 : MASS_MIN)) || mass > MASS_MAX) {
            return "mass must be " + MASS_MIN + ".." + MASS_MAX;
        }
        if (!(restitution >= 0) || restitution > RESTITUTION_MAX) {
            return "restitution must be 0.." + RESTITUTION_MAX;
        }
        return null;
    }

    /** Whether these may be a body's velocities. */
    public static boolean isSpeed(Vec2 linear, double angular) {
        return linear.isWithin(SPEED_MAX) && Math.abs(angular) <= SPEED_MAX;
    }

    /** Whether this may be a body's angle. */
    public static boolean isAngle(double angle) {
        return Math.abs(angle) <= ANGLE_MAX;
    }
}
