package dev.terrane.world.chunks;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Tells listeners of committed changes; one that fails is not the others' matter. Where several
 * instances share a database, listeners hear of all their changes, by way of a {@link ChunkRelay}:
 * whoever writes records inside the write what it publishes after it.
 */
@Component
public final class ChunkNews implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkNews.class);

    private final List<ChunkListener> listeners;
    private final ChunkRelay relay;
    private volatile boolean closed;

    /** Makes the bell of these listeners, on a database of its own. */
    public ChunkNews(List<ChunkListener> listeners) {
        this(listeners, ChunkRelay.NONE);
    }

    /** Makes the bell of these listeners. */
    @Autowired
    public ChunkNews(List<ChunkListener> listeners, ChunkRelay relay) {
        this.listeners = List.copyOf(listeners);
        this.relay = relay;
        relay.follow(
                new ChunkRelay.Listener() {
                    @Override
                    public void changed(List<ChunkChange> changes) {
                        tell(listener -> listener.committed(changes));
                    }

                    @Override
                    public void changedWidely() {
                        tell(ChunkListener::changedWidely);
                    }
                });
    }

    /** Inside a write, as the last thing it does: what {@link #publish} will tell. */
    public void record(List<ChunkChange> changes) {
        relay.record(changes);
    }

    /** Inside a write, as the last thing it does: that {@link #publishWidely} will tell. */
    public void recordWidely() {
        relay.recordWidely();
    }

    /** Tells of changes that were committed. */
    public void publish(List<ChunkChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        if (relay.isShared()) {
            relay.committed();
            return;
        }
        List<ChunkChange> all = List.copyOf(changes);
        tell(listener -> listener.committed(all));
    }

    /** Tells that more has changed than can be told one by one. */
    public void publishWidely() {
        if (relay.isShared()) {
            relay.committed();
        } else {
            tell(ChunkListener::changedWidely);
        }
    }

    /** Tells no more: listeners may be gone. */
    @Override
    public void close() {
        closed = true;
    }

    private void tell(Consumer<ChunkListener> what) {
        if (closed) {
            return;
        }
        for (ChunkListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (RuntimeException e) {
                LOG.error("a listener failed", e);
            }
        }
    }
}
