package dev.terrane.core.session.physics;

/** A point or vector of the plane, in metres (or metres per second, newtons). */
public record Vec2(double x, double y) {
    /** The origin. */
    public static final Vec2 ZERO = new Vec2(0, 0);

    public Vec2 {
        x += 0.0; // settles -0
        y += 0.0;
    }

    /** Whether both components are finite. */
    public boolean isFinite() {
        return Double.isFinite(x) && Double.isFinite(y);
    }

    /** Whether both components are finite and at most the bound in magnitude. */
    public boolean isWithin(double bound) {
        return Math.abs(x) <= bound && Math.abs(y) <= bound;
    }
}
