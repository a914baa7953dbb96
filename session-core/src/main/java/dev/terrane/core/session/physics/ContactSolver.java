package dev.terrane.core.session.physics;

import java.util.Arrays;

/**
 * Soft contacts solved in substeps: integrate velocities, warm start, solve with bias, integrate
 * positions, relax without bias; restitution once at the end. Contacts are solved in ascending
 * order of pair, so the result is a function of the state alone. Source: retained-session facts,
 * section 2e. One owner, its world; keeps only its factors between steps.
 */
final class ContactSolver {
    static final double CONTACT_HERTZ = 30;
    static final double CONTACT_DAMPING = 10;
    static final double PUSH_OUT_SPEED_MAX = 3;
    static final double SPEED_MAX = 400;
    static final double TURN_MAX = Math.PI / 4;
    static final double RESTITUTION_SPEED_MIN = 1;
    static final double HIT_SPEED_MIN = 1;

    /** Overlap with a static body, in radii, from which a body is swept however slow it is. */
    private static final double PRESSED_SHARE = 0.25;

    private Contact[] touching = {};
    private int count;
    private Body[] bodies = {};
    private int bodyCount;
    private double stepSeconds;
    private int substeps;
    private double seconds;
    private Softness soft = Softness.of(CONTACT_HERTZ, CONTACT_DAMPING, 1);
    private Softness softAgainstFixed = soft;

    /**
     * Factors of one soft constraint for one substep length.
     *
     * @param pushRate share of an overlap that is pushed out in a second, softened
     */
    private record Softness(double pushRate, double massScale, double impulseScale) {
        static Softness of(double hertz, double damping, double seconds) {
            double omega = 2 * Math.PI * hertz;
            double a1 = 2 * damping + seconds * omega;
            double a2 = seconds * omega * a1;
            double a3 = 1 / (1 + a2);
            double massScale = a2 * a3;
            return new Softness(massScale * (omega / a1), massScale, a3);
        }
    }

    /** Takes up the lengths of a step; equal steps in a row share their factors. */
    private void begin(double newStepSeconds, int newSubsteps) {
        if (newStepSeconds == stepSeconds && newSubsteps == substeps) {
            return;
        }
        stepSeconds = newStepSeconds;
        substeps = newSubsteps;
        seconds = stepSeconds / substeps;
        double hertz = Math.min(CONTACT_HERTZ, 0.125 * substeps / stepSeconds);
        soft = Softness.of(hertz, CONTACT_DAMPING, seconds);
        softAgainstFixed = Softness.of(2 * hertz, 0.5 * CONTACT_DAMPING, seconds);
    }

    /** Runs the substeps and restitution; positions end in the bodies' deltas. */
    void run(Contact[] pairs, int pairCount, Body[] moving, int movingCount, StepSpec spec) {
        begin(spec.seconds(), spec.substeps());
        bodies = moving;
        bodyCount = movingCount;
        takeTouching(pairs, pairCount);
        for (int k = 0; k < substeps; k++) {
            integrateVelocities();
            warmStart();
            solve(true);
            integratePositions();
            solve(false);
        }
        applyRestitution();
    }

    private void takeTouching(Contact[] pairs, int pairCount) {
        if (touching.length < pairCount) {
            touching = new Contact[pairs.length];
        }
        int taken = 0;
        for (int i = 0; i < pairCount; i++) {
            if (pairs[i].touching) {
                touching[taken++] = pairs[i];
                prepare(pairs[i]);
            }
        }
        // What was taken before must not be held for ever.
        Arrays.fill(touching, taken, Math.max(taken, count), null);
        count = taken;
    }

    private static void prepare(Contact contact) {
        double inverse = contact.a.inverseMass + contact.b.inverseMass;
        contact.effectiveMass = inverse > 0 ? 1 / inverse : 0;
        contact.againstFixed = contact.a.inverseMass == 0 || contact.b.inverseMass == 0;
        contact.restitution = Math.max(contact.a.restitution, contact.b.restitution);
        contact.impulseMax = 0;
        press(contact.a, contact.b, contact.separation);
        press(contact.b, contact.a, contact.separation);
    }

    private static void press(Body body, Body other, double separation) {
        if (other.isStatic() && separation < -PRESSED_SHARE * body.radius) {
            body.pressed = true;
        }
    }

    private void integrateVelocities() {
        double turnRateMax = TURN_MAX / stepSeconds;
        for (int i = 0; i < bodyCount; i++) {
            Body body = bodies[i];
            if (body.isStatic()) {
                continue;
            }
            body.vx += seconds * body.inverseMass * body.stepForceX;
            body.vy += seconds * body.inverseMass * body.stepForceY;
            double squared = body.vx * body.vx + body.vy * body.vy;
            if (squared > SPEED_MAX * SPEED_MAX) {
                double scale = SPEED_MAX / Math.sqrt(squared);
                body.vx *= scale;
                body.vy *= scale;
            }
            body.angularVelocity += seconds * body.inverseInertia * body.torque;
            body.angularVelocity = Math.clamp(body.angularVelocity, -turnRateMax, turnRateMax);
        }
    }

    private void warmStart() {
        for (int i = 0; i < count; i++) {
            Contact contact = touching[i];
            if (contact.impulse > 0) {
                contact.push(contact.impulse);
            }
        }
    }

    private void solve(boolean biased) {
        for (int i = 0; i < count; i++) {
            Contact contact = touching[i];
            Body a = contact.a;
            Body b = contact.b;
            double normalX = contact.normalX;
            double normalY = contact.normalY;
            double gap =
                    contact.separation
                            + (b.deltaX - a.deltaX) * normalX
                            + (b.deltaY - a.deltaY) * normalY;
            double bias = 0;
            double massScale = 1;
            double impulseScale = 0;
            if (gap > 0) {
                bias = gap / seconds;
            } else if (biased) {
                Softness s = contact.againstFixed ? softAgainstFixed : soft;
                bias = Math.max(s.pushRate * gap, -PUSH_OUT_SPEED_MAX);
                massScale = s.massScale;
                impulseScale = s.impulseScale;
            }
            double speed = (b.vx - a.vx) * normalX + (b.vy - a.vy) * normalY;
            double before = contact.impulse;
            double change =
                    -contact.effectiveMass * (massScale * speed + bias) - impulseScale * before;
            double total = Math.max(before + change, 0);
            contact.impulse = total;
            contact.impulseMax = Math.max(contact.impulseMax, total);
            contact.push(total - before);
        }
    }

    private void integratePositions() {
        for (int i = 0; i < bodyCount; i++) {
            Body body = bodies[i];
            if (body.isStatic()) {
                continue;
            }
            body.deltaX += seconds * body.vx;
            body.deltaY += seconds * body.vy;
            body.angle += seconds * body.angularVelocity;
        }
    }

    private void applyRestitution() {
        for (int i = 0; i < count; i++) {
            Contact contact = touching[i];
            if (contact.restitution == 0
                    || contact.startSpeed > -RESTITUTION_SPEED_MIN
                    || contact.impulseMax == 0) {
                continue;
            }
            double change =
                    -contact.effectiveMass
                            * (contact.normalSpeed() + contact.restitution * contact.startSpeed);
            double total = Math.max(contact.impulse + change, 0);
            change = total - contact.impulse;
            contact.impulse = total;
            contact.impulseMax = Math.max(contact.impulseMax, total);
            contact.push(change);
        }
    }
}
