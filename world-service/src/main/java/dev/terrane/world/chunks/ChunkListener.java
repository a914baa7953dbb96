package dev.terrane.world.chunks;

import java.util.List;

/**
 * Told of changes after their commit, in order, by the store's writer: must be short and must not
 * wait.
 */
@FunctionalInterface
public interface ChunkListener {
    void committed(List<ChunkChange> changes);

    /** More has changed than can be told one by one: whoever keeps something reads it again. */
    default void changedWidely() {}
}
