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
    public static @Nullable Defect defect(
            BodyKind kind, Shape shape, double mass, double restitution, PhysicsLimits limits) {
        double massMin = kind == BodyKind.STATIC ? 0 : MASS_MIN;
        return Defect.first(
                defect(kind, shape, limits),
                Defect.outside("mass", mass, massMin, MASS_MAX),
                Defect.outside("restitution", restitution, 0, RESTITUTION_MAX));
    }

    private static @Nullable Defect defect(BodyKind kind, Shape shape, PhysicsLimits limits) {
        double max = limits.lengthMax();
        return switch (shape) {
            case Shape.Circle(double radius) ->
                    Defect.outside("circle.radius", radius, LENGTH_MIN, max);
            case Shape.Box(Vec2 half) ->
                    kind != BodyKind.STATIC
                            ? new Defect("kind", "only static bodies may be boxes")
                            : Defect.first(
                                    Defect.outside("box.half_width", half.x(), LENGTH_MIN, max),
                                    Defect.outside("box.half_height", half.y(), LENGTH_MIN, max));
        };
    }

    /** Why these are no velocities of a body, or null if they are. */
    public static @Nullable Defect speedDefect(
            String linearField, Vec2 linear, String angularField, double angular) {
        return Defect.first(
                Defect.beyond(linearField, linear, SPEED_MAX),
                Defect.outside(angularField, angular, -SPEED_MAX, SPEED_MAX));
    }

    /** Why this is no place of a body, or null if it is. */
    public static @Nullable Defect placeDefect(Vec2 position, double angle, PhysicsLimits limits) {
        return Defect.first(
                Defect.beyond("position", position, limits.coordinateMax()), angleDefect(angle));
    }

    static @Nullable Defect angleDefect(double angle) {
        return Defect.outside("angle", angle, -ANGLE_MAX, ANGLE_MAX);
    }

    /** Why this is no force a command may apply, or null if it is. */
    public static @Nullable Defect forceDefect(Vec2 force) {
        return Defect.beyond("force", force, FORCE_MAX);
    }

    /** Why this is no torque a command may apply, or null if it is. */
    public static @Nullable Defect torqueDefect(double torque) {
        return Defect.outside("torque", torque, -FORCE_MAX, FORCE_MAX);
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
