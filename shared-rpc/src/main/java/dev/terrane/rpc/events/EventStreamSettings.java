package dev.terrane.rpc.events;

import java.time.Duration;

/**
 * How an event-stream client keeps its connection.
 *
 * @param connectTimeout time to open a connection, with its handshake
 * @param silenceMax longest time without a frame; the server sends a heartbeat every 5 s
 * @param backoffFirst pause after the first failure
 * @param backoffMax longest pause; doubled up to here, with jitter, and reset by a handled frame
 */
public record EventStreamSettings(
        Duration connectTimeout, Duration silenceMax, Duration backoffFirst, Duration backoffMax) {
    public EventStreamSettings {
        if (!connectTimeout.isPositive()
                || !silenceMax.isPositive()
                || !backoffFirst.isPositive()
                || backoffMax.compareTo(backoffFirst) < 0) {
            throw new IllegalArgumentException(
                    "times must be above 0 and backoffMax at least backoffFirst");
        }
    }

    /** 3 s to connect, 15 s of silence, pauses from 100 ms to 5 s. */
    public static EventStreamSettings defaults() {
        return new EventStreamSettings(
                Duration.ofSeconds(3),
                Duration.ofSeconds(15),
                Duration.ofMillis(100),
                Duration.ofSeconds(5));
    }
}
