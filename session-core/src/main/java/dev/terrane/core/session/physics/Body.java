package dev.terrane.core.session.physics;

/** A live body of {@link SoftStepWorld}. Mutable; owned by the world. */
final class Body implements BodyView {
    // What the solver's inner loops read stands together.
    double vx;
    double vy;

    /** Motion within the running step. */
    double deltaX;

    double deltaY;
    double inverseMass;
    double x;
    double y;
    double radius;

    final BodyId id;
    final long incarnation;
    BodyKind kind;
    Shape shape;
    double halfX;
    double halfY;
    boolean box;
    double mass;
    double inverseInertia;
    double restitution;
    BodyDefinition.Profile profile;
    CollisionFilter filter;
    double angle;
    double angularVelocity;
    double forceX;
    double forceY;
    double torque;
    boolean retest;

    /** Place in the ascending order of ids; moves when bodies come and go. */
    int rank;

    double stepForceX;
    double stepForceY;

    /** Whether it is deep in a static shape in the running step. */
    boolean pressed;

    /** Mark of the last static query that met it. */
    int seen;

    Body(BodyDefinition definition, long incarnation) {
        this.id = definition.id();
        this.incarnation = incarnation;
        this.profile = definition.profile();
        this.filter = profile.filter();
        BodyDefinition.Motion motion = definition.motion();
        this.x = motion.position().x();
        this.y = motion.position().y();
        this.vx = motion.velocity().x();
        this.vy = motion.velocity().y();
        this.angle = turned(motion.angle());
        this.angularVelocity = motion.angularVelocity();
        this.kind = definition.kind();
        this.shape = definition.shape();
        configure(
                definition.kind(), definition.shape(), definition.mass(), definition.restitution());
    }

    void configure(BodyKind newKind, Shape newShape, double newMass, double newRestitution) {
        kind = newKind;
        shape = newShape;
        restitution = newRestitution;
        switch (newShape) {
            case Shape.Circle(double r) -> {
                box = false;
                radius = r;
                halfX = r;
                halfY = r;
            }
            case Shape.Box(Vec2 half) -> {
                box = true;
                radius = 0;
                halfX = half.x();
                halfY = half.y();
            }
        }
        mass = newKind == BodyKind.STATIC ? 0 : newMass;
        if (newKind == BodyKind.DYNAMIC) {
            inverseMass = 1 / newMass;
            inverseInertia = 1 / (0.4 * newMass * radius * radius);
        } else {
            inverseMass = 0;
            inverseInertia = 0;
            forceX = 0;
            forceY = 0;
            torque = 0;
        }
        if (newKind == BodyKind.STATIC) {
            vx = 0;
            vy = 0;
            angularVelocity = 0;
        }
    }

    /** The angle brought into [-pi, pi] without -0. */
    static double turned(double angle) {
        if (angle >= -Math.PI && angle <= Math.PI) {
            return angle + 0.0;
        }
        return StrictMath.IEEEremainder(angle, 2 * Math.PI) + 0.0;
    }

    boolean isDynamic() {
        return kind == BodyKind.DYNAMIC;
    }

    boolean isStatic() {
        return kind == BodyKind.STATIC;
    }

    boolean isFinite() {
        // A sum is finite only if its terms are; opposite infinities give NaN.
        return Double.isFinite(x + y) && Double.isFinite(vx + vy + angle + angularVelocity);
    }

    @Override
    public BodyId id() {
        return id;
    }

    @Override
    public long incarnation() {
        return incarnation;
    }

    @Override
    public BodyKind kind() {
        return kind;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public double x() {
        return x;
    }

    @Override
    public double y() {
        return y;
    }

    @Override
    public double vx() {
        return vx;
    }

    @Override
    public double vy() {
        return vy;
    }

    @Override
    public double angle() {
        return angle;
    }

    @Override
    public double angularVelocity() {
        return angularVelocity;
    }

    @Override
    public boolean matches(BodyState state) {
        BodyDefinition definition = state.definition();
        BodyDefinition.Motion motion = definition.motion();
        return state.incarnation() == incarnation
                && motion.position().x() == x
                && motion.position().y() == y
                && motion.velocity().x() == vx
                && motion.velocity().y() == vy
                && motion.angle() == angle
                && motion.angularVelocity() == angularVelocity
                && state.force().x() == forceX
                && state.force().y() == forceY
                && state.torque() == torque
                && state.retest() == retest
                && definition.kind() == kind
                && definition.mass() == mass
                && definition.restitution() == restitution
                && definition.profile().equals(profile)
                && definition.shape().equals(shape)
                && definition.id().equals(id);
    }

    @Override
    public BodyState toState() {
        var motion =
                new BodyDefinition.Motion(new Vec2(x, y), new Vec2(vx, vy), angle, angularVelocity);
        return new BodyState(
                new BodyDefinition(id, kind, shape, mass, restitution, motion, profile),
                incarnation,
                new Vec2(forceX, forceY),
                torque,
                retest);
    }
}
