package dev.terrane.world.chunks;

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
        require(
                !interval.minusMillis(10).isNegative()
                        && interval.compareTo(Duration.ofHours(1)) <= 0,
                "interval",
                "10ms..1h",
                interval);
        require(
                !shutdownBudget.minusMillis(100).isNegative()
                        && shutdownBudget.compareTo(Duration.ofMinutes(10)) <= 0,
                "shutdown-budget",
                "100ms..10m",
                shutdownBudget);
        require(
                dirtyChunksMax >= 1 && dirtyChunksMax <= 65_536,
                "dirty-chunks-max",
                "1..65536",
                dirtyChunksMax);
        long bytes = pendingBytesMax.toBytes();
        require(
                bytes >= 1 << 20 && bytes <= 1L << 32,
                "pending-bytes-max",
                "1MB..4GB",
                pendingBytesMax);
    }

    private static void require(boolean holds, String setting, String range, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "world.write-behind.%s must be in %s: %s".formatted(setting, range, value));
        }
    }
}
