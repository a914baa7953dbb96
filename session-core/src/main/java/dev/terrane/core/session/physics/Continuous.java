package dev.terrane.core.session.physics;

/**
 * Keeps fast bodies from passing through what they met within a step. A dynamic body that moved
 * more than half its radius, or is deep in a static body already, is swept against static bodies; a
 * bullet is then swept against kinematic and other dynamic bodies too, relative to their motion,
 * except other bullets. The body stops where it meets; its velocity stays, and the contact begins
 * in the next step. No contact fact arises here.
 */
final class Continuous {
    private final Broadphase broadphase;
    private final Broadphase.StaticVisitor visit = this::meetStatic;
    private double first;
    private double pathX;
    private double pathY;

    Continuous(Broadphase broadphase) {
        this.broadphase = broadphase;
    }

    /** Cuts the deltas of fast bodies; positions are still those of the step's start. */
    void run(Body[] bodies, int count) {
        for (int i = 0; i < count; i++) {
            Body body = bodies[i];
            if (body.isDynamic() && (body.pressed || isFast(body))) {
                stopAtStatics(body);
            }
        }
        for (int i = 0; i < count; i++) {
            Body body = bodies[i];
            if (body.isDynamic() && body.profile.bullet()) {
                stopAtMoving(bodies, count, body);
            }
        }
    }

    private static boolean isFast(Body body) {
        double squared = body.deltaX * body.deltaX + body.deltaY * body.deltaY;
        return squared > 0.25 * body.radius * body.radius;
    }

    private void stopAtStatics(Body body) {
        first = 2;
        pathX = body.deltaX;
        pathY = body.deltaY;
        broadphase.forEachStaticOnPath(body, pathX, pathY, visit);
        if (first <= 1) {
            body.deltaX = pathX * first;
            body.deltaY = pathY * first;
            body.retest = true;
        }
    }

    private void meetStatic(Body obstacle, Body body) {
        if (body.filter.collidesWith(obstacle.filter)) {
            first = Math.min(first, Sweep.fraction(body, obstacle, pathX, pathY));
        }
    }

    private void stopAtMoving(Body[] bodies, int count, Body bullet) {
        double earliest = 2;
        Body met = null;
        for (int i = 0; i < count; i++) {
            Body other = bodies[i];
            if (other.isStatic()
                    || other == bullet
                    || (other.isDynamic() && other.profile.bullet())
                    || !bullet.filter.collidesWith(other.filter)) {
                continue;
            }
            double dx = bullet.deltaX - other.deltaX;
            double dy = bullet.deltaY - other.deltaY;
            double half = 0.5 * bullet.radius;
            if (dx * dx + dy * dy <= half * half) {
                continue;
            }
            double fraction = Sweep.fraction(bullet, other, dx, dy);
            if (fraction < earliest) {
                earliest = fraction;
                met = other;
            }
        }
        if (met == null || earliest > 1) {
            return;
        }
        // The bullet keeps the offset at which they met and is carried by what it met, but never
        // through a static body.
        bullet.deltaX = bullet.deltaX * earliest + met.deltaX * (1 - earliest);
        bullet.deltaY = bullet.deltaY * earliest + met.deltaY * (1 - earliest);
        bullet.retest = true;
        stopAtStatics(bullet);
    }
}
