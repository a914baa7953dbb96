package dev.terrane.core.entity;

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
}
