package dev.terrane.world.chunks;

import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Worlds that write behind, {@code world.write-behind}.
 *
 * @param interval how long a change may be in memory only, 10 ms..1 h
 * @param shutdownBudget how long a stop may write what is in memory, 100 ms..10 min
 * @param dirtyChunksMax chunks with changes in memory; more wait for a flush, and are refused with
 *     RESOURCE_EXHAUSTED when it fails
 * @param pendingBytesMax bytes of those changes; the same
 */
@ConfigurationProperties("terrane.world.write-behind")
public record WriteBehindProperties(
        @DefaultValue("1s") Duration interval,
        @DefaultValue("10s") Duration shutdownBudget,
        @DefaultValue("1024") int dirtyChunksMax,
        @DefaultValue("64MB") DataSize pendingBytesMax) {
    static final String DIRTY_CHUNKS_MAX = "world.write-behind.dirty-chunks-max";
    static final String PENDING_BYTES_MAX = "world.write-behind.pending-bytes-max";

    public WriteBehindProperties {
        SettingRange.require(
                "world.write-behind.interval",
                interval,
                Duration.ofMillis(10),
                Duration.ofHours(1));
        SettingRange.require(
                "world.write-behind.shutdown-budget",
                shutdownBudget,
                Duration.ofMillis(100),
                Duration.ofMinutes(10));
        SettingRange.require(DIRTY_CHUNKS_MAX, dirtyChunksMax, 1, 65_536);
        SettingRange.require(
                PENDING_BYTES_MAX,
                pendingBytesMax,
                DataSize.ofMegabytes(1),
                DataSize.ofGigabytes(4));
    }
}
