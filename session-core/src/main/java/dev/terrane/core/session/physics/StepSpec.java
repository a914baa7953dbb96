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
    public @Nullable Defect defect(PhysicsLimits limits) {
        // Judged at every step: nothing is allocated for one that is allowed.
        Defect length =
                Defect.outside("delta_seconds", seconds, SECONDS_MIN, limits.stepSecondsMax());
        if (length != null) {
            return length;
        }
        if (substeps < 1 || substeps > limits.substepsMax()) {
            return new Defect(
                    "substeps", "must be 1.." + limits.substepsMax() + ", not " + substeps);
        }
        if (fields.size() > limits.fieldsMax()) {
            return new Defect("fields", "at most " + limits.fieldsMax() + ", not " + fields.size());
        }
        for (int i = 0; i < fields.size(); i++) {
            RadialField field = fields.get(i);
            boolean twice = i > 0 && fields.get(i - 1).id().equals(field.id());
            Defect defect = twice ? new Defect("id", "is given twice") : field.defect(limits);
            if (defect != null) {
                return defect.in("fields[" + field.id() + "]");
            }
        }
        return null;
    }
}
