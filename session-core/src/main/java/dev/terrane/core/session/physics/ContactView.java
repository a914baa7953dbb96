package dev.terrane.core.session.physics;

/** Reads a contact during a callback. Body a sorts before b. */
public sealed interface ContactView permits Contact {
    /** First body. */
    BodyView bodyA();

    /** Second body. */
    BodyView bodyB();

    /** Step in which the episode began. */
    long startStep();

    /** Number of the episode among those of the pair that began in that step. */
    int ordinal();

    /** Point between the two surfaces. */
    Vec2 point();

    /** Unit normal from a to b. */
    Vec2 normal();

    /** Gap between the surfaces at the start of the step; negative when they overlap. */
    double separation();

    /** Relative speed along the normal at the start of the step; negative when approaching. */
    double relativeSpeed();
}
