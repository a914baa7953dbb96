package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.backups.Unwritten;
import dev.terrane.world.chunks.store.Scope;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Chunks whose newest state is in memory only, of worlds that write behind; empty in every other
 * deployment. A chunk is here from before its first such change is acknowledged until after the
 * commit that stores it: who looks here first and in the database then sees every acknowledged
 * change. Changed by the thread of {@link WriteBehind} alone; read by any.
 */
@Component
public final class DirtyChunks implements Unwritten {
    private final ConcurrentHashMap<ChunkKey, DirtyChunk> chunks = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable Settler settler;

    /** Writes what is here and waits for it. */
    @FunctionalInterface
    interface Settler {
        /** How many chunks there were. */
        long settle(Scope scope);
    }

    /** What is here at one moment. */
    public record Load(int chunks, long revisions, long bytes, long oldestMillis) {}

    void settleBy(Settler other) {
        settler = other;
    }

    /**
     * Makes what is here of a scope durable, and waits for it: for readers of what is only in the
     * database, such as histories and indices. Not inside work of StoreThreads, whose writer it
     * waits for. Fails as the write does.
     *
     * @return chunks that were not durable
     */
    public long settle(Scope scope) {
        Settler known = settler;
        return known == null || chunks.isEmpty() ? 0 : known.settle(scope);
    }

    /** {@link #settle(Scope)} of every world. */
    @Override
    public long settleAll() {
        return settle(Scope.ALL);
    }

    /** {@link #settle(Scope)} of a room. */
    public long settle(RoomKey room) {
        return settle(Scope.of(room));
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    int size() {
        return chunks.size();
    }

    long bytes() {
        return bytes.get();
    }

    Optional<DirtyChunk> find(ChunkKey key) {
        return Optional.ofNullable(chunks.get(key));
    }

    /** Another chunk this caller changed with this id. */
    Optional<ChunkKey> findElsewhere(ChunkKey key, String editId, String actor) {
        for (DirtyChunk chunk : chunks.values()) {
            if (!chunk.key().equals(key)
                    && chunk.findEdit(editId)
                            .filter(edit -> edit.write().origin().actor().equals(actor))
                            .isPresent()) {
                return Optional.of(chunk.key());
            }
        }
        return Optional.empty();
    }

    /** Those of a scope, in the order of their keys. */
    List<DirtyChunk> list(Scope scope) {
        return chunks.values().stream()
                .filter(chunk -> scope.holds(chunk.key()))
                .sorted(Comparator.comparing(chunk -> chunk.key().toString()))
                .toList();
    }

    /** When the oldest change came; empty when there is none. */
    Optional<Long> oldestNanos() {
        return chunks.values().stream().map(DirtyChunk::sinceNanos).min(Comparator.naturalOrder());
    }

    /** Adopts a chunk with its first changes, which are marked on disk. */
    void put(DirtyChunk chunk) {
        bytes.addAndGet(size(chunk));
        chunks.put(chunk.key(), chunk);
    }

    private static long size(DirtyChunk chunk) {
        return chunk.changes().stream().mapToLong(c -> c.write().stored().size()).sum();
    }

    /** Counts a change of a chunk that is here. */
    void added(long size) {
        bytes.addAndGet(size);
    }

    void remove(DirtyChunk chunk) {
        chunks.remove(chunk.key());
        bytes.addAndGet(-size(chunk));
    }

    /** What is here now. */
    public Load load() {
        long revisions = chunks.values().stream().mapToLong(DirtyChunk::count).sum();
        long oldest =
                oldestNanos().map(since -> (System.nanoTime() - since) / 1_000_000).orElse(0L);
        return new Load(chunks.size(), revisions, bytes.get(), oldest);
    }
}
