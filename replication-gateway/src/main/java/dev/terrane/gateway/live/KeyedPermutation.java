package dev.terrane.gateway.live;

import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A permutation of all numbers of 32 or 64 bits that nobody without the key can tell from random:
 * four Feistel rounds over HMAC-SHA-256 (Luby and Rackoff). Not for several threads.
 */
public final class KeyedPermutation {
    private static final int ROUNDS = 4;

    private final Mac mac;
    private final int halfBits;
    private final long halfMask;

    /**
     * @param key secret, at least 16 bytes
     * @param bits width of the numbers, 32 or 64
     */
    public KeyedPermutation(byte[] key, int bits) {
        if (bits != 32 && bits != 64) {
            throw new IllegalArgumentException("32 or 64 bits, not " + bits);
        }
        if (key.length < 16) {
            throw new IllegalArgumentException("key of at least 16 bytes, not " + key.length);
        }
        this.halfBits = bits / 2;
        this.halfMask = (1L << halfBits) - 1;
        try {
            this.mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }

    /** Where a number goes. */
    public long apply(long number) {
        long left = (number >>> halfBits) & halfMask;
        long right = number & halfMask;
        for (int round = 0; round < ROUNDS; round++) {
            long mixed = left ^ (mix(round, right) & halfMask);
            left = right;
            right = mixed;
        }
        return (left << halfBits) | right;
    }

    private long mix(int round, long half) {
        ByteBuffer input = ByteBuffer.allocate(9).put((byte) round).putLong(half);
        return ByteBuffer.wrap(mac.doFinal(input.array())).getLong();
    }
}
