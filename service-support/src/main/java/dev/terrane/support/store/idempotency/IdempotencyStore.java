package dev.terrane.support.store.idempotency;

import dev.terrane.rpc.error.TerraneException;
import java.util.function.Supplier;

/**
 * Keeps the first results of requests. Used inside work of {@code StoreThreads.write}, in whose
 * transaction the result is kept together with what the request changed.
 */
public interface IdempotencyStore {
    /**
     * Does the work of a request, or gives the result of when it was done first.
     *
     * <p>A refusal (an exception of the work) is not kept: the transaction goes, and a retry tries
     * again.
     *
     * @param work does it and gives the encoded result
     * @throws TerraneException IDEMPOTENCY_MISMATCH when the key was used with other content
     */
    byte[] once(IdempotencyRequest request, Supplier<byte[]> work);
}
