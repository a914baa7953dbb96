package dev.terrane.core.session.physics;

/** How a step went. Anything but OK leaves the world unusable. */
public enum StepOutcome {
    /** The step is complete. */
    OK,
    /** Some body's state is no longer finite. */
    NON_FINITE,
    /** More pairs came within reach than the limit allows. */
    TOO_MANY_CONTACTS
}
