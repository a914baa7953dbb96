package dev.terrane.core.session.physics;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One planar world: the only owner of integration, collision and contact lifecycle. Callers check
 * commands first; a call that breaks a rule here is a programmer error. Owned by one thread at a
 * time. The whole state is {@link #bodies()} plus {@link #contacts()}: a world rebuilt from them
 * continues with the same bits.
 */
public interface PhysicsWorld {
    /** Name, version and number format of the solver; part of every checkpoint. */
    String engine();

    /** Bodies alive. */
    int bodyCount();

    /** The live body of that name, or null. */
    @Nullable BodyView find(BodyId id);

    /** Visits every body in ascending order of id. */
    void forEach(Consumer<? super BodyView> visitor);

    /** Visits every open contact in ascending order of (a, b); geometry is of the last step. */
    void forEachOpenContact(Consumer<? super ContactView> visitor);

    /** Adds a body. The name must be free. */
    void spawn(BodyDefinition definition, long incarnation);

    /** Takes a body away; its open contacts end. */
    void remove(BodyId id, ContactListener listener);

    /** Moves a body without touching its velocity; its open contacts end. */
    void teleport(BodyId id, Vec2 position, double angle, ContactListener listener);

    /** Sets the velocity of a dynamic or kinematic body. */
    void setVelocity(BodyId id, Vec2 linear, double angular);

    /** Changes kind, shape, mass and restitution; a change of kind ends its open contacts. */
    void configure(
            BodyId id,
            BodyKind kind,
            Shape shape,
            double mass,
            double restitution,
            ContactListener listener);

    /** Changes bullet, field participation and filter; contacts the filter forbids, end. */
    void setProfile(BodyId id, BodyDefinition.Profile profile, ContactListener listener);

    /**
     * Whether force and torque may be added to what waits for the next step of that body; false if
     * there is no such body.
     */
    boolean canBear(BodyId id, Vec2 force, double torque);

    /** Adds a force at the centre of a dynamic body for the next step only. */
    void applyForce(BodyId id, Vec2 force);

    /** Adds a torque to a dynamic body for the next step only. */
    void applyTorque(BodyId id, double torque);

    /** Advances the world by one step with this index. */
    StepOutcome step(StepSpec spec, long stepIndex, ContactListener listener);

    /** Ends every open contact: the world is going away. */
    void endAll(ContactListener listener);

    /** State of every body in ascending order of id. */
    List<BodyState> bodies();

    /** State of every pair within reach in ascending order of (a, b). */
    List<ContactState> contacts();
}
