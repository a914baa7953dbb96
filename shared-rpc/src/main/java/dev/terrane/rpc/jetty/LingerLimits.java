package dev.terrane.rpc.jetty;

import java.time.Duration;

/**
 * How long a closed connection waits for its client to close too. A bean of this type takes the
 * place of the defaults.
 *
 * @param timeMax longest time
 * @param bytesMax bytes that are read and dropped meanwhile, about
 * @param connectionsMax connections that wait at once; with more they do not
 */
public record LingerLimits(Duration timeMax, long bytesMax, int connectionsMax) {
    public LingerLimits {
        if (!timeMax.isPositive() || bytesMax < 0 || connectionsMax < 0) {
            throw new IllegalArgumentException("limits must be above 0");
        }
    }

    /** 2 s, a client that is there answers within a round trip; 64 MiB; 1,000 connections. */
    public static LingerLimits defaults() {
        return new LingerLimits(Duration.ofSeconds(2), 64L << 20, 1_000);
    }
}
