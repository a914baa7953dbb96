package dev.terrane.world;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.testing.Databases;
import dev.terrane.testing.SimClock;
import dev.terrane.world.chunks.AssetUse;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.ChunkNews;
import dev.terrane.world.chunks.ChunkProperties;
import dev.terrane.world.chunks.ChunkRelay;
import dev.terrane.world.chunks.ChunkUpkeep;
import dev.terrane.world.chunks.ChunkWriter;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.CrashLosses;
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.chunks.DurabilityWait;
import dev.terrane.world.chunks.EditBatch;
import dev.terrane.world.chunks.EditDrafts;
import dev.terrane.world.chunks.EditMeters;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.OldFormats;
import dev.terrane.world.chunks.Payloads;
import dev.terrane.world.chunks.ReplicaEvents;
import dev.terrane.world.chunks.ReplicaProperties;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.chunks.RoomEdges;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.chunks.WriteBehind;
import dev.terrane.world.chunks.WriteBehindProperties;
import dev.terrane.world.chunks.store.AssetUseStore;
import dev.terrane.world.chunks.store.BatchStore;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.DirtyStore;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.MetaStore;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.chunks.store.OutsideStore;
import dev.terrane.world.chunks.store.QuarantineStore;
import dev.terrane.world.chunks.store.ReplicaEventStore;
import dev.terrane.world.definitions.DefinitionChanges;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.store.DefinitionStore;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.flags.store.AssetFlagStore;
import dev.terrane.world.imports.ImportFixture;
import dev.terrane.world.moderation.FlagSpread;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.ModerationProperties;
import dev.terrane.world.moderation.ReflagWorker;
import dev.terrane.world.moderation.store.ReflagStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** The service's parts over a real database, without Spring. */
public final class WorldFixture implements AutoCloseable {
    public static final Instant START = Instant.parse("2026-11-29T20:00:00Z");
    public static final RoomKey ROOM = RoomKey.of("w", "r");
    public static final ChunkGrid GRID =
            new ChunkGrid(new ChunkSize(4, 4, 1), ChunkGrid.Origin.ZERO);

    /** An editor of the lowest allowance. */
    public static final EditRequest.Editor ANN = new EditRequest.Editor("ann", Viewer.LOWEST);

    /** Stands until a test sets it. */
    public final SimClock clock = SimClock.at(START);

    public final StoreFixture store;
    public final Definitions definitions;
    public final DefinitionChanges definitionChanges;
    public final ChunkStore chunkStore;
    public final Chunks chunks;
    public final EditQueue edits;
    public final EditDrafts drafts;
    public final EditBatch batch;
    public final DirtyChunks dirty = new DirtyChunks();
    public final CrashLosses losses;
    public final WriteBehind writeBehind;
    public final DurabilityWait durability;
    public final ChunkHistory history;
    public final ChunkUpkeep upkeep;
    public final AssetFlags flags;
    public final Moderation moderation;
    public final ReflagWorker reflags;
    public final ImportFixture imports;
    private int requests;
    private @Nullable ReplicaEvents relay;
    public final List<ChunkChange> changes = new CopyOnWriteArrayList<>();

    /** Flushes when asked, or when a test says so. */
    private static final WriteBehindProperties WHEN_ASKED =
            new WriteBehindProperties(
                    Duration.ofHours(1), Duration.ofSeconds(20), 1_024, DataSize.ofMegabytes(8));

    public WorldFixture(
            Databases.Database database, ChunkProperties properties, OldFormats formats) {
        this(database, properties, formats, WHEN_ASKED);
    }

    public WorldFixture(
            Databases.Database database,
            ChunkProperties properties,
            OldFormats formats,
            WriteBehindProperties behind) {
        this(database, properties, formats, behind, false);
    }

    private WorldFixture(
            Databases.Database database,
            ChunkProperties properties,
            OldFormats formats,
            WriteBehindProperties behind,
            boolean shared) {
        store = StoreFixture.open("world", database.url(), database.user(), database.password());
        DefinitionStore definitionStore = new DefinitionStore(store.template(), store.threads());
        definitions = new Definitions(store.threads(), definitionStore, clock);
        chunkStore = new ChunkStore(store.template());
        HistoryStore historyStore = new HistoryStore(store.template());
        flags = new AssetFlags(store.threads(), new AssetFlagStore(store.template()));
        Payloads payloads = new Payloads(properties, formats);
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
        history =
                new ChunkHistory(
                        store.threads(),
                        chunkStore,
                        historyStore,
                        chunks,
                        payloads,
                        flags,
                        dirty,
                        definitions);
        ChunkNews news = new ChunkNews(List.of(changes::addAll), relay(shared, clock));
        ChunkWriter writer = new ChunkWriter(chunkStore, historyStore, payloads, clock);
        batch =
                new EditBatch(
                        new BatchStore(store.template(), store.threads()),
                        chunkStore,
                        historyStore,
                        chunks,
                        writer,
                        payloads,
                        definitions,
                        flags);
        drafts = new EditDrafts(payloads, flags, writer);
        edits = new EditQueue(store.threads(), batch, properties, news, new EditMeters(), drafts);
        DirtyStore marks = new DirtyStore(store.template());
        losses = new CrashLosses(store.threads(), marks, news, clock);
        writeBehind =
                WriteBehind.of(
                        new WriteBehind.Parts(
                                store.threads(), batch, chunkStore, chunks, writer, dirty),
                        marks,
                        losses,
                        edits,
                        news,
                        definitions,
                        behind,
                        properties);
        RoomEdges edges =
                new RoomEdges(
                        new OutsideStore(store.template()), objects, historyStore, writeBehind);
        definitionChanges =
                new DefinitionChanges(
                        store.threads(),
                        definitionStore,
                        edges,
                        List.of(ImportFixture.gridUse(store.template(), store.threads()), edges),
                        clock);
        durability = new DurabilityWait(store.threads(), dirty, historyStore, history);
        upkeep =
                new ChunkUpkeep(
                        store.threads(),
                        chunkStore,
                        historyStore,
                        new MetaStore(store.template()),
                        new BatchStore(store.template(), store.threads()),
                        payloads,
                        chunks,
                        edits,
                        dirty);
        AssetUse use = new AssetUse(new AssetUseStore(store.template()), chunks);
        ReflagStore jobs = new ReflagStore(store.template());
        reflags = new ReflagWorker(store.threads(), jobs, use, edits, clock);
        reflags.close(); // Tests run the jobs by hand.
        moderation =
                new Moderation(
                        store.threads(),
                        flags,
                        use,
                        jobs,
                        reflags,
                        news,
                        new ModerationProperties(1_000),
                        dirty,
                        FlagSpread.NONE,
                        clock);
        imports =
                new ImportFixture(
                        store.threads(),
                        store.template(),
                        definitions,
                        chunks,
                        history,
                        flags,
                        edits,
                        new RoomContent(
                                chunkStore,
                                historyStore,
                                objects,
                                payloads,
                                flags,
                                batch,
                                dirty,
                                news));
    }

    public WorldFixture(Databases.Database database, ChunkProperties properties) {
        this(database, properties, OldFormats.NONE);
    }

    /** One of several instances on a PostgreSQL: it hears of what the others commit. */
    public static WorldFixture replica(Databases.Database database) {
        return new WorldFixture(
                database,
                new ChunkProperties(DataSize.ofMegabytes(1), 1024, 64, false),
                OldFormats.NONE,
                WHEN_ASKED,
                true);
    }

    private ChunkRelay relay(boolean shared, InstantSource clock) {
        if (!shared) {
            return ChunkRelay.NONE;
        }
        ReplicaEvents replicas =
                new ReplicaEvents(
                        store.threads(),
                        new ReplicaEventStore(store.template()),
                        new ReplicaProperties(Duration.ofMillis(20), Duration.ofMinutes(10)),
                        clock);
        relay = replicas;
        return replicas;
    }

    public static WorldFixture open(Databases.Database database) {
        return new WorldFixture(
                database, new ChunkProperties(DataSize.ofMegabytes(1), 1024, 64, false));
    }

    /** A world of 4 × 4 chunks with one room of 10 × 10 chunks around zero. */
    public WorldFixture withRoom() {
        definitions.create(new World(ROOM.world(), "World", GRID, 1));
        definitions.create(new Room(ROOM, "Room", new Box(-20, -20, 0, 20, 20, 1)));
        return this;
    }

    public static ChunkKey key(int cx, int cy) {
        return ChunkKey.of("w", "r", cx, cy, 0);
    }

    /** A chunk of air and grass with one object in its corner. */
    public static Chunk chunk(int cx, int cy) {
        return chunk(cx, cy, cx * 4, cy * 4);
    }

    /** The same with its object elsewhere. */
    public static Chunk chunk(int cx, int cy, float x, float y) {
        TileLayer ground =
                new TileLayer(
                        "ground",
                        0,
                        GRID.size(),
                        List.of(TileDef.AIR, new TileDef(1, "tiles/grass", false, 0, 1)),
                        TileGrid.air(16));
        WorldObject sign =
                new WorldObject(
                        new ObjectId("sign"),
                        "sign",
                        "props/sign",
                        Transform.at(x, y, 0),
                        Properties.parse("{\"text\":\"hello\"}").get(),
                        false,
                        ContentFlags.NONE);
        return new Chunk(
                key(cx, cy), GRID, List.of(ground), List.of(sign), ContentFlags.NONE, Meta.NONE);
    }

    public EditResult put(Chunk chunk, EditRequest.Base base, String editId) {
        return submit(putRequest(chunk, base, editId));
    }

    public static EditRequest putRequest(Chunk chunk, EditRequest.Base base, String editId) {
        return EditRequest.of(
                chunk.key(),
                base,
                new EditRequest.Change.Put(chunk, AgpcCodec.encode(chunk).contentHash()),
                EditRequest.Id.ofChunk(editId),
                ANN);
    }

    public EditResult patch(ChunkKey key, EditRequest.Base base, String patch, String editId) {
        return submit(patchRequest(key, base, patch, editId));
    }

    public static EditRequest patchRequest(
            ChunkKey key, EditRequest.Base base, String patch, String editId) {
        String text = patch.replace('\'', '"');
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        JsonPatch parsed =
                ((PatchOutcome.Done<JsonPatch>) JsonPatch.parse(text, PatchLimits.DEFAULT)).value();
        return EditRequest.of(
                key,
                base,
                new EditRequest.Change.Patch(parsed, Checksum.over(bytes, 0, bytes.length)),
                EditRequest.Id.ofChunk(editId),
                new EditRequest.Editor("bob", Viewer.LOWEST));
    }

    public static String setTile(int index, int id) {
        return "[{'op':'replace','path':'/tiles/0/tiles/%d','value':%d}]".formatted(index, id);
    }

    public EditResult change(
            ChunkKey key, EditRequest.Base base, EditRequest.Change change, String editId) {
        return submit(EditRequest.of(key, base, change, EditRequest.Id.ofChunk(editId), ANN));
    }

    /** Flags an asset and runs the job to its end. */
    public void flag(String asset, ContentCategory category, Severity severity) {
        moderation.set(asset, Map.of(category, severity), false, "f" + requests++, "mo");
        runJobs();
    }

    /** Runs what there is to do here, on the caller's thread. */
    public void runJobs() {
        boolean more = true;
        while (more) {
            more = reflags.runSlice();
        }
    }

    public EditResult submit(EditRequest request) {
        return edits.submit(request).orTimeout(20, TimeUnit.SECONDS).join();
    }

    public StoredChunk get(ChunkKey key) {
        return ((Chunks.Found.Present) chunks.get(key, Viewer.TRUSTED)).chunk();
    }

    public static EditRequest.Base base(ChunkHead head) {
        return new EditRequest.Base(head.revision(), head.checksum().hex());
    }

    public static EditResult.Applied applied(EditResult result) {
        if (result instanceof EditResult.Applied applied) {
            return applied;
        }
        throw new AssertionError(result);
    }

    public static Map<String, Bytes> files(String path, String content) {
        return Map.of(path, bytes(content));
    }

    public static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    public long count(String table) {
        return store.threads()
                .read(
                        () ->
                                store.client()
                                        .sql("SELECT COUNT(*) FROM " + table)
                                        .query(Long.class)
                                        .single());
    }

    @Override
    public void close() {
        if (relay != null) {
            relay.close();
        }
        imports.close();
        writeBehind.close();
        store.close();
    }
}
