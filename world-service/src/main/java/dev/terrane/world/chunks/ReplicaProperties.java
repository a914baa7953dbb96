package dev.terrane.world.chunks;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Several instances of world-service on one PostgreSQL, {@code world.replicas}.
 *
 * @param pollInterval how often an instance looks for what others committed, 10 ms..10 s
 * @param eventsKept how long an instance may be away and still hear each change, 1 min..1 day;
 *     after that its subscribers are reset
 */
@ConfigurationProperties("terrane.world.replicas")
public record ReplicaProperties(
        @DefaultValue("100ms") Duration pollInterval, @DefaultValue("10m") Duration eventsKept) {
    public ReplicaProperties {
        if (pollInterval.minusMillis(10).isNegative()
                || pollInterval.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException(
                    "world.replicas.poll-interval must be in 10ms..10s: " + pollInterval);
        }
        if (eventsKept.minusMinutes(1).isNegative()
                || eventsKept.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    "world.replicas.events-kept must be in 1m..1d: " + eventsKept);
        }
    }
}
