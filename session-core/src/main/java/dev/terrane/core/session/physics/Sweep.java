package dev.terrane.core.session.physics;

/** Where a moving point first meets a disc or a rounded box: the maths of continuous collision. */
final class Sweep {
    /** How far a swept body is let into its obstacle, so that the next step finds them touching. */
    static final double SLOP = 0.005;

    /**
     * Share of the reach that a body overlapping its obstacle from the start may still be pressed
     * to, and no farther. Soft contacts give way within a step; without this a fast or a squeezed
     * body could cross a thin wall that it touches already.
     */
    private static final double CORE = 0.5;

    private Sweep() {}

    /**
     * Fraction of the path at which the swept circle meets the obstacle.
     *
     * @return 0..1, or 2 if it does not meet it
     */
    static double fraction(Body body, Body obstacle, double dx, double dy) {
        double px = body.x - obstacle.x;
        double py = body.y - obstacle.y;
        double halfX = obstacle.box ? obstacle.halfX : 0;
        double halfY = obstacle.box ? obstacle.halfY : 0;
        double reach = Math.max(SLOP, body.radius + obstacle.radius - SLOP);
        if (isWithin(px, py, halfX, halfY, reach)) {
            reach *= CORE;
            if (isWithin(px, py, halfX, halfY, reach)) {
                return isApproaching(px, py, dx, dy, halfX, halfY) ? 0 : 2;
            }
        }
        return obstacle.box
                ? roundedBox(px, py, dx, dy, halfX, halfY, reach)
                : disc(px, py, dx, dy, reach);
    }

    /** Whether a point is in a box (or a point) at the origin rounded by reach. */
    private static boolean isWithin(double px, double py, double hx, double hy, double reach) {
        double ox = px - Math.clamp(px, -hx, hx);
        double oy = py - Math.clamp(py, -hy, hy);
        return ox * ox + oy * oy <= reach * reach;
    }

    /** Whether the path leads towards the nearest point of a box; never from inside the box. */
    private static boolean isApproaching(
            double px, double py, double dx, double dy, double hx, double hy) {
        double ox = px - Math.clamp(px, -hx, hx);
        double oy = py - Math.clamp(py, -hy, hy);
        return ox * dx + oy * dy < 0;
    }

    /** Path of a point from p by d against a disc at the origin. */
    static double disc(double px, double py, double dx, double dy, double reach) {
        double c = px * px + py * py - reach * reach;
        double b = px * dx + py * dy;
        if (c <= 0 || b >= 0) {
            return 2;
        }
        double a = dx * dx + dy * dy;
        double discriminant = b * b - a * c;
        if (discriminant < 0) {
            return 2;
        }
        // The smaller root in the form that does not cancel.
        double t = c / (-b + Math.sqrt(discriminant));
        return t <= 1 ? t : 2;
    }

    /** Path of a point from p by d against a box at the origin with corners rounded by reach. */
    static double roundedBox(
            double px, double py, double dx, double dy, double hx, double hy, double reach) {
        if (isWithin(px, py, hx, hy, reach)) {
            return 2;
        }
        double t = slab(px, dx, hx + reach, py, dy, hy);
        t = Math.min(t, slab(py, dy, hy + reach, px, dx, hx));
        for (int i = 0; i < 4; i++) {
            double cx = (i & 1) == 0 ? -hx : hx;
            double cy = (i & 2) == 0 ? -hy : hy;
            t = Math.min(t, disc(px - cx, py - cy, dx, dy, reach));
        }
        return t;
    }

    /**
     * First crossing of the lines p = ±extent, entering, where the other axis is within its half.
     */
    private static double slab(
            double p, double d, double extent, double other, double otherD, double otherHalf) {
        double t;
        if (d > 0 && p <= -extent) {
            t = (-extent - p) / d;
        } else if (d < 0 && p >= extent) {
            t = (extent - p) / d;
        } else {
            return 2;
        }
        if (t > 1 || Math.abs(other + t * otherD) > otherHalf) {
            return 2;
        }
        return t;
    }
}
