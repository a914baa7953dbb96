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
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * All chunks of a room at once, for imports. Call inside a write of {@link StoreThreads}, whose
 * commit makes all of it visible; {@link #publish} tells of it afterwards.
 */
@Component
public final class RoomContent {
    private final ChunkStore store;
    private final HistoryStore history;
    private final Payloads payloads;
    private final AssetFlags assetFlags;
    private final ChunkNews news;

    /** Makes the facade over a store. */
    public RoomContent(
            ChunkStore store,
            HistoryStore history,
            Payloads payloads,
            AssetFlags assetFlags,
            ChunkNews news) {
        this.store = store;
        this.history = history;
        this.payloads = payloads;
        this.assetFlags = assetFlags;
        this.news = news;
    }

    /** A chunk with the image made of it. */
    public record Encoded(Chunk chunk, ChunkImage image) {}

    /** Who writes and how a retry is known. */
    public record Origin(String actor, String editId, Checksum requestHash) {}

    /** Number of chunks the room has. */
    public long count(RoomKey room) {
        return store.count(room);
    }

    /** Whether this very request wrote the chunk before. */
    public boolean isWrittenBy(ChunkKey key, Origin origin) {
        return history.findEdit(key, origin.editId())
                .filter(row -> row.requestHash().equals(origin.requestHash().hex()))
                .isPresent();
    }

    /**
     * Creates the chunks of a room that has none. Numbering continues where the room once had
     * chunks.
     */
    public List<ChunkChange> createAll(RoomKey room, List<Encoded> content, Origin origin) {
        Map<String, Long> last = history.lastRevisions(room);
        FlagTable flags = assetFlags.held();
        List<ChunkStore.Write> writes = new ArrayList<>(content.size());
        List<Chunk> chunks = new ArrayList<>(content.size());
        List<ChunkChange> changes = new ArrayList<>(content.size());
        for (Encoded encoded : content) {
            long revision = last.getOrDefault(encoded.chunk().key().toString(), 0L) + 1;
            Encoded numbered = numbered(flagged(encoded, flags), revision);
            Meta meta = numbered.chunk().meta();
            ChunkKey key = numbered.chunk().key();
            chunks.add(numbered.chunk());
            writes.add(
                    new ChunkStore.Write(
                            key,
                            revision,
                            numbered.image(),
                            payloads.toStore(numbered.chunk(), numbered.image()),
                            meta.createdAt(),
                            meta.updatedAt(),
                            new ChunkStore.Origin(
                                    origin.actor(),
                                    ChunkAction.CREATE,
                                    origin.editId(),
                                    origin.requestHash())));
            changes.add(
                    ChunkChange.wrote(
                            new ChunkHead(
                                    key, revision, numbered.image().checksum(), meta.updatedAt()),
                            ChunkAction.CREATE,
                            numbered.chunk().flags()));
        }
        store.createAll(writes, chunks);
        news.record(changes);
        return changes;
    }

    private static Encoded flagged(Encoded encoded, FlagTable flags) {
        Chunk chunk = flags.derive(encoded.chunk());
        return chunk.equals(encoded.chunk())
                ? encoded
                : new Encoded(chunk, AgpcCodec.encode(chunk));
    }

    private static Encoded numbered(Encoded encoded, long revision) {
        Meta meta = encoded.chunk().meta();
        if (meta.revision() == revision) {
            return encoded;
        }
        Chunk chunk =
                encoded.chunk()
                        .withMeta(
                                new Meta(
                                        meta.createdAt(),
                                        meta.updatedAt(),
                                        revision,
                                        meta.author()));
        return new Encoded(chunk, AgpcCodec.encode(chunk));
    }

    /** Tells of committed changes. */
    public void publish(List<ChunkChange> changes) {
        news.publish(changes);
    }
}
