package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.store.ChunkStore.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Updates of chunks on their way to the database. Those of one transaction go there together, a
 * statement a table, when they are flushed; until then the database shows what was before. Used by
 * one thread, inside one write of StoreThreads.
 */
public final class ChunkUpdates {
    private final ChunkStore store;
    private final List<Update> waiting = new ArrayList<>();
    private final Set<ChunkKey> keys = new HashSet<>();
    private final Set<String> editIds = new HashSet<>();

    /** Makes an empty list for a store. */
    public ChunkUpdates(ChunkStore store) {
        this.store = store;
    }

    /**
     * One update.
     *
     * @param replaced what it replaces
     * @param chunk what it writes
     * @param old what it replaces; null where that is not known, and derived rows are made anew
     */
    public record Update(Write write, ChunkHead replaced, Chunk chunk, @Nullable Chunk old) {}

    /**
     * Adds the update of a chunk that has none waiting.
     *
     * @throws IllegalStateException if it has one
     */
    public void add(Update update) {
        if (!keys.add(update.write().key())) {
            throw new IllegalStateException(
                    "two updates of chunk " + update.write().key() + " wait");
        }
        waiting.add(update);
        String editId = update.write().origin().editId();
        if (editId != null) {
            editIds.add(editId);
        }
    }

    /** Whether an update of the chunk waits. */
    public boolean has(ChunkKey key) {
        return keys.contains(key);
    }

    /** Whether an update of this edit id waits. */
    public boolean hasEditId(String editId) {
        return editIds.contains(editId);
    }

    /** Forgets what waits. */
    public void drop() {
        waiting.clear();
        keys.clear();
        editIds.clear();
    }

    /**
     * Writes what waits. If it throws, some of it may be written: the caller rolls back.
     *
     * @throws ChunkStore.MovedException if a chunk is not at the revision its update replaces
     */
    public void flush() {
        List<Update> updates = taken();
        if (!updates.isEmpty()) {
            store.updateAll(updates);
        }
    }

    /**
     * The same of chunks that this transaction has not read or locked: each must still be what its
     * update replaces, by its checksum too, and sound. Their rows are locked in the order of their
     * keys.
     *
     * @throws ChunkStore.MovedException if one is not
     */
    public void flushUnseen() {
        List<Update> updates = taken();
        updates.sort(Comparator.comparing(update -> update.write().key().toString()));
        store.updateUnseen(updates);
    }

    private List<Update> taken() {
        List<Update> updates = new ArrayList<>(waiting);
        drop();
        return updates;
    }
}
