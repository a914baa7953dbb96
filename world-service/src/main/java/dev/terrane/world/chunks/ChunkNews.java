package dev.terrane.world.chunks;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells listeners of committed changes; one that fails is not the others' matter. */
@Component
public final class ChunkNews {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkNews.class);

    private final List<ChunkListener> listeners;

    /** Makes the bell of these listeners. */
    public ChunkNews(List<ChunkListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Tells of changes that were committed. */
    public void publish(List<ChunkChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        List<ChunkChange> all = List.copyOf(changes);
        for (ChunkListener listener : listeners) {
            try {
                listener.committed(all);
            } catch (RuntimeException e) {
                LOG.error("a listener failed", e);
            }
        }
    }

    /** Tells that more has changed than can be told one by one. */
    public void publishWidely() {
        for (ChunkListener listener : listeners) {
            try {
                listener.changedWidely();
            } catch (RuntimeException e) {
                LOG.error("a listener failed", e);
            }
        }
    }
}
