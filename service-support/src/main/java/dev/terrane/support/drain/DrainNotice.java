package dev.terrane.support.drain;

import java.time.Duration;

/**
 * What a listener is told.
 *
 * @param closeCode WebSocket close code to close connections with: 1001 or 1012 (RFC 6455, 7.4.1
 *     and the IANA registry)
 * @param reason text to close them with
 * @param grace how long the whole drain may take
 */
public record DrainNotice(int closeCode, String reason, Duration grace) {
    /** The server goes away. */
    public static final int GOING_AWAY = 1001;

    /** The server restarts; come again. */
    public static final int SERVICE_RESTART = 1012;

    public DrainNotice {
        if (closeCode != GOING_AWAY && closeCode != SERVICE_RESTART) {
            throw new IllegalArgumentException("close code must be 1001 or 1012, is " + closeCode);
        }
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace must not be negative: " + grace);
        }
    }
}
