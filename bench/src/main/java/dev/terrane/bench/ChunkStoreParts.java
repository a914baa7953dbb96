package dev.terrane.bench;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.testing.Databases;
import dev.terrane.world.chunks.ChunkNews;
import dev.terrane.world.chunks.ChunkProperties;
import dev.terrane.world.chunks.ChunkWriter;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.CrashLosses;
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.chunks.EditBatch;
import dev.terrane.world.chunks.EditDrafts;
import dev.terrane.world.chunks.EditMeters;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.OldFormats;
import dev.terrane.world.chunks.Payloads;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.chunks.WriteBehind;
import dev.terrane.world.chunks.WriteBehindProperties;
import dev.terrane.world.chunks.store.BatchStore;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.DirtyStore;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.chunks.store.QuarantineStore;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.store.DefinitionStore;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.store.AssetFlagStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.springframework.util.unit.DataSize;

/** World-service's store with its edit queue, as in production, without Spring. */
final class ChunkStoreParts implements AutoCloseable {
    static final RoomKey ROOM = RoomKey.of("isle", "main");

    /** As configured where nothing is. */
    private static final WriteBehindProperties BEHIND =
            new WriteBehindProperties(
                    Duration.ofSeconds(1), Duration.ofSeconds(10), 1_024, DataSize.ofMegabytes(64));

    final StoreFixture store;
    final Chunks chunks;
    final EditQueue edits;
    final RoomContent content;
    private final Definitions definitions;
    private final DirtyChunks dirty = new DirtyChunks();
    private final WriteBehind writeBehind;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private ChunkStoreParts(Databases.Database database, ChunkProperties properties) {
        InstantSource clock = InstantSource.system();
        store = StoreFixture.open("world", database.url(), database.user(), database.password());
        definitions =
                new Definitions(
                        store.threads(),
                        new DefinitionStore(store.template(), store.threads()),
                        clock);
        ChunkStore chunkStore = new ChunkStore(store.template());
        HistoryStore history = new HistoryStore(store.template());
        AssetFlags flags = new AssetFlags(store.threads(), new AssetFlagStore(store.template()));
        Payloads payloads = new Payloads(properties, OldFormats.NONE);
        ObjectStore objects = new ObjectStore(store.template());
        chunks =
                new Chunks(
                        store.threads(),
                        chunkStore,
                        objects,
                        new QuarantineStore(store.template()),
                        payloads,
                        flags,
                        dirty,
                        clock);
        ChunkWriter writer = new ChunkWriter(chunkStore, history, payloads, clock);
        EditBatch batch =
                new EditBatch(
                        new BatchStore(store.template(), store.threads()),
                        chunkStore,
                        history,
                        chunks,
                        writer,
                        payloads,
                        definitions,
                        flags);
        ChunkNews news = new ChunkNews(List.of());
        EditMeters counts = new EditMeters();
        counts.bindTo(meters);
        edits =
                new EditQueue(
                        store.threads(),
                        batch,
                        properties,
                        news,
                        counts,
                        new EditDrafts(payloads, flags, writer));
        content =
                new RoomContent(chunkStore, history, objects, payloads, flags, batch, dirty, news);
        DirtyStore marks = new DirtyStore(store.template());
        writeBehind =
                WriteBehind.of(
                        new WriteBehind.Parts(
                                store.threads(), batch, chunkStore, chunks, writer, dirty),
                        marks,
                        new CrashLosses(store.threads(), marks, news, clock),
                        edits,
                        news,
                        definitions,
                        BEHIND,
                        properties);
        definitions.create(new World(ROOM.world(), "Isle", ChunkGrid.DEFAULT, 1));
        definitions.create(new Room(ROOM, "Main", new Box(-1e4, -1e4, 0, 1e4, 1e4, 1)));
    }

    /** A store with chunks in it. */
    static ChunkStoreParts open(
            Databases.Database database, int batchMax, DataSize cache, List<Chunk> content) {
        ChunkStoreParts parts =
                new ChunkStoreParts(database, new ChunkProperties(cache, 4_096, batchMax, false));
        content.stream()
                .map(
                        chunk ->
                                EditRequest.of(
                                        chunk.key(),
                                        EditRequest.Base.NONE,
                                        new EditRequest.Change.Put(
                                                chunk, AgpcCodec.encode(chunk).contentHash()),
                                        EditRequest.Id.NONE,
                                        EditRequest.Editor.SERVER))
                .map(parts.edits::submit)
                .toList()
                .forEach(answer -> ChunkStoreParts.requireApplied(answer.join()));
        return parts;
    }

    /** From now on changes are acknowledged before they are written. */
    ChunkStoreParts writingBehind() {
        var _ = writeBehind.setDurability(ROOM.world(), Durability.WRITE_BEHIND).orElseThrow();
        return this;
    }

    /** Makes durable what is in memory. */
    void settle() {
        dirty.settle(ROOM);
    }

    /** Commits edits in one transaction, run in slices as an import's. */
    void commitAtOnce(List<EditRequest> edits, int slice) {
        store.threads()
                .run(
                        () -> {
                            for (int from = 0; from < edits.size(); from += slice) {
                                content.edit(edits.subList(from, from + slice))
                                        .forEach(edited -> requireApplied(edited.result()));
                            }
                        });
    }

    /** How many edits shared a commit, in the mean of all so far. */
    double editsPerCommit() {
        return meters.get("terrane.world.commit.edits").summary().mean();
    }

    static EditResult.Applied requireApplied(EditResult result) {
        if (result instanceof EditResult.Applied applied) {
            return applied;
        }
        throw new IllegalStateException(result.toString());
    }

    @Override
    public void close() {
        writeBehind.close();
        store.close();
    }
}
