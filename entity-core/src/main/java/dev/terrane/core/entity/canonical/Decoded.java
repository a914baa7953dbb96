package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.Refusal;

/**
 * What became of decoding.
 *
 * @param <T> what was asked for
 */
public sealed interface Decoded<T> {
    /**
     * It is well-formed, fits the binding and is within the limits.
     *
     * @param <T> what was asked for
     * @param value the result, owning everything it refers to
     */
    record Ok<T>(T value) implements Decoded<T> {}

    /**
     * It is refused; nothing of it may be used.
     *
     * @param <T> what was asked for
     * @param refusal why
     */
    record Refused<T>(Refusal refusal) implements Decoded<T> {}
}
