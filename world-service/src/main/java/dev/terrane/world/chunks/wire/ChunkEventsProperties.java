package dev.terrane.world.chunks.wire;

import dev.terrane.rpc.events.EventLogLimits;
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
        if (keptMax < 1 || keptMax > 1_000_000) {
            throw new IllegalArgumentException(
                    "world.events.kept-max must be in 1..1000000: " + keptMax);
        }
        if (keptFor.minusSeconds(1).isNegative() || keptFor.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    "world.events.kept-for must be in 1s..1d: " + keptFor);
        }
    }

    /** As limits of the log. */
    EventLogLimits limits() {
        return new EventLogLimits(keptMax, EventLogLimits.defaults().bytesMax(), keptFor);
    }
}
