package dev.terrane.core.session.physics;

/**
 * Bounds of one world.
 *
 * @param bodiesMax bodies alive at once
 * @param contactsMax pairs within reach of each other; a step that finds more faults the world
 * @param coordinateMax largest magnitude of a coordinate a command may name, in metres
 * @param lengthMax largest radius or half side, in metres
 * @param substepsMax substeps of one step
 * @param fieldsMax radial fields of one step
 * @param stepSecondsMax longest step
 */
public record PhysicsLimits(
        int bodiesMax,
        int contactsMax,
        double coordinateMax,
        double lengthMax,
        int substepsMax,
        int fieldsMax,
        double stepSecondsMax) {
    /** 4,096 bodies, 65,536 pairs, 10,000 km, 100 km, 64 substeps, 64 fields, 1 s. */
    public static final PhysicsLimits DEFAULT =
            new PhysicsLimits(4_096, 65_536, 1e7, 1e5, 64, 64, 1.0);

    public PhysicsLimits {
        if (bodiesMax < 1
                || contactsMax < 1
                || !(coordinateMax > 0)
                || !(lengthMax > 0)
                || substepsMax < 1
                || fieldsMax < 0
                || !(stepSecondsMax > 0)) {
            throw new IllegalArgumentException("a limit is not positive");
        }
    }
}
