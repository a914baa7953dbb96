package dev.terrane.core.session.physics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Terrane's own solver, "soft-step v1": soft contacts with substeps, in double precision. Pairs are
 * found and touching is decided on the positions at the start of a step; a contact reached within a
 * step begins in the next. Every loop runs in ascending order of id, so results do not depend on
 * the order in which bodies came. Steady stepping allocates nothing.
 *
 * <p>Owner: one thread at a time, that of the session.
 */
public final class SoftStepWorld implements PhysicsWorld {
    /** Name, version and number format. */
    public static final String ENGINE = "terrane soft-step v1 f64";

    /** A touching pair is tested again after it moved this far, in metres. */
    static final double RETEST_TOUCHING = 0.05;

    /** A pair within reach that does not touch is tested again after it moved this far. */
    static final double RETEST_APART = 0.02;

    private static final Contact[] NONE = {};

    private final PhysicsLimits limits;
    private final Vec2 gravity;
    private final Map<BodyId, Body> byId = new HashMap<>();
    private Body[] bodies = new Body[16];
    private int bodyCount;
    private Contact[] contacts = NONE;
    private Contact[] spare = NONE;
    private int contactCount;
    private final Broadphase broadphase;
    private final Continuous continuous;
    private final ContactSolver solver = new ContactSolver();

    /** An empty world with a constant acceleration. */
    public SoftStepWorld(PhysicsLimits limits, Vec2 gravity) {
        this.limits = limits;
        this.gravity = gravity;
        this.broadphase = new Broadphase(limits.contactsMax());
        this.continuous = new Continuous(broadphase);
    }

    /**
     * A world that continues from a checkpoint.
     *
     * @throws IllegalArgumentException if the parts do not fit each other
     */
    public SoftStepWorld(
            PhysicsLimits limits,
            Vec2 gravity,
            List<BodyState> bodyStates,
            List<ContactState> contactStates) {
        this(limits, gravity);
        for (BodyState state : bodyStates) {
            Defect defect = state.definition().stateDefect(limits);
            if (defect != null) {
                throw new IllegalArgumentException("body " + state.id() + ": " + defect);
            }
            spawn(state.definition(), state.incarnation());
            Body body = require(state.id());
            body.forceX = state.force().x();
            body.forceY = state.force().y();
            body.torque = state.torque();
            body.retest = state.retest();
        }
        contacts = new Contact[contactStates.size()];
        long previous = -1;
        for (ContactState state : contactStates) {
            Body a = byId.get(state.a());
            Body b = byId.get(state.b());
            if (a == null || b == null || a.rank >= b.rank || key(a, b) <= previous) {
                throw new IllegalArgumentException("contact out of order: " + state);
            }
            previous = key(a, b);
            Contact contact = new Contact(a, b);
            contact.impulse = state.impulse();
            contact.anchorX = state.anchor().x();
            contact.anchorY = state.anchor().y();
            contact.touching = state.touching();
            contact.startStep = state.startStep();
            contact.ordinal = state.ordinal();
            contacts[contactCount++] = contact;
        }
    }

    @Override
    public String engine() {
        return ENGINE;
    }

    @Override
    public int bodyCount() {
        return bodyCount;
    }

    @Override
    public @Nullable BodyView find(BodyId id) {
        return byId.get(id);
    }

    @Override
    public void forEach(Consumer<? super BodyView> visitor) {
        for (int i = 0; i < bodyCount; i++) {
            visitor.accept(bodies[i]);
        }
    }

    @Override
    public void forEachOpenContact(Consumer<? super ContactView> visitor) {
        for (int i = 0; i < contactCount; i++) {
            if (contacts[i].touching) {
                visitor.accept(contacts[i]);
            }
        }
    }

    @Override
    public void spawn(BodyDefinition definition, long incarnation) {
        if (bodyCount >= limits.bodiesMax()) {
            throw new IllegalArgumentException("world is full: " + bodyCount);
        }
        Body body = new Body(definition, incarnation);
        if (byId.putIfAbsent(body.id, body) != null) {
            throw new IllegalArgumentException("body exists: " + body.id);
        }
        int place =
                -Collections.binarySearch(
                                Arrays.asList(bodies).subList(0, bodyCount),
                                body,
                                (left, right) -> left.id.compareTo(right.id))
                        - 1;
        if (bodyCount == bodies.length) {
            bodies = Arrays.copyOf(bodies, bodyCount * 2);
        }
        System.arraycopy(bodies, place, bodies, place + 1, bodyCount - place);
        bodies[place] = body;
        bodyCount++;
        rerank(place);
        broadphase.forgetPairs();
        if (body.isStatic()) {
            broadphase.forgetStatics();
        }
    }

    @Override
    public void remove(BodyId id, ContactListener listener) {
        Body body = require(id);
        dropContactsOf(body, listener);
        byId.remove(id);
        System.arraycopy(bodies, body.rank + 1, bodies, body.rank, bodyCount - body.rank - 1);
        bodyCount--;
        Arrays.fill(bodies, bodyCount, bodyCount + 1, null);
        rerank(body.rank);
        broadphase.forgetPairs();
        if (body.isStatic()) {
            broadphase.forgetStatics();
        }
    }

    @Override
    public void teleport(BodyId id, Vec2 position, double angle, ContactListener listener) {
        Body body = require(id);
        dropContactsOf(body, listener);
        body.x = position.x();
        body.y = position.y();
        body.angle = Body.turned(angle);
        broadphase.forgetPairs();
        if (body.isStatic()) {
            broadphase.forgetStatics();
        }
    }

    @Override
    public void setVelocity(BodyId id, Vec2 linear, double angular) {
        Body body = require(id);
        body.vx = linear.x();
        body.vy = linear.y();
        body.angularVelocity = angular + 0.0;
    }

    @Override
    public void configure(
            BodyId id,
            BodyKind kind,
            Shape shape,
            double mass,
            double restitution,
            ContactListener listener) {
        Body body = require(id);
        if (body.kind != kind) {
            dropContactsOf(body, listener);
        }
        if (body.isStatic() || kind == BodyKind.STATIC) {
            broadphase.forgetStatics();
        }
        body.configure(kind, shape, mass, restitution);
        body.retest = true;
        broadphase.forgetPairs();
    }

    @Override
    public void setProfile(BodyId id, BodyDefinition.Profile profile, ContactListener listener) {
        Body body = require(id);
        body.profile = profile;
        body.filter = profile.filter();
        broadphase.forgetPairs();
        dropContacts(contact -> contact.joins(body) && !contact.isAllowed(), listener);
    }

    @Override
    public boolean canBear(BodyId id, Vec2 force, double torque) {
        Body body = byId.get(id);
        return body != null
                && Math.abs(body.forceX + force.x()) <= BodyRules.FORCE_MAX
                && Math.abs(body.forceY + force.y()) <= BodyRules.FORCE_MAX
                && Math.abs(body.torque + torque) <= BodyRules.FORCE_MAX;
    }

    @Override
    public void applyForce(BodyId id, Vec2 force) {
        Body body = require(id);
        body.forceX += force.x();
        body.forceY += force.y();
    }

    @Override
    public void applyTorque(BodyId id, double torque) {
        require(id).torque += torque;
    }

    @Override
    public StepOutcome step(StepSpec spec, long stepIndex, ContactListener listener) {
        if (!refreshContacts(spec.seconds(), stepIndex, listener)) {
            return StepOutcome.TOO_MANY_CONTACTS;
        }
        for (int i = 0; i < bodyCount; i++) {
            prepare(bodies[i], spec);
        }
        solver.run(contacts, contactCount, bodies, bodyCount, spec);
        for (int i = 0; i < contactCount; i++) {
            Contact contact = contacts[i];
            if (contact.touching
                    && contact.startSpeed < -ContactSolver.HIT_SPEED_MIN
                    && contact.impulseMax > 0) {
                listener.onHit(contact);
            }
        }
        continuous.run(bodies, bodyCount);
        boolean finite = true;
        for (int i = 0; i < bodyCount; i++) {
            finish(bodies[i]);
            finite &= bodies[i].isFinite();
        }
        return finite ? StepOutcome.OK : StepOutcome.NON_FINITE;
    }

    @Override
    public void endAll(ContactListener listener) {
        for (int i = 0; i < contactCount; i++) {
            if (contacts[i].touching) {
                listener.onEnd(contacts[i]);
            }
        }
        contacts = NONE;
        spare = NONE;
        contactCount = 0;
    }

    @Override
    public List<BodyState> bodies() {
        List<BodyState> states = new ArrayList<>(bodyCount);
        forEach(body -> states.add(body.toState()));
        return states;
    }

    @Override
    public List<ContactState> contacts() {
        List<ContactState> states = new ArrayList<>(contactCount);
        for (int i = 0; i < contactCount; i++) {
            states.add(contacts[i].toState());
        }
        return states;
    }

    private Body require(BodyId id) {
        Body body = byId.get(id);
        if (body == null) {
            throw new IllegalArgumentException("no such body: " + id);
        }
        return body;
    }

    private void rerank(int from) {
        for (int i = from; i < bodyCount; i++) {
            bodies[i].rank = i;
        }
    }

    private static long key(Body a, Body b) {
        return ((long) a.rank << 32) | b.rank;
    }

    private void dropContactsOf(Body body, ContactListener listener) {
        dropContacts(contact -> contact.joins(body), listener);
    }

    /** Takes contacts away; open ones end. The order of the others stays. */
    private void dropContacts(Predicate<Contact> which, ContactListener listener) {
        int kept = 0;
        for (int i = 0; i < contactCount; i++) {
            Contact contact = contacts[i];
            if (!which.test(contact)) {
                contacts[kept++] = contact;
            } else if (contact.touching) {
                listener.onEnd(contact);
            }
        }
        Arrays.fill(contacts, kept, contactCount, null);
        contactCount = kept;
    }

    /**
     * Pairs within reach, touching decided, Begin and End published; false if there are too many.
     */
    private boolean refreshContacts(double seconds, long stepIndex, ContactListener listener) {
        int pairs = broadphase.collect(bodies, bodyCount);
        if (pairs < 0) {
            return false;
        }
        Contact[] next = spare.length >= pairs ? spare : new Contact[pairs + (pairs >> 1)];
        int old = 0;
        for (int i = 0; i < pairs; i++) {
            long pair = broadphase.pair(i);
            while (old < contactCount && key(contacts[old].a, contacts[old].b) < pair) {
                endIfTouching(contacts[old++], listener);
            }
            if (old < contactCount && key(contacts[old].a, contacts[old].b) == pair) {
                next[i] = contacts[old++];
                refresh(next[i], false, seconds, stepIndex, listener);
            } else {
                next[i] = new Contact(bodies[(int) (pair >>> 32)], bodies[(int) pair]);
                refresh(next[i], true, seconds, stepIndex, listener);
            }
        }
        while (old < contactCount) {
            endIfTouching(contacts[old++], listener);
        }
        Arrays.fill(contacts, 0, contactCount, null);
        spare = contacts;
        contacts = next;
        contactCount = pairs;
        return true;
    }

    private static void endIfTouching(Contact contact, ContactListener listener) {
        if (contact.touching) {
            listener.onEnd(contact);
        }
    }

    private static void refresh(
            Contact contact,
            boolean fresh,
            double seconds,
            long stepIndex,
            ContactListener listener) {
        Body a = contact.a;
        Body b = contact.b;
        contact.measure();
        contact.startSpeed = contact.normalSpeed();
        double relX = b.x - a.x;
        double relY = b.y - a.y;
        if (!fresh && !a.retest && !b.retest) {
            double dx = relX - contact.anchorX;
            double dy = relY - contact.anchorY;
            double threshold = contact.touching ? RETEST_TOUCHING : RETEST_APART;
            // A pair that would cover the whole threshold within this step is tested at once:
            // waiting would let it sink in unseen.
            boolean closing = !contact.touching && -contact.startSpeed * seconds >= RETEST_APART;
            if (!closing && dx * dx + dy * dy < threshold * threshold) {
                return;
            }
        }
        contact.anchorX = relX + 0.0;
        contact.anchorY = relY + 0.0;
        boolean touches = contact.separation <= 0;
        if (touches && !contact.touching) {
            contact.touching = true;
            contact.startStep = stepIndex;
            contact.ordinal = 1;
            listener.onBegin(contact);
        } else if (!touches && contact.touching) {
            listener.onEnd(contact);
            contact.touching = false;
            contact.impulse = 0;
            contact.startStep = 0;
            contact.ordinal = 0;
        }
    }

    /** Start of the solver's part of a step: deltas and the forces of this step. */
    private void prepare(Body body, StepSpec spec) {
        body.retest = false;
        body.pressed = false;
        body.deltaX = 0;
        body.deltaY = 0;
        if (!body.isDynamic()) {
            return;
        }
        double ax = gravity.x();
        double ay = gravity.y();
        if (body.profile.inFields()) {
            List<RadialField> fields = spec.fields();
            for (int i = 0; i < fields.size(); i++) {
                RadialField field = fields.get(i);
                double dx = field.position().x() - body.x;
                double dy = field.position().y() - body.y;
                double distance = Math.sqrt(dx * dx + dy * dy);
                if (distance > 0 && distance <= field.radius()) {
                    double pull = field.strength() * (1 - distance / field.radius()) / distance;
                    ax += pull * dx;
                    ay += pull * dy;
                }
            }
        }
        body.stepForceX = body.forceX + body.mass * ax;
        body.stepForceY = body.forceY + body.mass * ay;
    }

    private static void finish(Body body) {
        if (body.isStatic()) {
            return;
        }
        body.x = body.x + body.deltaX + 0.0;
        body.y = body.y + body.deltaY + 0.0;
        body.vx += 0.0;
        body.vy += 0.0;
        body.angle = Body.turned(body.angle);
        body.angularVelocity += 0.0;
        body.forceX = 0;
        body.forceY = 0;
        body.torque = 0;
    }
}
