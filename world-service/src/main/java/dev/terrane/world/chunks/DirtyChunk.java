package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.world.chunks.store.ChunkStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A chunk with changes that are acknowledged and in memory only, on top of what is stored. Changed
 * by the thread of {@link WriteBehind} alone, or by work it waits for; read by any.
 */
final class DirtyChunk {
    private final ChunkHead stored;
    private final Chunk base;
    private final long flagsRevision;
    private final long sinceNanos;
    private final ConcurrentSkipListMap<Long, Pending> pending = new ConcurrentSkipListMap<>();
    private final ConcurrentHashMap<String, Pending> byEditId = new ConcurrentHashMap<>();
    private final CompletableFuture<Boolean> durable = new CompletableFuture<>();
    private volatile Pending last;

    /** One change that waits for its commit. */
    record Pending(ChunkStore.Write write, Chunk chunk) {
        ChunkHead head() {
            return new ChunkHead(
                    write.key(), write.revision(), write.image().checksum(), write.at());
        }

        ChunkImage image() {
            return write.image();
        }

        /** The same as it is served. */
        StoredChunk served() {
            return new StoredChunk(head(), write.image().bytes(), chunk);
        }
    }

    /**
     * A chunk's first change.
     *
     * @param stored what is on disk
     * @param base its content
     * @param flagsRevision version of the assets' flags the change's flags are of
     */
    DirtyChunk(ChunkHead stored, Chunk base, long flagsRevision, long nowNanos, Pending first) {
        this.stored = stored;
        this.base = base;
        this.flagsRevision = flagsRevision;
        this.sinceNanos = nowNanos;
        this.last = first;
        keep(first);
    }

    /** Another change on top. */
    void add(Pending change) {
        keep(change);
        last = change;
    }

    private void keep(Pending change) {
        pending.put(change.write().revision(), change);
        String editId = change.write().origin().editId();
        if (editId != null) {
            byEditId.put(editId, change);
        }
    }

    ChunkKey key() {
        return stored.key();
    }

    ChunkHead stored() {
        return stored;
    }

    Chunk base() {
        return base;
    }

    long flagsRevision() {
        return flagsRevision;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    Pending last() {
        return last;
    }

    /** The changes, the oldest first. */
    List<Pending> changes() {
        return List.copyOf(pending.values());
    }

    int count() {
        return pending.size();
    }

    Optional<Pending> find(long revision) {
        return Optional.ofNullable(pending.get(revision));
    }

    Optional<Pending> findEdit(String editId) {
        return Optional.ofNullable(byEditId.get(editId));
    }

    /** Completes when all changes are on disk. */
    CompletableFuture<Boolean> durable() {
        return durable;
    }
}
