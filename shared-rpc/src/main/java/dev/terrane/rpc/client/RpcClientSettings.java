package dev.terrane.rpc.client;

import java.time.Duration;

/**
 * Limits of an RPC client.
 *
 * @param connectTimeout time to open a connection
 * @param responseBytesMax largest response, before and after decompression
 * @param gzipFrom smallest request that is compressed; with {@link #NO_GZIP} nothing is compressed
 *     either way
 * @param attemptsMax how often a call marked idempotent is tried in all
 * @param backoff pause before the second attempt; doubled before each further one, with jitter
 */
public record RpcClientSettings(
        Duration connectTimeout,
        int responseBytesMax,
        int gzipFrom,
        int attemptsMax,
        Duration backoff) {

    /**
     * Compresses nothing: the default, because services call each other over loopback or a fast
     * network, where compressing costs more time than it saves.
     */
    public static final int NO_GZIP = Integer.MAX_VALUE;

    private static final int ATTEMPTS_CEILING = 10;

    public RpcClientSettings {
        if (!connectTimeout.isPositive()) {
            throw new IllegalArgumentException("connectTimeout must be above 0");
        }
        if (responseBytesMax < 1 || responseBytesMax == Integer.MAX_VALUE) {
            throw new IllegalArgumentException("responseBytesMax: " + responseBytesMax);
        }
        if (gzipFrom < 0) {
            throw new IllegalArgumentException("gzipFrom must not be negative: " + gzipFrom);
        }
        if (attemptsMax < 1 || attemptsMax > ATTEMPTS_CEILING) {
            throw new IllegalArgumentException("attemptsMax must be 1..10: " + attemptsMax);
        }
        if (backoff.isNegative()) {
            throw new IllegalArgumentException("backoff must not be negative");
        }
    }

    /** 2 s to connect, 16 MiB responses, no gzip, 3 attempts, 50 ms backoff. */
    public static RpcClientSettings defaults() {
        return new RpcClientSettings(
                Duration.ofSeconds(2), 16 << 20, NO_GZIP, 3, Duration.ofMillis(50));
    }

    /** The same with another largest response. */
    public RpcClientSettings withResponseBytesMax(int bytes) {
        return new RpcClientSettings(connectTimeout, bytes, gzipFrom, attemptsMax, backoff);
    }

    /** The same with requests compressed from this size on, and compressed answers asked for. */
    public RpcClientSettings withGzipFrom(int bytes) {
        return new RpcClientSettings(connectTimeout, responseBytesMax, bytes, attemptsMax, backoff);
    }
}
