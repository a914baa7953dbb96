package dev.terrane.world.chunks;

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
        if (cacheSize.toBytes() < 0 || editQueueMax < 1 || editBatchMax < 1) {
            throw new IllegalArgumentException(
                    "world.chunks: cache-size %s, edit-queue-max %d, edit-batch-max %d"
                            .formatted(cacheSize, editQueueMax, editBatchMax));
        }
    }
}
