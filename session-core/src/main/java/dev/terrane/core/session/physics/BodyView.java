package dev.terrane.core.session.physics;

/**
 * Reads a live body without allocating. Valid only on the world's owner thread and until the next
 * change of the world.
 */
public sealed interface BodyView permits Body {
    /** Its name. */
    BodyId id();

    /** Lifetime number of this name in its session. */
    long incarnation();

    /** How it moves. */
    BodyKind kind();

    /** What it occupies. */
    Shape shape();

    /** Whether it is a box. */
    default boolean isBox() {
        return shape() instanceof Shape.Box;
    }

    /** Centre x in metres. */
    double x();

    /** Centre y in metres. */
    double y();

    /** Velocity along x in metres per second. */
    double vx();

    /** Velocity along y in metres per second. */
    double vy();

    /** Angle in radians, within [-pi, pi]. */
    double angle();

    /** Radians per second. */
    double angularVelocity();

    /** Whether {@link #toState()} would give an equal value; allocates nothing. */
    boolean matches(BodyState state);

    /** Everything about it as a value. */
    BodyState toState();
}
