package dev.terrane.core.entity;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges one value against a type and the bounds of values. */
final class ValueCheck {
    private ValueCheck() {}

    /** Why the value does not fit, or null when it does. */
    static @Nullable Refusal refusal(
            FieldLayout field, Value value, KernelLimits limits, String location) {
        if (value.type() != field.type()) {
            return new Refusal.Rejected(Reason.VALUE_TYPE, location);
        }
        if (!value.isFinite()) {
            return new Refusal.Rejected(Reason.NOT_FINITE, location);
        }
        if (value.textBytes() > limits.valueBytesMax()) {
            return new Refusal.OverLimit(
                    Refusal.Limit.VALUE_BYTES, limits.valueBytesMax(), value.textBytes(), location);
        }
        if (value instanceof Value.GuidRef(long number) && !limits.guidWidth().holds(number)) {
            return new Refusal.Rejected(Reason.GUID_RANGE, location);
        }
        return null;
    }

    /** Rows of a valid schema whose values are still more than a kernel takes, and why. */
    static Map<Long, Refusal> unfitProfiles(Catalog catalog, KernelLimits limits) {
        Map<Long, Refusal> unfit = new HashMap<>();
        for (Profile profile : catalog.profiles()) {
            IndexMap<FieldLayout> fields =
                    catalog.findClass(profile.className()).orElseThrow().fields();
            profile.values()
                    .forEach(
                            (value, index) -> {
                                FieldLayout field = fields.get(index);
                                String location =
                                        profile.className()
                                                + "."
                                                + field.name()
                                                + " by profile "
                                                + profile.id();
                                Refusal refusal = refusal(field, value, limits, location);
                                if (refusal != null) {
                                    unfit.putIfAbsent(profile.id(), refusal);
                                }
                            });
        }
        return unfit;
    }
}
