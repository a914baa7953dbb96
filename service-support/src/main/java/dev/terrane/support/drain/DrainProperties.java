package dev.terrane.support.drain;

import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Leaving, {@code common.drain}.
 *
 * @param grace how long running requests and open connections have, at most 10 min. Stores are
 *     flushed afterwards, so a supervisor must allow more before it kills
 * @param retryAfter what refused callers are told to wait, whole seconds
 * @param closeCode WebSocket close code: 1012 (restart, clients come again) or 1001 (going away)
 */
@ConfigurationProperties("terrane.common.drain")
public record DrainProperties(
        @DefaultValue("10s") Duration grace,
        @DefaultValue("5s") Duration retryAfter,
        @DefaultValue("1012") int closeCode) {
    public DrainProperties {
        SettingRange.require("common.drain.grace", grace, Duration.ZERO, Duration.ofMinutes(10));
        if (retryAfter.toSeconds() < 1 || retryAfter.toMillisPart() != 0) {
            throw new IllegalArgumentException(
                    "common.drain.retry-after must be whole seconds, at least 1: " + retryAfter);
        }
        if (closeCode != DrainNotice.GOING_AWAY && closeCode != DrainNotice.SERVICE_RESTART) {
            throw new IllegalArgumentException(
                    "common.drain.close-code must be 1001 or 1012: " + closeCode);
        }
    }
}
