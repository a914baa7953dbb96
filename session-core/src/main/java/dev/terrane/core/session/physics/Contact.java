package dev.terrane.core.session.physics;

/** A pair within reach. Mutable; owned by {@link SoftStepWorld}. */
final class Contact implements ContactView {
    final Body a;
    final Body b;

    // State between steps.
    double impulse;
    double anchorX;
    double anchorY;
    boolean touching;
    long startStep;
    int ordinal;

    // Within a step.
    double normalX;
    double normalY;
    double separation;
    double startSpeed;
    double effectiveMass;
    double impulseMax;
    double restitution;
    boolean againstFixed;

    Contact(Body a, Body b) {
        this.a = a;
        this.b = b;
    }

    boolean joins(Body body) {
        return a == body || b == body;
    }

    /** Whether the filters of both let them collide. */
    boolean isAllowed() {
        return a.filter.collidesWith(b.filter);
    }

    /** Normal and gap from the bodies' positions. */
    void measure() {
        if (a.box) {
            measureBox(a, b, 1);
        } else if (b.box) {
            measureBox(b, a, -1);
        } else {
            double dx = b.x - a.x;
            double dy = b.y - a.y;
            double distance = Math.sqrt(dx * dx + dy * dy);
            if (distance > 0) {
                normalX = dx / distance;
                normalY = dy / distance;
            } else {
                normalX = 1;
                normalY = 0;
            }
            separation = distance - (a.radius + b.radius);
        }
    }

    /** Gap from box to circle; {@code sign} turns the normal so that it points from a to b. */
    private void measureBox(Body box, Body circle, int sign) {
        double px = circle.x - box.x;
        double py = circle.y - box.y;
        double dx = px - Math.clamp(px, -box.halfX, box.halfX);
        double dy = py - Math.clamp(py, -box.halfY, box.halfY);
        double squared = dx * dx + dy * dy;
        double distance;
        if (squared > 0) {
            distance = Math.sqrt(squared);
            dx /= distance;
            dy /= distance;
        } else {
            // The centre is inside: leave by the nearest side.
            double depthX = box.halfX - Math.abs(px);
            double depthY = box.halfY - Math.abs(py);
            if (depthX <= depthY) {
                dx = px < 0 ? -1 : 1;
                dy = 0;
                distance = -depthX;
            } else {
                dx = 0;
                dy = py < 0 ? -1 : 1;
                distance = -depthY;
            }
        }
        normalX = sign * dx + 0.0;
        normalY = sign * dy + 0.0;
        separation = distance - circle.radius;
    }

    /** Relative speed of b against a along the normal. */
    double normalSpeed() {
        return (b.vx - a.vx) * normalX + (b.vy - a.vy) * normalY;
    }

    void push(double impulseChange) {
        a.vx -= impulseChange * a.inverseMass * normalX;
        a.vy -= impulseChange * a.inverseMass * normalY;
        b.vx += impulseChange * b.inverseMass * normalX;
        b.vy += impulseChange * b.inverseMass * normalY;
    }

    @Override
    public BodyView bodyA() {
        return a;
    }

    @Override
    public BodyView bodyB() {
        return b;
    }

    @Override
    public long startStep() {
        return startStep;
    }

    @Override
    public int ordinal() {
        return ordinal;
    }

    @Override
    public Vec2 point() {
        // Half way between the surfaces, measured from the circle (a box has no centre line).
        if (a.box) {
            double reach = b.radius + separation / 2;
            return new Vec2(b.x - normalX * reach, b.y - normalY * reach);
        }
        double reach = a.radius + separation / 2;
        return new Vec2(a.x + normalX * reach, a.y + normalY * reach);
    }

    @Override
    public Vec2 normal() {
        return new Vec2(normalX, normalY);
    }

    @Override
    public double separation() {
        return separation;
    }

    @Override
    public double relativeSpeed() {
        return startSpeed + 0.0;
    }

    ContactState toState() {
        return new ContactState(
                a.id,
                b.id,
                impulse + 0.0,
                new Vec2(anchorX, anchorY),
                touching,
                startStep,
                ordinal);
    }
}
