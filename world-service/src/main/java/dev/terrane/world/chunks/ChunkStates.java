package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.store.HistoryStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * What chunks are now, without their payloads: for services that have missed events and tell their
 * own clients. Nothing is gated here. May be called by any thread.
 */
@Component
public final class ChunkStates {
    private final StoreThreads threads;
    private final Chunks chunks;
    private final HistoryStore history;

    /** Makes the facade over a store. */
    public ChunkStates(StoreThreads threads, Chunks chunks, HistoryStore history) {
        this.threads = threads;
        this.chunks = chunks;
        this.history = history;
    }

    /** What a chunk is. */
    public sealed interface State {
        /** It is there. */
        record There(ChunkHead head, ContentFlags flags) implements State {}

        /** It was deleted by this revision; the checksum is the last one. */
        record Gone(ChunkHead last) implements State {}

        /** There never was one, or its room is not shown. */
        record Unknown(ChunkKey key) implements State {}
    }

    /** One state for each key, in their order; all but what is in memory only of one snapshot. */
    public List<State> get(List<ChunkKey> keys) {
        // Looked at before the database: what is written meanwhile is at least this new there.
        Map<ChunkKey, FlaggedChunk> newest = new HashMap<>();
        chunks.listInMemory(keys).forEach(chunk -> newest.put(chunk.head().key(), chunk));
        return threads.read(() -> keys.stream().map(key -> state(key, newest)).toList());
    }

    private State state(ChunkKey key, Map<ChunkKey, FlaggedChunk> newest) {
        Optional<FlaggedChunk> stored = chunks.flagsNow(key);
        FlaggedChunk inMemory = newest.get(key);
        if (stored.isPresent()) {
            FlaggedChunk now =
                    inMemory != null && inMemory.head().revision() > stored.get().head().revision()
                            ? inMemory
                            : stored.get();
            return new State.There(now.head(), now.flags());
        }
        return history.list(key, Long.MAX_VALUE, 1).stream()
                .findFirst()
                .filter(last -> last.action() == ChunkAction.DELETE)
                .<State>map(last -> new State.Gone(last.head()))
                .orElseGet(() -> new State.Unknown(key));
    }
}
