package dev.terrane.core.schema.diff;

import org.jspecify.annotations.Nullable;

/**
 * One difference.
 *
 * @param rule what kind
 * @param before where it is in the old document; null for what was added
 * @param after where it is in the new document; null for what was removed
 * @param impact what it does
 */
public record SchemaChange(
        ChangeRule rule, @Nullable Side before, @Nullable Side after, Impact impact) {

    /**
     * One side of a difference.
     *
     * @param pointer JSON pointer (RFC 6901) into that document
     * @param value what is there as JSON: a name for a class, otherwise the value; {@code null} for
     *     a key that is left out
     */
    public record Side(String pointer, String value) {}

    /** One line: rule, pointers, values, impact. */
    @Override
    public String toString() {
        return rule.id() + " " + text(before) + " -> " + text(after) + " " + impact;
    }

    private static String text(@Nullable Side side) {
        return side == null ? "-" : side.pointer() + " " + side.value();
    }
}
