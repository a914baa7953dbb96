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
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.chunks.EditBatch;
import dev.terrane.world.chunks.EditMeters;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.OldFormats;
import dev.terrane.world.chunks.Payloads;
import dev.terrane.world.chunks.store.BatchStore;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.chunks.store.QuarantineStore;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.store.DefinitionStore;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.store.AssetFlagStore;
import java.time.InstantSource;
import java.util.List;
import org.springframework.util.unit.DataSize;

/** World-service's store with its edit queue, as in production, without Spring. */
final class ChunkStoreParts implements AutoCloseable {
    static final RoomKey ROOM = RoomKey.of("isle", "main");

    final StoreFixture store;
    final Chunks chunks;
    final EditQueue edits;

    private ChunkStoreParts(Databases.Database database, ChunkProperties properties) {
        InstantSource clock = InstantSource.system();
        store = StoreFixture.open("world", database.url(), database.user(), database.password());
        Definitions definitions =
                new Definitions(store.threads(), new DefinitionStore(store.template()), clock);
        ChunkStore chunkStore = new ChunkStore(store.template());
        HistoryStore history = new HistoryStore(store.template());
        AssetFlags flags = new AssetFlags(store.threads(), new AssetFlagStore(store.template()));
        Payloads payloads = new Payloads(properties, OldFormats.NONE);
        chunks =
                new Chunks(
                        store.threads(),
                        chunkStore,
                        new ObjectStore(store.template()),
                        new QuarantineStore(store.template()),
                        payloads,
                        flags,
                        new DirtyChunks(),
                        clock);
        edits =
                new EditQueue(
                        store.threads(),
                        new EditBatch(
                                new BatchStore(store.template(), store.threads()),
                                chunkStore,
                                history,
                                chunks,
                                new ChunkWriter(chunkStore, history, payloads, clock),
                                payloads,
                                definitions,
                                flags),
                        properties,
                        new ChunkNews(List.of()),
                        new EditMeters());
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

    static EditResult.Applied requireApplied(EditResult result) {
        if (result instanceof EditResult.Applied applied) {
            return applied;
        }
        throw new IllegalStateException(result.toString());
    }

    @Override
    public void close() {
        store.close();
    }
}
