package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Many chunks at once, for imports. What is written into a room that is not shown yet can be erased
 * without a trace; what is written into another is edits like any, several in one transaction. Call
 * inside a write of {@link StoreThreads}; {@link #publish} after its commit.
 */
@Component
public final class RoomContent {
    /** With more changes than this, subscribers are told to read anew. */
    public static final int TOLD_MAX = 2_000;

    private final ChunkStore store;
    private final HistoryStore history;
    private final ObjectStore objects;
    private final Payloads payloads;
    private final AssetFlags assetFlags;
    private final EditBatch edits;
    private final DirtyChunks dirty;
    private final ChunkNews news;

    /** Makes the facade over a store. */
    public RoomContent(
            ChunkStore store,
            HistoryStore history,
            ObjectStore objects,
            Payloads payloads,
            AssetFlags assetFlags,
            EditBatch edits,
            DirtyChunks dirty,
            ChunkNews news) {
        this.store = store;
        this.history = history;
        this.objects = objects;
        this.payloads = payloads;
        this.assetFlags = assetFlags;
        this.edits = edits;
        this.dirty = dirty;
        this.news = news;
    }

    /** Who writes, and what the revisions are known by. */
    public record Origin(String actor, String editId, Checksum requestHash) {}

    /** What an edit did: its answer, and the change to tell of. */
    public record Edited(EditResult result, List<ChunkChange> change) {
        public Edited {
            change = List.copyOf(change);
        }
    }

    /**
     * Creates chunks of a room that is not shown, none of which exists; flags are those their
     * assets have now, numbering continues where there once was a chunk.
     *
     * @return their revisions
     */
    public List<Long> createHidden(List<Chunk> content, Instant at, Origin origin) {
        FlagTable flags = assetFlags.held();
        ChunkStore.Origin by =
                new ChunkStore.Origin(
                        origin.actor(), ChunkAction.CREATE, origin.editId(), origin.requestHash());
        List<ChunkStore.Write> writes = new ArrayList<>(content.size());
        List<Chunk> chunks = new ArrayList<>(content.size());
        for (Chunk given : content) {
            long before = history.lastRevision(given.key());
            long revision = before + 1;
            Instant last = history.timeOf(given.key(), before);
            Instant made = at.isBefore(last) ? last : at;
            Chunk chunk =
                    flags.derive(given).withMeta(new Meta(made, made, revision, origin.actor()));
            ChunkImage image = AgpcCodec.encode(chunk);
            chunks.add(chunk);
            writes.add(
                    new ChunkStore.Write(
                            chunk.key(),
                            revision,
                            image,
                            payloads.toStore(chunk, image),
                            made,
                            made,
                            by));
        }
        store.createAll(writes, chunks);
        return writes.stream().map(ChunkStore.Write::revision).toList();
    }

    /** Takes chunks of a room that is not shown away, and the revisions this edit made of them. */
    public void erase(List<ChunkKey> keys, String editId) {
        store.erase(keys, editId);
    }

    /**
     * Runs edits in their order, one answer each. What fails for a reason of its own throws, so
     * that the caller's transaction is rolled back.
     */
    public List<Edited> edit(List<EditRequest> requests) {
        List<Edited> done = new ArrayList<>(requests.size());
        for (EditBatch.Outcome outcome : edits.run(requests, new IdentityHashMap<>())) {
            switch (outcome) {
                case EditBatch.Outcome.Answered(EditResult result, var change) ->
                        done.add(new Edited(result, change.stream().toList()));
                case EditBatch.Outcome.Failed(RuntimeException cause) -> throw cause;
            }
        }
        return done;
    }

    /** Version of the assets' flags; inside a read or a write. */
    public long assetRevision() {
        return assetFlags.current().revision();
    }

    /**
     * Makes what of a room is in memory only durable, so that it can be compared and written; not
     * inside work of StoreThreads.
     */
    public void settle(RoomKey room) {
        dirty.settle(room);
    }

    /** Inside a write, as the last thing it does: what {@link #publish} will tell. */
    public void record(List<ChunkChange> changes) {
        if (changes.size() > TOLD_MAX) {
            news.recordWidely();
        } else {
            news.record(changes);
        }
    }

    /** Tells of committed changes. */
    public void publish(List<ChunkChange> changes) {
        if (changes.size() > TOLD_MAX) {
            news.publishWidely();
        } else {
            news.publish(changes);
        }
    }

    /** All chunks of a room that is shown now, as changes; inside a read or a write. */
    public List<ChunkChange> created(RoomKey room) {
        return objects.listWithFlags(room, "", TOLD_MAX + 1).stream()
                .map(c -> ChunkChange.wrote(c.head(), ChunkAction.CREATE, c.flags()))
                .toList();
    }
}
