package dev.terrane.world.chunks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.ChunkStore.Range;
import dev.terrane.world.chunks.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads chunks. The head always comes from the database, the payload from a cache keyed by
 * checksum, so a stale answer is not possible, not even with several instances. What is cached was
 * verified. May be called by any thread.
 */
@Component
public final class Chunks {
    private static final Logger LOG = LoggerFactory.getLogger(Chunks.class);

    /** A decoded chunk takes about this many times its image. */
    private static final int DECODED_WEIGHT = 4;

    private final StoreThreads threads;
    private final ChunkStore store;
    private final ObjectStore objects;
    private final Cache<Checksum, Payload> cache;

    /** Makes the facade over a store. */
    public Chunks(
            StoreThreads threads,
            ChunkStore store,
            ObjectStore objects,
            ChunkProperties properties) {
        this.threads = threads;
        this.store = store;
        this.objects = objects;
        this.cache =
                Caffeine.newBuilder()
                        .maximumWeight(properties.cacheSize().toBytes())
                        .<Checksum, Payload>weigher(
                                (_, payload) -> payload.image().size() * DECODED_WEIGHT)
                        .build();
    }

    private record Payload(Bytes image, Chunk chunk) {}

    /** A chunk that was asked for. */
    public sealed interface Found {
        /** It is there. */
        record Present(StoredChunk chunk) implements Found {}

        /** There is none. */
        record Missing() implements Found {}

        /**
         * Its stored bytes do not verify; they are kept, and the chunk is set aside.
         *
         * @param fresh whether this was not known before
         */
        record Corrupt(ChunkHead head, String detail, boolean fresh) implements Found {}
    }

    /** One chunk. */
    public Found get(ChunkKey key) {
        Found found =
                threads.read(
                        () -> {
                            Optional<HeadRow> head = store.findHead(key);
                            return head.isEmpty() ? new Found.Missing() : load(head.get());
                        });
        if (found instanceof Found.Corrupt corrupt && corrupt.fresh()) {
            setAside(corrupt);
        }
        return found;
    }

    /** Those that exist and verify, in the order of the keys. */
    public List<StoredChunk> getAll(List<ChunkKey> keys) {
        List<Found.Corrupt> broken = new ArrayList<>();
        List<StoredChunk> all =
                threads.read(
                        () -> {
                            Map<ChunkKey, HeadRow> heads = store.findHeads(keys);
                            List<StoredChunk> found = new ArrayList<>();
                            for (ChunkKey key : keys) {
                                HeadRow head = heads.get(key);
                                if (head == null) {
                                    continue;
                                }
                                switch (load(head)) {
                                    case Found.Present(StoredChunk chunk) -> found.add(chunk);
                                    case Found.Corrupt corrupt -> broken.add(corrupt);
                                    case Found.Missing() -> {}
                                }
                            }
                            return found;
                        });
        broken.stream().filter(Found.Corrupt::fresh).forEach(this::setAside);
        return all;
    }

    /** The chunk's head alone. */
    public Optional<ChunkHead> findHead(ChunkKey key) {
        return threads.read(() -> store.findHead(key).map(HeadRow::head));
    }

    /**
     * Heads of a room in the order (cz, cy, cx).
     *
     * @param box only chunks that meet it; half-open
     * @param after coordinate the previous page ended with
     */
    public List<ChunkHead> list(
            RoomKey room,
            ChunkGrid grid,
            Optional<Box> box,
            Optional<ChunkCoord> after,
            int limit) {
        Optional<Range> range = box.isEmpty() ? Optional.of(Range.ALL) : range(grid, box.get());
        return range.isEmpty()
                ? List.of()
                : threads.read(() -> store.list(room, range.get(), after, limit));
    }

    /** Objects of a room in the order (chunk, object id). */
    public List<ObjectEntry> listObjects(ObjectQuery query) {
        return threads.read(() -> objects.list(query));
    }

    /** The coordinates of chunks that meet a box; empty if the box is. */
    static Optional<Range> range(ChunkGrid grid, Box box) {
        if (box.minX() >= box.maxX() || box.minY() >= box.maxY() || box.minZ() >= box.maxZ()) {
            return Optional.empty();
        }
        ChunkGrid.Origin origin = grid.origin();
        return Optional.of(
                new Range(
                        new ChunkCoord(
                                first(box.minX() - origin.x(), grid.size().x()),
                                first(box.minY() - origin.y(), grid.size().y()),
                                first(box.minZ() - origin.z(), grid.size().z())),
                        new ChunkCoord(
                                last(box.maxX() - origin.x(), grid.size().x()),
                                last(box.maxY() - origin.y(), grid.size().y()),
                                last(box.maxZ() - origin.z(), grid.size().z()))));
    }

    private static int first(double min, int side) {
        return (int) Math.floor(min / side);
    }

    private static int last(double max, int side) {
        return (int) Math.ceil(max / side) - 1;
    }

    /** Inside a read or a write: the payload of a head, from the cache or the same snapshot. */
    Found load(HeadRow row) {
        ChunkHead head = row.head();
        if (row.corrupt()) {
            return new Found.Corrupt(head, "it was set aside before", false);
        }
        Payload cached = cache.getIfPresent(head.checksum());
        if (cached == null || !cached.chunk().key().equals(head.key())) {
            Bytes image = store.findPayload(head.key()).orElseThrow();
            String fault = null;
            switch (AgpcCodec.decode(image, ChunkLimits.DEFAULT, AgpcCodec.Verify.CHECKSUM)) {
                case Decoded.Rejected<Chunk> rejected ->
                        fault = rejected.location() + ": " + rejected.detail();
                case Decoded.Ok<Chunk>(Chunk chunk) -> {
                    cached = new Payload(image, chunk);
                    if (!chunk.key().equals(head.key())) {
                        fault = "it holds chunk " + chunk.key();
                    } else if (chunk.meta().revision() != head.revision()) {
                        fault = "it holds revision " + chunk.meta().revision();
                    }
                }
            }
            if (cached == null || fault != null) {
                return new Found.Corrupt(head, String.valueOf(fault), true);
            }
            cache.put(head.checksum(), cached);
        }
        return new Found.Present(new StoredChunk(head, cached.image(), cached.chunk()));
    }

    /** What a commit wrote, so that it is not read back. */
    void remember(Checksum checksum, Bytes image, Chunk chunk) {
        cache.put(checksum, new Payload(image, chunk));
    }

    private void setAside(Found.Corrupt corrupt) {
        ChunkHead head = corrupt.head();
        LOG.error(
                "chunk {} revision {} is corrupt: {}",
                head.key(),
                head.revision(),
                corrupt.detail());
        CompletableFuture<Boolean> _ =
                threads.writeAsync(
                                () -> {
                                    store.markCorrupt(head);
                                    return Boolean.TRUE;
                                })
                        .exceptionally(
                                failure -> {
                                    LOG.warn("chunk {} could not be marked", head.key(), failure);
                                    return Boolean.FALSE;
                                });
    }
}
