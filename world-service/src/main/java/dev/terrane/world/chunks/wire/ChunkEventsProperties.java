package dev.terrane.world.chunks.wire;

import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Events of chunks that subscribers may still ask for, {@code world.events}.
 *
 * @param keptMax events kept, 1..1000000; a subscriber that is farther behind is reset and reads
 *     the state
 * @param keptFor how long, 1 s..1 day; the same
 */
@ConfigurationProperties("terrane.world.events")
public record ChunkEventsProperties(
        @DefaultValue("10000") int keptMax, @DefaultValue("10m") Duration keptFor) {
    public ChunkEventsProperties {
        SettingRange.require("world.events.kept-max", keptMax, 1, 1_000_000);
        SettingRange.require(
                "world.events.kept-for", keptFor, Duration.ofSeconds(1), Duration.ofDays(1));
    }

    /** As limits of the log. */
    EventLogLimits limits() {
        return new EventLogLimits(keptMax, EventLogLimits.defaults().bytesMax(), keptFor);
    }
}
