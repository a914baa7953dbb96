package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.Payloads.Payload;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.ChunkStore.Range;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.chunks.store.QuarantineStore;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.ChunkAssets;
import dev.terrane.world.flags.FlagTable;
import dev.terrane.world.flags.Viewer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads chunks. The head always comes from the database, the payload from a cache keyed by
 * checksum, so a stale answer is not possible, not even with several instances; what is in memory
 * only, in a world that writes behind, is looked for before. What is cached was verified. Every
 * read names its viewer: a chunk whose flags exceed the viewer's allowance is told of by its flags
 * alone. May be called by any thread.
 */
@Component
public final class Chunks {
    private static final Logger LOG = LoggerFactory.getLogger(Chunks.class);

    private final StoreThreads threads;
    private final ChunkStore store;
    private final ObjectStore objects;
    private final QuarantineStore quarantine;
    private final Payloads payloads;
    private final AssetFlags assetFlags;
    private final DirtyChunks dirty;
    private final InstantSource clock;

    /** Makes the facade over a store. */
    public Chunks(
            StoreThreads threads,
            ChunkStore store,
            ObjectStore objects,
            QuarantineStore quarantine,
            Payloads payloads,
            AssetFlags assetFlags,
            DirtyChunks dirty,
            InstantSource clock) {
        this.threads = threads;
        this.store = store;
        this.objects = objects;
        this.quarantine = quarantine;
        this.payloads = payloads;
        this.assetFlags = assetFlags;
        this.dirty = dirty;
        this.clock = clock;
    }

    /** A chunk that was asked for. */
    public sealed interface Found {
        /** It is there. */
        record Present(StoredChunk chunk) implements Found {}

        /** There is none. */
        record Missing() implements Found {}

        /** The viewer may not see it; these are its flags, by its assets' flags of now. */
        record Gated(ChunkHead head, ContentFlags flags) implements Found {}

        /** A newer service wrote it. */
        record Newer(ChunkHead head, int formatVersion) implements Found {}

        /**
         * Its stored bytes do not verify; they are kept, and the chunk is set aside.
         *
         * @param fresh whether this was not known before
         */
        record Corrupt(ChunkHead head, String detail, boolean fresh) implements Found {}
    }

    /** One chunk. */
    public Found get(ChunkKey key, Viewer viewer) {
        Optional<DirtyChunk> newest = dirty.find(key);
        if (newest.isPresent()) {
            StoredChunk chunk = newest.get().last().served();
            return threads.read(() -> judged(chunk, viewer));
        }
        Found found =
                threads.read(
                        () ->
                                store.findHead(key)
                                        .<Found>map(head -> load(head, viewer))
                                        .orElseGet(Found.Missing::new));
        setAside(found);
        return shown(key, found, viewer);
    }

    /** Why a chunk cannot be read may quote it. */
    private Found shown(ChunkKey key, Found found, Viewer viewer) {
        if (viewer.isUnlimited()) {
            return found;
        }
        return switch (found) {
            case Found.Corrupt(ChunkHead head, String _, boolean _) ->
                    threads.read(() -> gated(key, head, viewer)).orElse(found);
            case Found.Newer(ChunkHead head, int _) ->
                    threads.read(() -> gated(key, head, viewer)).orElse(found);
            case Found.Present _, Found.Missing(), Found.Gated _ -> found;
        };
    }

    private Optional<Found> gated(ChunkKey key, ChunkHead head, Viewer viewer) {
        return flagsNow(key)
                .map(FlaggedChunk::flags)
                .filter(flags -> !viewer.admits(flags))
                .map(flags -> new Found.Gated(head, flags));
    }

    /** Those that exist and verify, in the order of the keys: each is present or gated. */
    public List<Found> getAll(List<ChunkKey> keys, Viewer viewer) {
        Map<ChunkKey, StoredChunk> newest = newest(keys);
        List<Found> all =
                threads.read(
                        () -> {
                            Map<ChunkKey, HeadRow> heads =
                                    store.findHeads(keys, payloads::findHead);
                            List<Found> found = new ArrayList<>(heads.size());
                            List<ChunkKey> others = new ArrayList<>();
                            for (ChunkKey key : keys) {
                                StoredChunk inMemory = newest.get(key);
                                if (inMemory != null) {
                                    found.add(judged(inMemory, viewer));
                                    continue;
                                }
                                HeadRow row = heads.get(key);
                                if (row == null) {
                                    continue;
                                }
                                Optional<Payload> kept =
                                        row.corrupt()
                                                ? Optional.empty()
                                                : payloads.find(row.head());
                                if (kept.isPresent()) {
                                    found.add(judged(row, kept.get(), viewer));
                                } else {
                                    others.add(key);
                                }
                            }
                            if (others.isEmpty()) {
                                return found;
                            }
                            return loadAll(keys, newest, heads, store.findPayloads(others), viewer);
                        });
        all.forEach(this::setAside);
        return all.stream()
                .filter(found -> found instanceof Found.Present || found instanceof Found.Gated)
                .toList();
    }

    /** What a chunk is flagged for, by the flags its assets have now; no payload is read. */
    public Optional<FlaggedChunk> findFlags(ChunkKey key) {
        Optional<DirtyChunk> newest = dirty.find(key);
        if (newest.isPresent()) {
            DirtyChunk.Pending last = newest.get().last();
            return Optional.of(
                    threads.read(
                            () ->
                                    new FlaggedChunk(
                                            last.head(), AgpcCodec.VERSION, flags(last.chunk()))));
        }
        return threads.read(() -> flagsNow(key));
    }

    /** Those of these chunks whose newest revision is in memory only, with their flags. */
    List<FlaggedChunk> listInMemory(List<ChunkKey> keys) {
        return dirty.isEmpty()
                ? List.of()
                : keys.stream()
                        .filter(key -> dirty.find(key).isPresent())
                        .flatMap(key -> findFlags(key).stream())
                        .toList();
    }

    /** Inside a read or a write: the same. */
    Optional<FlaggedChunk> flagsNow(ChunkKey key) {
        return objects.findFlags(key)
                .map(
                        stored ->
                                new FlaggedChunk(
                                        served(stored.head(), stored.formatVersion()),
                                        stored.formatVersion(),
                                        stored.flags().merge(flagsOfAssets(key))));
    }

    private ContentFlags flagsOfAssets(ChunkKey key) {
        return assetFlags.current().over(objects.listAssets(key));
    }

    /** The chunk's head alone. */
    public Optional<ChunkHead> findHead(ChunkKey key) {
        Optional<DirtyChunk> newest = dirty.find(key);
        return newest.isPresent()
                ? newest.map(chunk -> chunk.last().head())
                : threads.read(() -> store.findHead(key).map(this::served));
    }

    /**
     * Chunks of a room in the order (cz, cy, cx).
     *
     * @param box only chunks that meet it; half-open
     * @param after coordinate the previous page ended with
     */
    public List<ListedChunk> list(
            RoomKey room,
            ChunkGrid grid,
            Optional<Box> box,
            Optional<ChunkCoord> after,
            int limit,
            Viewer viewer) {
        Optional<Range> range = box.isEmpty() ? Optional.of(Range.ALL) : range(grid, box.get());
        if (range.isEmpty()) {
            return List.of();
        }
        // Looked at before the database: what is written meanwhile is at least this new there.
        Map<ChunkKey, DirtyChunk.Pending> newest = new HashMap<>();
        if (!dirty.isEmpty()) {
            dirty.list(Scope.of(room)).forEach(chunk -> newest.put(chunk.key(), chunk.last()));
        }
        return threads.read(
                () -> {
                    List<HeadRow> rows = store.list(room, range.get(), after, limit);
                    Set<ChunkKey> gated =
                            objects.listGated(
                                    rows.stream().map(row -> row.head().key()).toList(), viewer);
                    return rows.stream()
                            .map(row -> listed(row, newest.get(row.head().key()), gated, viewer))
                            .toList();
                });
    }

    /** Inside a read: a row, or what is newer of it in memory. */
    private ListedChunk listed(
            HeadRow row,
            DirtyChunk.@Nullable Pending inMemory,
            Set<ChunkKey> gated,
            Viewer viewer) {
        ChunkHead stored = served(row);
        return inMemory != null && inMemory.head().revision() > stored.revision()
                ? new ListedChunk(inMemory.head(), !viewer.admits(flags(inMemory.chunk())))
                : new ListedChunk(stored, gated.contains(stored.key()));
    }

    /** Objects of a room in the order (chunk, object id); none of a chunk that is gated. */
    public List<ObjectEntry> listObjects(ObjectQuery query) {
        dirty.settle(Scope.of(query.room()));
        return threads.read(() -> objects.list(query));
    }

    /** Chunks of a room that are flagged for something, with their flags, in order of keys. */
    public List<FlaggedChunk> listFlagged(RoomKey room, String after, int limit) {
        dirty.settle(Scope.of(room));
        return threads.read(
                () ->
                        objects.listFlagged(room, after, limit).stream()
                                .map(
                                        row ->
                                                new FlaggedChunk(
                                                        served(row.head(), row.formatVersion()),
                                                        row.formatVersion(),
                                                        row.flags()))
                                .toList());
    }

    /** Payloads that were set aside, in the order they were found. */
    public List<Quarantined> listQuarantine(long after, int limit) {
        return threads.read(() -> quarantine.list(after, limit));
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
        // Subtracted before the cast, which takes what is below every chunk for the first one.
        return (int) (Math.ceil(max / side) - 1);
    }

    /** Inside a read or a write: a head with the checksum it is served under. */
    ChunkHead served(HeadRow row) {
        return row.corrupt() ? row.head() : served(row.head(), row.formatVersion());
    }

    /** Inside a read or a write: the same of a row that states its format. */
    ChunkHead served(ChunkHead head, int formatVersion) {
        return payloads.served(
                head, formatVersion, () -> store.findPayload(head.key()).orElseThrow());
    }

    /** Inside a read or a write: the payload of a head, from the cache or the same snapshot. */
    Found load(HeadRow row, Viewer viewer) {
        ChunkKey key = row.head().key();
        return load(row, viewer, () -> store.findPayload(key).orElseThrow());
    }

    private List<Found> loadAll(
            List<ChunkKey> keys,
            Map<ChunkKey, StoredChunk> newest,
            Map<ChunkKey, HeadRow> heads,
            Map<ChunkKey, Bytes> fetched,
            Viewer viewer) {
        List<Found> found = new ArrayList<>(heads.size());
        for (ChunkKey key : keys) {
            StoredChunk inMemory = newest.get(key);
            HeadRow head = heads.get(key);
            if (inMemory != null) {
                found.add(judged(inMemory, viewer));
            } else if (head != null) {
                found.add(load(head, viewer, () -> payload(fetched, key)));
            }
        }
        return found;
    }

    /** What was kept may have gone from the cache since it was asked. */
    private Bytes payload(Map<ChunkKey, Bytes> fetched, ChunkKey key) {
        Bytes bytes = fetched.get(key);
        return bytes != null ? bytes : store.findPayload(key).orElseThrow();
    }

    private Found load(HeadRow row, Viewer viewer, Supplier<Bytes> stored) {
        ChunkHead head = row.head();
        if (row.corrupt()) {
            return new Found.Corrupt(head, "it was set aside before", false);
        }
        return switch (payloads.read(head, stored)) {
            case Payloads.Read.Bad(String detail) -> new Found.Corrupt(head, detail, true);
            // The row says who wrote it; bytes alone may be damaged to look newer.
            case Payloads.Read.Newer(int version) ->
                    row.formatVersion() > AgpcCodec.VERSION
                            ? new Found.Newer(head, version)
                            : new Found.Corrupt(
                                    head, "byte 4: it states format version " + version, true);
            case Payloads.Read.Good(Payload payload) -> judged(row, payload, viewer);
        };
    }

    private Map<ChunkKey, StoredChunk> newest(List<ChunkKey> keys) {
        Map<ChunkKey, StoredChunk> newest = new HashMap<>();
        if (!dirty.isEmpty()) {
            for (ChunkKey key : keys) {
                dirty.find(key).ifPresent(chunk -> newest.put(key, chunk.last().served()));
            }
        }
        return newest;
    }

    /** Inside a read: a chunk that is in memory only. */
    private Found judged(StoredChunk chunk, Viewer viewer) {
        if (!viewer.trusted()) {
            ContentFlags flags = flags(chunk.chunk());
            if (!viewer.admits(flags)) {
                return new Found.Gated(chunk.head(), flags);
            }
        }
        return new Found.Present(chunk);
    }

    private ContentFlags flags(Chunk chunk) {
        return chunk.flags().merge(assetFlags.current().over(ChunkAssets.of(chunk)));
    }

    /** A lifted payload is served under the checksum it has in the current format. */
    private Found judged(HeadRow row, Payload payload, Viewer viewer) {
        ChunkHead head = row.head();
        if (!viewer.trusted()) {
            FlagTable table = assetFlags.at(row.assetRevision());
            ContentFlags flags = payload.chunk().flags();
            if (!table.flagged().isEmpty()) {
                flags = flags.merge(table.over(payload.assets()));
            }
            if (!viewer.admits(flags)) {
                return new Found.Gated(head, flags);
            }
        }
        ChunkHead served =
                payload.checksum().equals(head.checksum())
                        ? head
                        : new ChunkHead(
                                head.key(), head.revision(), payload.checksum(), head.updatedAt());
        return new Found.Present(new StoredChunk(served, payload.image(), payload.chunk()));
    }

    /** Sets a chunk aside if it was just found not to verify; its bytes are kept. */
    void setAside(Found found) {
        if (!(found instanceof Found.Corrupt corrupt) || !corrupt.fresh()) {
            return;
        }
        ChunkHead head = corrupt.head();
        LOG.error(
                "chunk {} revision {} is corrupt: {}",
                head.key(),
                head.revision(),
                corrupt.detail());
        CompletableFuture<Boolean> _ =
                threads.writeAsync(
                                () -> {
                                    quarantine.keep(head, corrupt.detail(), clock.instant());
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
