package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkUpkeep.Fault;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the payloads that histories keep, of deleted chunks too: what a roll-back would need. One
 * short read for each slice of revisions. May be called by any thread but the store's; blocks.
 */
final class HistoryCheck {
    private static final int KEYS = 64;
    private static final int REVISIONS = 256;

    private final StoreThreads threads;
    private final HistoryStore history;
    private final Payloads payloads;

    /** Makes a check over a store. */
    HistoryCheck(StoreThreads threads, HistoryStore history, Payloads payloads) {
        this.threads = threads;
        this.history = history;
        this.payloads = payloads;
    }

    /** Hands every kept payload that does not verify to the consumer. */
    void run(Scope scope, Consumer<Fault> found) {
        String after = "";
        while (true) {
            String from = after;
            List<String> keys = threads.read(() -> history.scan(scope, from, KEYS));
            if (keys.isEmpty()) {
                return;
            }
            for (String text : keys) {
                // A key that is none cannot have been written: the row is damaged.
                ChunkKey key = ChunkKey.find(text).orElse(null);
                if (key != null) {
                    check(key, found);
                }
            }
            after = keys.getLast();
        }
    }

    private void check(ChunkKey key, Consumer<Fault> found) {
        List<Long> kept = threads.read(() -> history.withPayload(key.toString(), Long.MAX_VALUE));
        for (int from = 0; from < kept.size(); from += REVISIONS) {
            List<Long> slice = kept.subList(from, Math.min(kept.size(), from + REVISIONS));
            threads.read(() -> faults(key, slice)).forEach(found);
        }
    }

    private List<Fault> faults(ChunkKey key, List<Long> revisions) {
        List<Fault> faults = new ArrayList<>();
        for (long revision : revisions) {
            Optional<ChunkRevision> row = history.find(key, revision);
            Optional<Bytes> bytes = history.findPayload(key, revision);
            // Between the two reads it may have been pruned.
            if (row.isPresent()
                    && bytes.isPresent()
                    && payloads.decode(row.get().head(), bytes.get())
                            instanceof Payloads.Read.Bad(String detail)) {
                faults.add(new Fault(key, revision, "in the history: " + detail));
            }
        }
        return faults;
    }
}
