package dev.terrane.world.chunks;

import dev.terrane.support.config.SettingRange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Chunks of world-service, {@code world.chunks}.
 *
 * @param cacheSize memory for chunks that were read or written lately
 * @param editQueueMax edits that may wait; beyond it they are refused with RESOURCE_EXHAUSTED
 * @param editBatchMax edits that share one commit at most
 * @param compression whether bodies are stored as zstd where that is shorter
 */
@ConfigurationProperties("terrane.world.chunks")
public record ChunkProperties(
        @DefaultValue("32MB") DataSize cacheSize,
        @DefaultValue("1024") int editQueueMax,
        @DefaultValue("64") int editBatchMax,
        @DefaultValue("false") boolean compression) {
    /** The setting of the edits that wait, as refusals name it. */
    static final String EDIT_QUEUE_MAX = "world.chunks.edit-queue-max";

    public ChunkProperties {
        SettingRange.requireAtLeast("world.chunks.cache-size", cacheSize, DataSize.ofBytes(0));
        SettingRange.requireAtLeast(EDIT_QUEUE_MAX, editQueueMax, 1);
        SettingRange.requireAtLeast("world.chunks.edit-batch-max", editBatchMax, 1);
    }
}
