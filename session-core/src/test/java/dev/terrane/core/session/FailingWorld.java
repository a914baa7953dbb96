package dev.terrane.core.session;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.ContactListener;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.core.session.physics.ContactView;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.PhysicsWorld;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.SoftStepWorld;
import dev.terrane.core.session.physics.StepOutcome;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;
import java.util.function.Consumer;

/** A world that fails in one of its steps, after it has changed. */
final class FailingWorld implements PhysicsWorld {
    /** How it fails. */
    enum Failure {
        NON_FINITE,
        TOO_MANY_CONTACTS,
        DEFECT
    }

    private final PhysicsWorld world = new SoftStepWorld(PhysicsLimits.DEFAULT, Vec2.ZERO);
    private final Failure failure;
    private final long atStep;

    FailingWorld(Failure failure, long atStep) {
        this.failure = failure;
        this.atStep = atStep;
    }

    @Override
    public StepOutcome step(StepSpec spec, long stepIndex, ContactListener listener) {
        StepOutcome outcome = world.step(spec, stepIndex, listener);
        if (stepIndex != atStep) {
            return outcome;
        }
        return switch (failure) {
            case NON_FINITE -> StepOutcome.NON_FINITE;
            case TOO_MANY_CONTACTS -> StepOutcome.TOO_MANY_CONTACTS;
            case DEFECT -> throw new ArithmeticException("planted");
        };
    }

    @Override
    public String engine() {
        return world.engine();
    }

    @Override
    public int bodyCount() {
        return world.bodyCount();
    }

    @Override
    public BodyView find(BodyId id) {
        return world.find(id);
    }

    @Override
    public void forEach(Consumer<? super BodyView> visitor) {
        world.forEach(visitor);
    }

    @Override
    public void forEachOpenContact(Consumer<? super ContactView> visitor) {
        world.forEachOpenContact(visitor);
    }

    @Override
    public void spawn(BodyDefinition definition, long incarnation) {
        world.spawn(definition, incarnation);
    }

    @Override
    public void remove(BodyId id, ContactListener listener) {
        world.remove(id, listener);
    }

    @Override
    public void teleport(BodyId id, Vec2 position, double angle, ContactListener listener) {
        world.teleport(id, position, angle, listener);
    }

    @Override
    public void setVelocity(BodyId id, Vec2 linear, double angular) {
        world.setVelocity(id, linear, angular);
    }

    @Override
    public void configure(
            BodyId id,
            BodyKind kind,
            Shape shape,
            double mass,
            double restitution,
            ContactListener listener) {
        world.configure(id, kind, shape, mass, restitution, listener);
    }

    @Override
    public void setProfile(BodyId id, BodyDefinition.Profile profile, ContactListener listener) {
        world.setProfile(id, profile, listener);
    }

    @Override
    public boolean canBear(BodyId id, Vec2 force, double torque) {
        return world.canBear(id, force, torque);
    }

    @Override
    public void applyForce(BodyId id, Vec2 force) {
        world.applyForce(id, force);
    }

    @Override
    public void applyTorque(BodyId id, double torque) {
        world.applyTorque(id, torque);
    }

    @Override
    public void endAll(ContactListener listener) {
        world.endAll(listener);
    }

    @Override
    public List<BodyState> bodies() {
        return world.bodies();
    }

    @Override
    public List<ContactState> contacts() {
        return world.contacts();
    }
}
