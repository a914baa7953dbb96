package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.Payloads.Payload;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.Viewer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * What chunks were. What is in memory only is made durable before its history is read. Whoever may
 * not see a chunk's newest content is told nothing of its past, not even which revisions there are.
 * For others a revision's content is gated by the flags it was written with and those its assets
 * have now. May be called by any thread.
 */
@Component
public final class ChunkHistory {
    /** Payloads that are decoded for one page at most. */
    static final int JUDGED_MAX = 64;

    private final StoreThreads threads;
    private final ChunkStore store;
    private final HistoryStore history;
    private final Chunks chunks;
    private final Payloads payloads;
    private final AssetFlags assetFlags;
    private final DirtyChunks dirty;
    private final Definitions definitions;

    /** Makes the facade over a store. */
    public ChunkHistory(
            StoreThreads threads,
            ChunkStore store,
            HistoryStore history,
            Chunks chunks,
            Payloads payloads,
            AssetFlags assetFlags,
            DirtyChunks dirty,
            Definitions definitions) {
        this.threads = threads;
        this.store = store;
        this.history = history;
        this.chunks = chunks;
        this.payloads = payloads;
        this.assetFlags = assetFlags;
        this.dirty = dirty;
        this.definitions = definitions;
    }

    /** A page of a history. */
    public sealed interface Page {
        /**
         * The revisions, the newest first.
         *
         * @param gated numbers of those whose content the viewer may not see, or of which that
         *     cannot be told any more
         */
        record Rows(List<ChunkRevision> revisions, Set<Long> gated) implements Page {
            public Rows {
                revisions = List.copyOf(revisions);
                gated = Set.copyOf(gated);
            }
        }

        /** The viewer may not see the chunk. */
        record Gated(ContentFlags flags) implements Page {}
    }

    /** A chunk as it was. */
    public sealed interface Past {
        /** It can be had. */
        record Present(StoredChunk chunk) implements Past {}

        /** There never was that revision. */
        record Missing() implements Past {}

        /** It was, but its content cannot be had. */
        record Unavailable(long revision, String why) implements Past {}

        /** The viewer may not see it. */
        record Gated(ContentFlags flags) implements Past {}
    }

    /**
     * How many revisions a page has for somebody: whether a row may be seen is told by its payload,
     * which only callers who may see everything do not need.
     */
    public static int pageSize(int asked, Viewer viewer) {
        return viewer.isUnlimited() ? asked : Math.min(asked, JUDGED_MAX);
    }

    /**
     * Revisions below one, the newest first; none when there never was such a chunk.
     *
     * @param limit as {@link #pageSize} says
     */
    public Page list(ChunkKey key, Viewer viewer, long before, int limit) {
        if (limit > pageSize(limit, viewer)) {
            throw new IllegalArgumentException("more than may be judged at once: " + limit);
        }
        dirty.settle(Scope.of(key));
        return threads.read(
                () -> {
                    if (definitions.isHidden(key.room())) {
                        return new Page.Rows(List.of(), Set.of());
                    }
                    Optional<ContentFlags> gate = newestFlags(key, viewer);
                    if (gate.isPresent()) {
                        return new Page.Gated(gate.get());
                    }
                    List<ChunkRevision> rows =
                            history.list(key, before, limit).stream().map(this::served).toList();
                    return new Page.Rows(rows, gated(rows, viewer));
                });
    }

    private Set<Long> gated(List<ChunkRevision> rows, Viewer viewer) {
        Set<Long> gated = new HashSet<>();
        if (!viewer.isUnlimited()) {
            for (ChunkRevision row : rows) {
                ChunkHead head = row.head();
                // A deletion keeps the checksum of what it removed.
                long content =
                        row.action() == ChunkAction.DELETE ? head.revision() - 1 : head.revision();
                if (!(load(head.key(), content, viewer) instanceof Past.Present)) {
                    gated.add(head.revision());
                }
            }
        }
        return gated;
    }

    /** The flags that keep somebody from a chunk's newest content, also of one that is deleted. */
    public Optional<ContentFlags> findGate(ChunkKey key, Viewer viewer) {
        if (viewer.isUnlimited()) {
            return Optional.empty();
        }
        if (dirty.find(key).isPresent()) {
            return chunks.get(key, viewer) instanceof Chunks.Found.Gated(var _, var flags)
                    ? Optional.of(flags)
                    : Optional.empty();
        }
        return threads.read(() -> newestFlags(key, viewer));
    }

    /** The last revision a chunk ever had, perhaps a deletion; empty if there never was one. */
    Optional<ChunkRevision> findLast(ChunkKey key) {
        return threads.read(
                () -> definitions.isHidden(key.room()) ? Optional.empty() : history.findLast(key));
    }

    /** Inside a read or a write: a row with the checksum its content is served under. */
    ChunkRevision served(ChunkRevision row) {
        ChunkHead head = row.head();
        return row.with(
                payloads.served(
                        head,
                        row.formatVersion(),
                        () -> history.findPayload(head.key(), head.revision()).orElseThrow()));
    }

    /**
     * The flags that keep the viewer from the newest content there is; of content that cannot be
     * read those the index states, and after a deletion those of the newest that can be.
     */
    private Optional<ContentFlags> newestFlags(ChunkKey key, Viewer viewer) {
        if (viewer.isUnlimited()) {
            return Optional.empty();
        }
        Optional<ChunkStore.HeadRow> head = store.findHead(key);
        if (head.isPresent()) {
            return switch (chunks.load(head.get(), viewer)) {
                case Chunks.Found.Gated(ChunkHead _, ContentFlags flags) -> Optional.of(flags);
                case Chunks.Found.Present _, Chunks.Found.Missing _ -> Optional.empty();
                case Chunks.Found.Corrupt _, Chunks.Found.Newer _ ->
                        chunks.flagsNow(key)
                                .map(FlaggedChunk::flags)
                                .filter(flags -> !viewer.admits(flags));
            };
        }
        for (long kept : history.withPayload(key.toString(), Long.MAX_VALUE)) {
            switch (load(key, kept, viewer)) {
                case Past.Gated(ContentFlags flags) -> {
                    return Optional.of(flags);
                }
                case Past.Present _ -> {
                    return Optional.empty();
                }
                case Past.Missing _, Past.Unavailable _ -> {}
            }
        }
        return Optional.empty();
    }

    /** A chunk at a revision. */
    public Past get(ChunkKey key, long revision, Viewer viewer) {
        dirty.settle(Scope.of(key));
        return threads.read(
                () ->
                        newestFlags(key, viewer)
                                .<Past>map(Past.Gated::new)
                                .orElseGet(() -> load(key, revision, viewer)));
    }

    /** Two revisions of a chunk, in one snapshot; {@code to} 0 means the current one. */
    public List<Past> getBoth(ChunkKey key, long from, long to, Viewer viewer) {
        dirty.settle(Scope.of(key));
        return threads.read(
                () -> {
                    Optional<Past> gate = newestFlags(key, viewer).map(Past.Gated::new);
                    if (gate.isPresent()) {
                        return List.of(gate.get(), gate.get());
                    }
                    long newer =
                            to > 0
                                    ? to
                                    : store.findHead(key)
                                            .map(row -> row.head().revision())
                                            .orElse(0L);
                    return List.of(load(key, from, viewer), load(key, newer, viewer));
                });
    }

    private Past load(ChunkKey key, long revision, Viewer viewer) {
        Optional<ChunkRevision> row =
                definitions.isHidden(key.room()) ? Optional.empty() : history.find(key, revision);
        if (row.isEmpty()) {
            return new Past.Missing();
        }
        Optional<Bytes> bytes = history.findPayload(key, revision);
        if (bytes.isEmpty()) {
            return new Past.Unavailable(
                    revision,
                    row.get().action() == ChunkAction.DELETE
                            ? "it is a deletion"
                            : "its payload was pruned");
        }
        ChunkHead head = row.get().head();
        return switch (payloads.read(head, bytes::get)) {
            case Payloads.Read.Bad(String detail) -> new Past.Unavailable(revision, detail);
            case Payloads.Read.Newer(int version) ->
                    new Past.Unavailable(revision, "its format version is " + version);
            case Payloads.Read.Good(Payload payload) -> {
                ContentFlags flags =
                        viewer.trusted()
                                ? ContentFlags.NONE
                                : payload.chunk()
                                        .flags()
                                        .merge(assetFlags.current().over(payload.assets()));
                yield viewer.admits(flags)
                        ? new Past.Present(
                                new StoredChunk(
                                        new ChunkHead(
                                                key,
                                                revision,
                                                payload.checksum(),
                                                head.updatedAt()),
                                        payload.image(),
                                        payload.chunk()))
                        : new Past.Gated(flags);
            }
        };
    }
}
