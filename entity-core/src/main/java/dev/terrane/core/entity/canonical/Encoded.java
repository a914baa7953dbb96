package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.Refusal;

/**
 * What became of encoding.
 *
 * @param <T> form asked for: a message or its bytes
 */
public sealed interface Encoded<T> {
    /**
     * The publication is encoded.
     *
     * @param <T> form asked for
     * @param form the message or the bytes
     */
    record Ok<T>(T form) implements Encoded<T> {}

    /**
     * Nothing was made.
     *
     * @param <T> form asked for
     * @param refusal why
     */
    record Refused<T>(Refusal refusal) implements Encoded<T> {}
}
