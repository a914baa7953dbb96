package dev.terrane.core.session.physics;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one step runs. Fields are kept sorted by id, so their order of arrival means nothing.
 *
 * @param seconds length of the step
 * @param substeps solver substeps
 * @param fields wells acting during this step only
 */
public record StepSpec(double seconds, int substeps, List<RadialField> fields) {
    /** Substeps when none are given. */
    public static final int SUBSTEPS_DEFAULT = 4;

    /** Shortest step. */
    public static final double SECONDS_MIN = 1e-6;

    public StepSpec {
        fields = fields.stream().sorted(Comparator.comparing(RadialField::id)).toList();
    }

    /** A step without fields and with the usual substeps. */
    public static StepSpec of(double seconds) {
        return new StepSpec(seconds, SUBSTEPS_DEFAULT, List.of());
    }

    /** Why this step is not allowed under the limits, or null if it is. */
    public @Nullable String defect(PhysicsLimits limits) {
        if (!(seconds >= SECONDS_MIN) || seconds > limits.stepSecondsMax()) {
            return "step must be " + SECONDS_MIN + ".." + limits.stepSecondsMax() + " s";
        }
        if (substeps < 1 || substeps > limits.substepsMax()) {
            return "substeps must be 1.." + limits.substepsMax();
        }
        if (fields.size() > limits.fieldsMax()) {
            return "at most " + limits.fieldsMax() + " fields";
        }
        for (int i = 0; i < fields.size(); i++) {
            RadialField field = fields.get(i);
            if (i > 0 && fields.get(i - 1).id().equals(field.id())) {
                return "field " + field.id() + " is given twice";
            }
            if (!field.position().isWithin(limits.coordinateMax())
                    || !(Math.abs(field.strength()) <= BodyRules.ACCELERATION_MAX)
                    || !(field.radius() >= 0)
                    || field.radius() > 2 * limits.coordinateMax()) {
                return "field " + field.id() + " is out of range";
            }
        }
        return null;
    }
}
