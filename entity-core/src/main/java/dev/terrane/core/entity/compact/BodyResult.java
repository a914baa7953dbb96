package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Refusal;

/** What became of asking for a body. */
public sealed interface BodyResult {
    /**
     * There is one.
     *
     * @param body its bytes
     */
    record Encoded(CompactBody body) implements BodyResult {}

    /** The recipients see no change, so there is nothing to send. */
    record Unchanged() implements BodyResult {}

    /**
     * There is none.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements BodyResult {}
}
