package dev.terrane.world;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RoomKey;
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
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkProperties;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditBatch;
import dev.terrane.world.chunks.EditMeters;
import dev.terrane.world.chunks.EditQueue;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.RoomContent;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ObjectStore;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.store.DefinitionStore;
import dev.terrane.world.imports.Imports;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.springframework.util.unit.DataSize;

/** The service's parts over a real database, without Spring. */
public final class WorldFixture implements AutoCloseable {
    public static final Instant START = Instant.parse("2026-11-29T20:00:00Z");
    public static final RoomKey ROOM = RoomKey.of("w", "r");
    public static final ChunkGrid GRID =
            new ChunkGrid(new ChunkSize(4, 4, 1), ChunkGrid.Origin.ZERO);

    public final StoreFixture store;
    public final Definitions definitions;
    public final ChunkStore chunkStore;
    public final Chunks chunks;
    public final EditQueue edits;
    public final Imports imports;
    public final List<ChunkChange> changes = new CopyOnWriteArrayList<>();

    public WorldFixture(Databases.Database database, ChunkProperties properties) {
        InstantSource clock = InstantSource.fixed(START);
        store = StoreFixture.open("world", database.url(), database.user(), database.password());
        definitions =
                new Definitions(store.threads(), new DefinitionStore(store.template()), clock);
        chunkStore = new ChunkStore(store.template(), store.threads());
        chunks =
                new Chunks(
                        store.threads(), chunkStore, new ObjectStore(store.template()), properties);
        EditBatch batch = new EditBatch(chunkStore, chunks, definitions, clock);
        edits =
                new EditQueue(
                        store.threads(),
                        batch,
                        properties,
                        List.of(changes::addAll),
                        new EditMeters());
        imports =
                new Imports(
                        store.threads(),
                        definitions,
                        new RoomContent(chunkStore, List.of(changes::addAll)),
                        clock);
    }

    public static WorldFixture open(Databases.Database database) {
        return new WorldFixture(database, new ChunkProperties(DataSize.ofMegabytes(1), 1024, 64));
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
                        Transform.at(cx * 4, cy * 4, 0),
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
                editId,
                "ann");
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
                editId,
                "bob");
    }

    public static String setTile(int index, int id) {
        return "[{'op':'replace','path':'/tiles/0/tiles/%d','value':%d}]".formatted(index, id);
    }

    public EditResult submit(EditRequest request) {
        return edits.submit(request).orTimeout(20, TimeUnit.SECONDS).join();
    }

    public StoredChunk get(ChunkKey key) {
        return ((Chunks.Found.Present) chunks.get(key)).chunk();
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
        imports.close();
        store.close();
    }
}
