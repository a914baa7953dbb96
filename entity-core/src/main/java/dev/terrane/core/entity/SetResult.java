package dev.terrane.core.entity;

/** What became of a write to a field or column. */
public sealed interface SetResult {
    /**
     * The value changed.
     *
     * @param old the value before
     */
    record Changed(Value old) implements SetResult {}

    /** The member already had the value, bit for bit. */
    record Unchanged() implements SetResult {}

    /**
     * The old value is kept.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements SetResult {}
}
