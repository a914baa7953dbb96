package dev.terrane.core.session.physics;

/**
 * Exact geometry of overlap and cast of a circle against one body. Filters are not consulted: the
 * candidate set is the caller's eligibility. Source: retained-session facts, section 2e.
 */
public final class Queries {
    private static final double OVERLAP_SLOP = 0.0005;
    private static final double CAST_SLOP = 0.005;
    private static final double CAST_TOLERANCE = 0.00125;
    private static final int CAST_ITERATIONS_MAX = 20;

    private Queries() {}

    /**
     * What a query met.
     *
     * @param body the body met
     * @param point on the body's surface for a cast, the query's centre for an overlap
     * @param normal from the body to the query circle; (0, 0) when they touch from the start
     * @param distance travelled (cast) or gap, 0 when overlapping (overlap)
     */
    public record Hit(BodyId body, Vec2 point, Vec2 normal, double distance) {}

    /** The hit of a circle at the centre, or null if the gap is 0.0005 m or more. */
    public static @org.jspecify.annotations.Nullable Hit overlap(
            BodyView view, Vec2 center, double radius) {
        Body body = (Body) view;
        Gap gap = Gap.of(body, center.x(), center.y());
        double distance = gap.distance() - radius;
        if (!(distance < OVERLAP_SLOP)) {
            return null;
        }
        return new Hit(
                body.id, center, new Vec2(gap.normalX(), gap.normalY()), Math.max(0, distance));
    }

    /**
     * The hit of a circle moved from the origin by the path, or null.
     *
     * @param path direction times distance
     */
    public static @org.jspecify.annotations.Nullable Hit cast(
            BodyView view, Vec2 origin, Vec2 path, double radius) {
        Body body = (Body) view;
        double length = Math.sqrt(path.x() * path.x() + path.y() * path.y());
        // Distances are between the centre's core and the body's core, as the facts define them.
        double total = radius + body.radius;
        double target = Math.max(CAST_SLOP, total - CAST_SLOP);
        double t = 0;
        for (int i = 0; i < CAST_ITERATIONS_MAX; i++) {
            double x = origin.x() + t * path.x();
            double y = origin.y() + t * path.y();
            Gap gap = Gap.of(body, x, y);
            double core = gap.distance() + body.radius;
            if (core < target + CAST_TOLERANCE || (i == 0 && core <= total)) {
                Vec2 point =
                        new Vec2(
                                x - gap.normalX() * gap.distance(),
                                y - gap.normalY() * gap.distance());
                Vec2 normal = i == 0 ? Vec2.ZERO : new Vec2(gap.normalX(), gap.normalY());
                return new Hit(body.id, point, normal, t * length);
            }
            double speed = -(path.x() * gap.normalX() + path.y() * gap.normalY());
            if (speed <= 0) {
                return null;
            }
            t += (core - target) / speed;
            if (t > 1) {
                return null;
            }
        }
        return null;
    }

    /** Distance of a point from a body's surface and the unit normal from body to point. */
    private record Gap(double distance, double normalX, double normalY) {
        static Gap of(Body body, double x, double y) {
            double px = x - body.x;
            double py = y - body.y;
            double dx = body.box ? px - Math.clamp(px, -body.halfX, body.halfX) : px;
            double dy = body.box ? py - Math.clamp(py, -body.halfY, body.halfY) : py;
            double length = Math.sqrt(dx * dx + dy * dy);
            if (length == 0) {
                return new Gap(-body.radius, 0, 0);
            }
            return new Gap(length - body.radius, dx / length, dy / length);
        }
    }
}
