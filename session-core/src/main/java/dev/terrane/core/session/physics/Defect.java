package dev.terrane.core.session.physics;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why something is not allowed.
 *
 * @param field what is wrong, by the contract's name, from where it was looked for: {@code
 *     circle.radius}
 * @param text what it may be, and what it is
 */
public record Defect(String field, String text) {
    /** The value's defect if it is no number of these, otherwise null. */
    static @Nullable Defect outside(String field, double value, double min, double max) {
        return value >= min && value <= max
                ? null
                : new Defect(
                        field,
                        String.format(Locale.ROOT, "must be %s..%s, not %s", min, max, value));
    }

    /** The vector's defect if a component is not finite or beyond the bound, otherwise null. */
    static @Nullable Defect beyond(String field, Vec2 value, double bound) {
        Defect x = outside(field + ".x", value.x(), -bound, bound);
        return x != null ? x : outside(field + ".y", value.y(), -bound, bound);
    }

    /** The first that is there, or null. */
    public static @Nullable Defect first(@Nullable Defect... defects) {
        for (Defect defect : defects) {
            if (defect != null) {
                return defect;
            }
        }
        return null;
    }

    /** The same, looked for from one level up. */
    public Defect in(String parent) {
        return new Defect(parent + "." + field, text);
    }

    @Override
    public String toString() {
        return field + ": " + text;
    }
}
