package dev.terrane.gateway.live;

import java.util.function.LongUnaryOperator;

/**
 * Network ids of one stage generation: 32 bits, nonzero, unique, in an order that tells neither
 * count nor age (a keyed permutation of a counter). Owned by the stage's thread.
 */
public final class NetworkIds implements LongUnaryOperator {
    private final KeyedPermutation permutation;
    private long next = 1;

    /**
     * @param key secret of this stage generation
     */
    public NetworkIds(byte[] key) {
        this.permutation = new KeyedPermutation(key, 32);
    }

    /** The id of a new entity; this source does not look at its guid. */
    @Override
    public long applyAsLong(long guid) {
        long id;
        do {
            if (next >= 1L << 32) {
                throw new IllegalStateException("a stage generation has no network ids left");
            }
            id = permutation.apply(next++);
        } while (id == 0);
        return id;
    }
}
