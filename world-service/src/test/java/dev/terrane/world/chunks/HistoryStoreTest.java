package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.ANN;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.testing.Databases;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.Viewer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The contract of history, roll-back, upkeep and formats, on both databases. */
class HistoryStoreTest extends BothDatabases {
    private ChunkHead edited(ChunkHead from, int cell, int value, String id) {
        return applied(world.patch(from.key(), base(from), setTile(cell, value), id)).head();
    }

    private List<ChunkRevision> rows(int limit, long before) {
        return ((ChunkHistory.Page.Rows)
                        world.history.list(key(0, 0), Viewer.LOWEST, before, limit))
                .revisions();
    }

    private void execute(String sql, Object... arguments) {
        world.store.threads().run(() -> world.store.template().update(sql, arguments));
    }

    /** Payloads are judged by decoding them: each that cannot be is told as gated. */
    @Test
    void aPageDecodesNoMorePayloadsThanAPageOfALimitedViewerHas() {
        int edits = ChunkHistory.JUDGED_MAX + 5;
        ChunkHead head = created(0, 0);
        for (int i = 0; i < edits; i++) {
            head = edited(head, i % 16, 1 - i / 16 % 2, "e" + i);
        }
        execute("UPDATE revisions SET payload = ? WHERE revision <= ?", new byte[] {1}, edits);
        Viewer all = new Viewer(Map.of(), true, true);

        int size = ChunkHistory.pageSize(1_000, Viewer.LOWEST);
        assertThat(size).isEqualTo(ChunkHistory.JUDGED_MAX);
        assertThat(ChunkHistory.pageSize(7, Viewer.LOWEST)).isEqualTo(7);
        ChunkHistory.Page.Rows first = page(Viewer.LOWEST, Long.MAX_VALUE, size);
        assertThat(first.revisions()).hasSize(size);
        assertThat(first.gated()).as("all but the newest were decoded").hasSize(size - 1);
        long last = Long.parseLong(Pages.afterRevisions(first.revisions(), size));
        assertThat(page(Viewer.LOWEST, last, size).revisions()).hasSize(edits + 1 - size);
        assertThatThrownBy(() -> page(Viewer.LOWEST, Long.MAX_VALUE, size + 1))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(ChunkHistory.pageSize(1_000, all)).isEqualTo(1_000);
        ChunkHistory.Page.Rows whole = page(all, Long.MAX_VALUE, 1_000);
        assertThat(whole.revisions()).hasSize(edits + 1);
        assertThat(whole.gated()).as("none was decoded").isEmpty();
    }

    private ChunkHistory.Page.Rows page(Viewer viewer, long before, int limit) {
        return (ChunkHistory.Page.Rows) world.history.list(key(0, 0), viewer, before, limit);
    }

    @Test
    void everyWriteIsARevisionAndNumbersGoOnAfterDeletion() {
        ChunkHead first = created(0, 0);
        ChunkHead second = edited(first, 1, 1, "e1");
        applied(world.change(key(0, 0), base(second), new Change.Delete(), "d"));
        ChunkHead again = applied(world.put(chunk(0, 0), Base.NONE, "again")).head();

        assertThat(again.revision()).isEqualTo(4);
        assertThat(rows(60, Long.MAX_VALUE))
                .extracting(ChunkRevision::action)
                .containsExactly(
                        ChunkAction.CREATE,
                        ChunkAction.DELETE,
                        ChunkAction.UPDATE,
                        ChunkAction.CREATE);
        assertThat(rows(1, 4)).extracting(r -> r.head().revision()).containsExactly(3L);
        assertThat(rows(60, 4).getFirst().head().checksum()).isEqualTo(second.checksum());
        assertThat(rows(60, 4).getFirst().hasPayload()).isFalse();
    }

    @Test
    void rollbackMakesANewRevisionWithTheOldContent() {
        ChunkHead first = created(0, 0);
        ChunkHead second = edited(first, 1, 1, "e1");

        EditResult.Applied back =
                applied(world.change(key(0, 0), base(second), new Change.Rollback(1), "r1"));

        assertThat(back.head().revision()).isEqualTo(3);
        assertThat(back.action()).isEqualTo(ChunkAction.ROLLBACK);
        Chunk now = world.get(key(0, 0)).chunk();
        assertThat(now.layers()).isEqualTo(chunk(0, 0).layers());
        assertThat(now.meta().revision()).isEqualTo(3);
        assertThat(now.meta().author()).isEqualTo("ann");
        assertThat(world.change(key(0, 0), base(second), new Change.Rollback(1), "r1"))
                .as("a retry gives the first result")
                .isEqualTo(back);
        assertThat(world.change(key(0, 0), base(second), new Change.Rollback(1), "r2"))
                .isInstanceOf(EditResult.Stale.class);
    }

    @Test
    void rollbackBringsADeletedChunkBackButNotADeletionOrAPrunedRevision() {
        ChunkHead first = created(0, 0);
        ChunkHead second = edited(first, 1, 1, "e1");
        ChunkHead third = edited(second, 2, 1, "e2");
        applied(world.change(key(0, 0), base(third), new Change.Delete(), "d"));

        assertThat(world.change(key(0, 0), Base.NONE, new Change.Rollback(4), "r1"))
                .isEqualTo(new EditResult.NotInHistory(4, "it is a deletion"));
        assertThat(world.change(key(0, 0), Base.NONE, new Change.Rollback(9), "r2"))
                .isEqualTo(new EditResult.NotInHistory(9, "there never was one"));
        assertThat(world.upkeep.prune(Scope.ALL, 2)).isEqualTo(1);
        assertThat(world.change(key(0, 0), Base.NONE, new Change.Rollback(1), "r3"))
                .isEqualTo(new EditResult.NotInHistory(1, "its payload was pruned"));
        ChunkHead back =
                applied(world.change(key(0, 0), Base.NONE, new Change.Rollback(2), "r4")).head();
        assertThat(back.revision()).isEqualTo(5);
        assertThat(world.get(key(0, 0)).chunk().objects()).hasSize(1);
        assertThat(world.count("chunk_objects")).isEqualTo(1);
        assertThat(world.count("revisions")).isEqualTo(5);
    }

    @Test
    void pruningKeepsTheNewestPayloadThatVerifies() {
        ChunkHead head = created(0, 0);
        for (int i = 1; i <= 4; i++) {
            head = edited(head, i, 1, "e" + i);
        }
        execute("UPDATE revisions SET payload = ? WHERE revision >= 4", new byte[] {1, 2, 3});

        assertThat(world.upkeep.prune(Scope.of(WorldFixture.ROOM), 1)).isEqualTo(2);

        assertThat(rows(60, Long.MAX_VALUE))
                .filteredOn(ChunkRevision::hasPayload)
                .extracting(row -> row.head().revision())
                .containsExactly(5L, 4L, 3L);
    }

    @Test
    void aBaseBeforeNothingButTheServersRevisionsStillCounts() {
        ChunkHead first = created(0, 0);
        world.flag("tiles/grass", ContentCategory.VIOLENCE, Severity.MILD);
        world.flag("tiles/grass", ContentCategory.VIOLENCE, Severity.NONE);
        ChunkHead reflagged = world.get(key(0, 0)).head();
        assertThat(reflagged.revision()).isEqualTo(3);

        ChunkHead edited = edited(first, 1, 1, "e1");

        assertThat(edited.revision()).isEqualTo(4);
        assertThat(world.patch(key(0, 0), base(first), setTile(2, 1), "e2"))
                .as("after somebody's own revision it does not")
                .isInstanceOf(EditResult.Stale.class);
        assertThat(world.patch(key(0, 0), new Base(2, first.checksum().hex()), setTile(2, 1), "e3"))
                .isInstanceOf(EditResult.Stale.class);
    }

    @Test
    void aCorruptPayloadIsKeptAndTheChunkRestoredFromItsHistory() {
        ChunkHead head = created(0, 0);
        byte[] broken = world.get(key(0, 0)).image().toArray();
        broken[70] ^= 1;
        close();
        world = WorldFixture.open(database);
        execute("UPDATE chunks SET payload = ?", broken);

        ChunkUpkeep.Report report = world.upkeep.verify(Scope.ALL);
        world.store.threads().run(() -> {}); // what verify handed in is done before this

        assertThat(report.faulty()).isEqualTo(1);
        assertThat(report.faults().getFirst().detail()).contains("SHA-256");
        assertThat(world.chunks.listQuarantine(0, 10)).hasSize(1);
        assertThat(
                        world.store
                                .threads()
                                .read(
                                        () ->
                                                world.store
                                                        .template()
                                                        .queryForObject(
                                                                "SELECT payload FROM quarantine",
                                                                byte[].class)))
                .isEqualTo(broken);
        EditResult.Applied restored =
                applied(world.submit(EditRequest.ofServer(key(0, 0), new Change.Restore())));
        assertThat(restored.head()).isEqualTo(head);
        assertThat(world.get(key(0, 0)).head()).isEqualTo(head);
        assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
    }

    @Test
    void aChunkWhoseOwnRevisionIsBrokenEverywhereIsRestoredFromAnOlderOne() {
        ChunkHead second = edited(created(0, 0), 1, 1, "e1");
        close();
        world = WorldFixture.open(database);
        execute("UPDATE chunks SET payload = ?", new byte[] {9});
        execute("UPDATE revisions SET payload = ? WHERE revision = 2", new byte[] {9});
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOf(Chunks.Found.Corrupt.class);

        EditResult.Applied restored =
                applied(world.submit(EditRequest.ofServer(key(0, 0), new Change.Restore())));

        assertThat(restored.head().revision()).isEqualTo(second.revision() + 1);
        assertThat(world.get(key(0, 0)).chunk().layers()).isEqualTo(chunk(0, 0).layers());
    }

    @Test
    void derivedRowsThatDifferAreFoundAndMadeAnew() {
        created(0, 0);
        created(1, 0);
        execute("DELETE FROM chunk_objects WHERE chunk_key = ?", key(0, 0).toString());
        execute("DELETE FROM chunk_assets WHERE chunk_key = ?", key(1, 0).toString());

        assertThat(world.upkeep.verify(Scope.ALL).faults())
                .extracting(ChunkUpkeep.Fault::detail)
                .containsExactly(
                        "the index of its objects differs", "the index of its assets differs");
        assertThat(world.upkeep.rebuildIndex(Scope.of(WorldFixture.ROOM.world())).rebuilt())
                .isEqualTo(2);
        assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
    }

    @Test
    void aNewerFormatIsRefusedByItsNumberAndNeverOverwritten() {
        ChunkHead head = created(0, 0);
        byte[] newer = world.get(key(0, 0)).image().toArray();
        newer[4] = 2;
        close();
        world = WorldFixture.open(database);
        execute("UPDATE chunks SET payload = ?, format_version = 2", newer);

        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isEqualTo(new Chunks.Found.Newer(head, 2));
        assertThat(world.put(chunk(0, 0), base(head), "p")).isEqualTo(new EditResult.Newer(2));
        assertThat(world.change(key(0, 0), base(head), new Change.Delete(), "d"))
                .isEqualTo(new EditResult.Newer(2));
        assertThat(world.change(key(0, 0), base(head), new Change.Rollback(1), "r"))
                .isEqualTo(new EditResult.Newer(2));
        assertThat(world.upkeep.verify(Scope.ALL).faults().getFirst().detail())
                .isEqualTo("its format version is 2");
        assertThat(world.count("quarantine")).isZero();
    }

    @Test
    void compressedBodiesKeepTheChecksumAndAreServedRaw() {
        ChunkHead raw = created(0, 0);
        close();
        world =
                new WorldFixture(
                        database, new ChunkProperties(DataSize.ofBytes(0), 1024, 64, true));
        Chunk large = large();

        ChunkHead packed = applied(world.put(large, base(raw), "p")).head();

        StoredChunk served = world.get(key(0, 0));
        assertThat(served.image()).isEqualTo(AgpcCodec.encode(served.chunk()).bytes());
        assertThat(served.head()).isEqualTo(packed);
        long stored =
                world.store
                        .threads()
                        .read(
                                () ->
                                        world.store
                                                .client()
                                                .sql("SELECT LENGTH(payload) FROM chunks")
                                                .query(Long.class)
                                                .single());
        assertThat(stored).isLessThan(served.image().size() / 2);
        assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
    }

    /** Many equal names compress well. */
    private static Chunk large() {
        Chunk plain = chunk(0, 0);
        return plain.withContent(
                plain.layers(),
                java.util.stream.IntStream.range(0, 60)
                        .mapToObj(
                                i ->
                                        new dev.terrane.core.chunk.WorldObject(
                                                new dev.terrane.core.chunk.ObjectId("sign" + i),
                                                "sign",
                                                "props/sign",
                                                plain.objects().getFirst().transform(),
                                                plain.objects().getFirst().properties(),
                                                false,
                                                plain.flags()))
                        .toList());
    }

    @Test
    void anIdOfRestNamesOneChangeWhateverTheChunk() {
        ChunkHead first = created(0, 0);
        ChunkHead second = created(1, 0);
        EditRequest.Id id = EditRequest.Id.ofCaller("k1", "ann");
        EditRequest.Id eves = EditRequest.Id.ofCaller("k1", "eve");
        EditRequest.Editor eve = new EditRequest.Editor("eve", Viewer.LOWEST);
        Change delete = new Change.Delete();
        applied(world.submit(EditRequest.of(key(0, 0), base(first), delete, id, ANN)));

        assertThat(world.submit(EditRequest.of(key(1, 0), base(second), delete, id, ANN)))
                .isEqualTo(new EditResult.IdMismatch("k1", key(0, 0)));
        assertThat(world.submit(EditRequest.of(key(1, 0), base(second), delete, eves, eve)))
                .as("another caller's key is another key")
                .isInstanceOf(EditResult.Applied.class);
        ChunkHead again = created(0, 0);
        assertThat(world.submit(EditRequest.of(key(0, 0), base(again), delete, eves, eve)))
                .as("its own for another chunk")
                .isEqualTo(new EditResult.IdMismatch("k1", key(1, 0)));
    }

    @Test
    void twoCallersMayUseOneIdOfRestOnOneChunk() {
        ChunkHead head = created(0, 0);
        EditRequest anns =
                EditRequest.of(
                        key(0, 0),
                        base(head),
                        new Change.Delete(),
                        EditRequest.Id.ofCaller("k1", "ann"),
                        ANN);
        ChunkHead gone = applied(world.submit(anns)).head();
        EditRequest eves =
                EditRequest.of(
                        key(0, 0),
                        Base.NONE,
                        new Change.Rollback(1),
                        EditRequest.Id.ofCaller("k1", "eve"),
                        new EditRequest.Editor("eve", Viewer.LOWEST));

        ChunkHead back = applied(world.submit(eves)).head();

        assertThat(back.revision()).isEqualTo(gone.revision() + 1);
        assertThat(applied(world.submit(anns)).head()).as("ann's retry").isEqualTo(gone);
        assertThat(applied(world.submit(eves)).head()).as("eve's retry").isEqualTo(back);
    }

    @Test
    void aCheckReadsWhatHistoriesKeepAlsoOfDeletedChunks() {
        ChunkHead first = created(0, 0);
        ChunkHead second = edited(first, 3, 1, "e");
        edited(second, 4, 1, "f");
        ChunkHead other = created(1, 0);
        applied(world.change(key(1, 0), base(other), new Change.Delete(), "d"));
        assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
        execute(
                "UPDATE revisions SET payload = ? WHERE revision = 2 AND payload IS NOT NULL",
                new byte[] {1});
        execute(
                "UPDATE revisions SET payload = ? WHERE chunk_key = 'w:r:1:0:0' AND revision = 1",
                new byte[] {1, 2});

        ChunkUpkeep.Report report = world.upkeep.verify(Scope.ALL);

        assertThat(report.checked()).isEqualTo(1);
        assertThat(report.faulty()).isEqualTo(2);
        assertThat(report.faults())
                .extracting(fault -> fault.key() + "@" + fault.revision())
                .containsExactly("w:r:0:0:0@2", "w:r:1:0:0@1");
        assertThat(report.faults().getFirst().detail()).startsWith("in the history: ");
        assertThat(world.chunks.get(key(0, 0), Viewer.TRUSTED))
                .as("the chunk itself is good")
                .isInstanceOf(Chunks.Found.Present.class);
    }

    @Test
    void aTileEditThatAddsNoPaletteEntryWritesTwoRows() {
        ChunkHead head = created(0, 0);
        if (engine != Databases.Engine.SQLITE) {
            return; // the count is SQLite's; the statements are the same
        }
        long before = changes();

        edited(head, 3, 1, "e");

        assertThat(changes() - before).isEqualTo(2);
    }

    private long changes() {
        return world.store
                .threads()
                .write(
                        () ->
                                world.store
                                        .client()
                                        .sql("SELECT total_changes()")
                                        .query(Long.class)
                                        .single());
    }

    @Test
    void theSecondReadOfAnUnchangedChunkReadsNoPayload() {
        created(0, 0);
        Bytes image = world.get(key(0, 0)).image();
        // Were the payload read again, it would not verify.
        execute("UPDATE chunks SET payload = ?", new byte[] {1});

        assertThat(world.get(key(0, 0)).image()).isSameAs(image);
    }

    @Test
    void aWorldWithDepthWorksEndToEnd() {
        ChunkGrid deep = new ChunkGrid(new ChunkSize(32, 32, 8), ChunkGrid.Origin.ZERO);
        RoomKey room = RoomKey.of("deep", "cave");
        world.definitions.create(new World(room.world(), "Deep", deep, 1));
        world.definitions.create(new Room(room, "Cave", new Box(0, 0, -16, 64, 64, 16)));
        ChunkKey key = ChunkKey.of("deep", "cave", 1, 0, -2);
        TileLayer rock =
                new TileLayer(
                        "rock",
                        0,
                        deep.size(),
                        List.of(TileDef.AIR, new TileDef(1, "tiles/rock", true, 0, 1)),
                        TileGrid.air(32 * 32 * 8));
        Chunk content =
                new Chunk(key, deep, List.of(rock), List.of(), ContentFlags.NONE, Meta.NONE);
        ChunkHead head = applied(world.put(content, Base.NONE, "deep")).head();

        // The last cell: x 31, y 31, z 7.
        ChunkHead edited = edited(head, 32 * 32 * 8 - 1, 1, "deepest");

        StoredChunk now = world.get(key);
        assertThat(now.head()).isEqualTo(edited);
        ChunkDiff diff = ChunkDiff.of(content, now.chunk());
        assertThat(diff.cells())
                .containsExactly(new ChunkDiff.Cell(0, 63, 31, -9, "", "tiles/rock"));
        assertThat(
                        world.chunks.list(
                                room,
                                deep,
                                Optional.of(new Box(32, 0, -16, 33, 1, -15)),
                                Optional.empty(),
                                10,
                                Viewer.LOWEST))
                .extracting(chunk -> chunk.head().key())
                .containsExactly(key);
        assertThat(world.upkeep.verify(Scope.of(room)).checked()).isEqualTo(1);
    }
}
