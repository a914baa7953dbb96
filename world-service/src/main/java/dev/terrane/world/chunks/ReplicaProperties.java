package dev.terrane.world.chunks;

import dev.terrane.support.config.SettingRange;
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
        SettingRange.require(
                "world.replicas.poll-interval",
                pollInterval,
                Duration.ofMillis(10),
                Duration.ofSeconds(10));
        SettingRange.require(
                "world.replicas.events-kept",
                eventsKept,
                Duration.ofMinutes(1),
                Duration.ofDays(1));
    }
}
