package dev.terrane.core.session.physics;

/**
 * The whole state of one body between two steps: what a checkpoint keeps.
 *
 * @param definition properties and present motion
 * @param incarnation lifetime number of the name
 * @param force newtons waiting for the next step
 * @param torque newton metres waiting for the next step
 * @param retest whether its contacts are tested again in the next step whatever they moved
 */
public record BodyState(
        BodyDefinition definition, long incarnation, Vec2 force, double torque, boolean retest) {
    public BodyState {
        torque += 0.0;
    }

    /** Its name. */
    public BodyId id() {
        return definition.id();
    }
}
