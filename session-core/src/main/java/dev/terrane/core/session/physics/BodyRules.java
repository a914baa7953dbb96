package dev.terrane.core.session.physics;

import org.jspecify.annotations.Nullable;

/** The numeric rules spawn and configure share. */
public final class BodyRules {
    private BodyRules() {}

    /** Why these properties are not allowed, or null if they are. */
    public static @Nullable String defect(
            BodyKind kind, Shape shape, double mass, double restitution, PhysicsLimits limits) {
        switch (shape) {
            case Shape.Circle(double radius) -> {
                if (!(radius > 0) || radius > limits.lengthMax()) {
                    return "radius must be above 0 and at most " + limits.lengthMax();
                }
            }
            case Shape.Box(Vec2 half) -> {
                if (kind != BodyKind.STATIC) {
                    return "only static bodies may be boxes";
                }
                if (!(half.x() > 0) || !(half.y() > 0) || !half.isWithin(limits.lengthMax())) {
                    return "half sides must be above 0 and at most " + limits.lengthMax();
                }
            }
        }
        if (!Double.isFinite(mass) || mass < 0 || (kind != BodyKind.STATIC && mass == 0)) {
            return "mass must be finite and above 0";
        }
        if (!Double.isFinite(restitution) || restitution < 0) {
            return "restitution must be finite and at least 0";
        }
        return null;
    }
}
