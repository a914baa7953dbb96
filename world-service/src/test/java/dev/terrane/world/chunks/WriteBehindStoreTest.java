package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.ANN;
import static dev.terrane.world.WorldFixture.GRID;
import static dev.terrane.world.WorldFixture.ROOM;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** A world that writes behind: what is in memory only, what is on disk, and when. */
class WriteBehindStoreTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ChunkProperties CHUNKS =
            new ChunkProperties(DataSize.ofMegabytes(1), 1024, 64, false);

    @TempDir Path folder;
    private Databases.Database database;
    private WorldFixture world;

    @BeforeEach
    void open() {
        database = Databases.sqliteFile(folder.resolve("world.db"));
        world = WorldFixture.open(database).withRoom();
        world.writeBehind.setDurability(ROOM.world(), Durability.WRITE_BEHIND);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void reopen(WriteBehindProperties behind) {
        world.close();
        world = new WorldFixture(database, CHUNKS, OldFormats.NONE, behind);
    }

    private ChunkHead created(int cx, int cy) {
        return applied(world.put(chunk(cx, cy), Base.NONE, "create-" + cx + "-" + cy)).head();
    }

    private EditResult.Applied edited(ChunkHead from, int cell, int value, String id) {
        return applied(world.patch(from.key(), base(from), setTile(cell, value), id));
    }

    /** The row as it is on disk. */
    private Map<String, Object> row(ChunkKey key) {
        return world.store
                .threads()
                .read(
                        () ->
                                world.store
                                        .template()
                                        .queryForMap(
                                                "SELECT revision, checksum, dirty FROM chunks"
                                                        + " WHERE key = ?",
                                                key.toString()));
    }

    private void assertStored(ChunkHead head, int dirty) {
        assertThat(row(head.key()))
                .containsEntry("revision", (int) head.revision())
                .containsEntry("checksum", head.checksum().hex())
                .containsEntry("dirty", dirty);
    }

    @Test
    void changesAreAcknowledgedAsNotDurableAndOneFlushWritesAllOfThem() {
        ChunkHead first = created(0, 0);
        assertThat(world.dirty.load().chunks()).as("a creation is durable").isZero();
        world.changes.clear();

        EditResult.Applied second = edited(first, 1, 1, "a");
        EditResult.Applied third = edited(second.head(), 2, 1, "b");

        assertThat(second.durable()).isFalse();
        assertThat(third.durable()).isFalse();
        assertThat(third.head().revision()).isEqualTo(3);
        assertStored(first, 1);
        assertThat(world.count("revisions")).isEqualTo(1);
        assertThat(world.get(key(0, 0)).head()).isEqualTo(third.head());
        assertThat(world.dirty.load().revisions()).isEqualTo(2);

        assertThat(world.upkeep.flush()).isEqualTo(1);

        assertStored(third.head(), 0);
        assertThat(world.count("revisions")).as("every revision").isEqualTo(3);
        assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
        assertThat(world.upkeep.flush()).isZero();
        assertThat(world.get(key(0, 0)).head()).isEqualTo(third.head());
        assertThat(world.changes)
                .extracting(change -> change.kind().getClass().getSimpleName())
                .containsExactly("Pending", "Pending", "Durable");
        assertThat(world.changes.getLast().head()).isEqualTo(third.head());
        assertThat(world.dirty.load()).isEqualTo(new DirtyChunks.Load(0, 0, 0, 0));
    }

    @Test
    void aRetryGetsTheFirstAnswerBeforeAndAfterTheFlush() {
        ChunkHead first = created(0, 0);
        ChunkHead other = created(1, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");

        assertThat(edited(first, 1, 1, "a")).isEqualTo(second);
        assertThat(world.patch(key(0, 0), base(first), setTile(2, 1), "a"))
                .isInstanceOf(EditResult.IdMismatch.class);
        EditRequest.Editor bob = new EditRequest.Editor("bob", Viewer.LOWEST);
        EditRequest.Id ofRest = EditRequest.Id.ofCaller("r", "bob");
        Base now = base(second.head());
        applied(
                world.submit(
                        EditRequest.of(
                                key(0, 0),
                                now,
                                WorldFixture.patchRequest(key(0, 0), now, setTile(3, 1), "-")
                                        .change(),
                                ofRest,
                                bob)));
        EditRequest elsewhere =
                EditRequest.of(other.key(), base(other), new Change.Delete(), ofRest, bob);
        EditRequest patchElsewhere =
                EditRequest.of(
                        other.key(),
                        base(other),
                        WorldFixture.patchRequest(other.key(), base(other), setTile(0, 1), "-")
                                .change(),
                        ofRest,
                        bob);
        assertThat(world.submit(patchElsewhere))
                .isEqualTo(new EditResult.IdMismatch("r", key(0, 0)));
        world.upkeep.flush();
        assertThat(world.submit(elsewhere)).isEqualTo(new EditResult.IdMismatch("r", key(0, 0)));
        EditResult.Applied retried = edited(first, 1, 1, "a");
        assertThat(retried.head()).isEqualTo(second.head());
        assertThat(retried.durable()).isTrue();
    }

    @Test
    void aStaleOrForbiddenChangeIsRefusedAsEverAndWritesNothing() {
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");

        assertThat(world.patch(key(0, 0), base(first), setTile(2, 1), "b"))
                .isEqualTo(new EditResult.Stale(2, second.head().checksum().hex(), false));
        assertThat(world.patch(key(0, 0), base(second.head()), setTile(2, 9), "c"))
                .isInstanceOf(EditResult.Refused.class);
        assertThat(edited(second.head(), 1, 1, "d").changed()).as("what it is").isFalse();
        assertThat(world.put(chunk(0, 0), Base.NONE, "e")).isInstanceOf(EditResult.Stale.class);
        assertThat(world.patch(key(7, 7), base(first), setTile(1, 1), "f"))
                .isEqualTo(new EditResult.Stale(0, "", false));
        world.moderation.set(
                "tiles/grass", Map.of(ContentCategory.HORROR, Severity.MILD), false, "m", "mo");
        assertThat(world.patch(key(0, 0), base(world.get(key(0, 0)).head()), setTile(3, 1), "g"))
                .isInstanceOf(EditResult.Gated.class);
    }

    @Test
    void everyReadSeesTheNewestState() {
        ChunkHead first = created(0, 0);
        ChunkHead other = created(1, 0);
        String put =
                "[{'op':'add','path':'/objects/-','value':{'id':'door','type':'door',"
                        + "'asset_id':'props/door','transform':{'pos':[1,1,0]}}}]";
        EditResult.Applied second = applied(world.patch(first.key(), base(first), put, "objects"));
        assertThat(second.durable()).isFalse();

        assertThat(world.chunks.findHead(key(0, 0))).contains(second.head());
        assertThat(
                        world.chunks.list(
                                ROOM, GRID, Optional.empty(), Optional.empty(), 10, Viewer.LOWEST))
                .extracting(ListedChunk::head)
                .containsExactly(second.head(), other);
        assertThat(world.chunks.getAll(List.of(key(1, 0), key(0, 0)), Viewer.LOWEST))
                .extracting(found -> ((Chunks.Found.Present) found).chunk().head())
                .containsExactly(other, second.head());
        assertThat(world.dirty.load().chunks()).as("nothing was written for these").isEqualTo(1);
        assertThat(
                        world.chunks.listObjects(
                                new ObjectQuery(
                                        ROOM,
                                        Viewer.LOWEST,
                                        "door",
                                        "",
                                        Optional.empty(),
                                        Optional.empty(),
                                        10)))
                .extracting(ObjectEntry::objectId)
                .containsExactly("door");
        assertStored(second.head(), 0);
        EditResult.Applied third = edited(second.head(), 5, 1, "x");
        assertThat(
                        ((ChunkHistory.Page.Rows)
                                        world.history.list(key(0, 0), Viewer.LOWEST, 99, 9))
                                .revisions())
                .extracting(r -> r.head().revision())
                .containsExactly(3L, 2L, 1L);
        assertStored(third.head(), 0);
    }

    @Test
    void deletionsRollBacksAndMigrationsFindWhatWasInMemoryAndAreDurable() {
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");

        EditResult.Applied back =
                applied(world.change(key(0, 0), base(second.head()), new Change.Rollback(2), "r"));
        assertThat(back.durable()).isTrue();
        assertThat(back.head().revision()).isEqualTo(3);
        assertStored(back.head(), 0);
        EditResult.Applied fourth = edited(back.head(), 2, 1, "b");
        assertThat(fourth.durable()).isFalse();
        ChunkHead gone =
                applied(world.change(key(0, 0), base(fourth.head()), new Change.Delete(), "d"))
                        .head();
        assertThat(gone.revision()).isEqualTo(5);
        assertThat(gone.checksum()).isEqualTo(fourth.head().checksum());
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isEqualTo(new Chunks.Found.Missing());
        assertThat(world.count("revisions")).isEqualTo(5);
    }

    @Test
    void flagsRaisedWhileAChunkIsInMemoryHoldAtOnceAndAreWrittenWithIt() {
        ChunkHead first = created(0, 0);
        String door =
                "[{'op':'add','path':'/objects/-','value':{'id':'door','type':'door',"
                        + "'asset_id':'props/gore','transform':{'pos':[1,1,0]}}}]";
        EditResult.Applied second = applied(world.patch(first.key(), base(first), door, "o"));
        world.changes.clear();

        world.flag("props/gore", ContentCategory.VIOLENCE, Severity.SEVERE);

        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOf(Chunks.Found.Gated.class);
        assertThat(
                        world.chunks
                                .findFlags(key(0, 0))
                                .orElseThrow()
                                .flags()
                                .severity(ContentCategory.VIOLENCE))
                .isEqualTo(Severity.SEVERE);
        assertThat(world.get(key(0, 0)).chunk().flags().severity(ContentCategory.VIOLENCE))
                .as("the job found it")
                .isEqualTo(Severity.SEVERE);
        assertThat(world.changes)
                .as("who holds it is told")
                .anyMatch(
                        change ->
                                change.kind() instanceof ChunkChange.Kind.Gate
                                        && change.head().equals(second.head()));
    }

    @Test
    void aFlushAfterFlagsChangedBehindItsBackWritesThemAsARevision() {
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");
        // As between the two looks of a change of flags.
        world.store
                .threads()
                .run(
                        () -> {
                            world.store
                                    .template()
                                    .update(
                                            "INSERT INTO asset_flags VALUES"
                                                    + " ('tiles/grass',0,0,0,0,0,2,0,0,0,'mo',1)");
                            world.store
                                    .template()
                                    .update(
                                            "UPDATE meta SET value = '9'"
                                                    + " WHERE key = 'asset_revision'");
                        });
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOf(Chunks.Found.Gated.class);

        assertThat(world.upkeep.flush()).isEqualTo(1);

        StoredChunk now = world.get(key(0, 0));
        assertThat(now.head().revision()).isEqualTo(second.head().revision() + 1);
        assertThat(now.chunk().flags().severity(ContentCategory.HORROR))
                .isEqualTo(Severity.MODERATE);
        assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
    }

    @Test
    void aCrashFallsBackToWhatIsOnDiskAndALostBaseConflictsByItsChecksum() throws Exception {
        ChunkHead first = created(0, 0);
        EditResult.Applied lost = edited(first, 1, 1, "a");
        // What a crash leaves: the files as they are now.
        Path crashed = Files.createDirectories(folder.resolve("crashed"));
        for (String name : List.of("world.db", "world.db-wal")) {
            Files.copy(folder.resolve(name), crashed.resolve(name));
        }
        try (WorldFixture after =
                WorldFixture.open(Databases.sqliteFile(crashed.resolve("world.db")))) {
            after.losses.tell();

            assertThat(after.losses.atThisStart())
                    .extracting(ChunkHead::key, ChunkHead::revision)
                    .containsExactly(org.assertj.core.api.Assertions.tuple(key(0, 0), 1L));
            assertThat(after.losses.list(Long.MAX_VALUE, 10))
                    .extracting(one -> one.head().checksum())
                    .containsExactly(first.checksum());
            assertThat(after.changes)
                    .extracting(ChunkChange::kind)
                    .containsExactly(new ChunkChange.Kind.Lost());
            assertThat(after.get(key(0, 0)).head()).isEqualTo(first);
            EditResult.Applied again =
                    applied(after.patch(key(0, 0), base(first), setTile(2, 1), "b"));
            assertThat(again.head().revision()).isEqualTo(lost.head().revision());
            assertThat(after.patch(key(0, 0), base(lost.head()), setTile(3, 1), "c"))
                    .as("the same number, another checksum")
                    .isEqualTo(new EditResult.Stale(2, again.head().checksum().hex(), false));
            assertThat(
                            after.durability.await(
                                    key(0, 0),
                                    DurabilityWait.name(2, lost.head().checksum().hex(), ""),
                                    Duration.ZERO))
                    .isEqualTo(new DurabilityWait.State.Unknown());
        }
        try (WorldFixture clean =
                WorldFixture.open(Databases.sqliteFile(crashed.resolve("world.db")))) {
            assertThat(clean.losses.atThisStart()).as("a clean stop flushed").isEmpty();
            assertThat(clean.get(key(0, 0)).head().revision()).isEqualTo(2);
        }
    }

    @Test
    void anIntervalMakesChangesDurableAndWaitersAreTold() {
        reopen(
                new WriteBehindProperties(
                        Duration.ofMillis(50), LONG, 1_024, DataSize.ofMegabytes(8)));
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");

        assertThat(
                        world.durability.await(
                                key(0, 0),
                                DurabilityWait.name(2, second.head().checksum().hex(), ""),
                                LONG))
                .isEqualTo(new DurabilityWait.State.Durable(2));
        assertThat(world.durability.await(key(0, 0), DurabilityWait.name(0, "", "a"), LONG))
                .isEqualTo(new DurabilityWait.State.Durable(2));
        assertThat(world.durability.await(key(0, 0), DurabilityWait.name(0, "", "z"), LONG))
                .isEqualTo(new DurabilityWait.State.Unknown());
        assertStored(second.head(), 0);
    }

    @Test
    void whatIsNotOnDiskYetIsPendingUntilTheTimeIsOver() {
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");

        assertThat(
                        world.durability.await(
                                key(0, 0), DurabilityWait.name(0, "", "a"), Duration.ofMillis(1)))
                .isEqualTo(new DurabilityWait.State.Pending(2));
        assertThat(
                        world.durability.await(
                                key(0, 0),
                                DurabilityWait.name(2, first.checksum().hex(), ""),
                                Duration.ZERO))
                .as("another checksum")
                .isEqualTo(new DurabilityWait.State.Unknown());
        assertThat(second.durable()).isFalse();
    }

    @Test
    void aFullMemoryIsWrittenFirstAndRefusesByItsLimitWhenThatFails() throws Exception {
        reopen(new WriteBehindProperties(Duration.ofHours(1), LONG, 2, DataSize.ofMegabytes(8)));
        List<ChunkHead> heads = new ArrayList<>();
        for (int cx = 0; cx < 5; cx++) {
            heads.add(created(cx, 0));
        }
        for (int cx = 0; cx < 3; cx++) {
            assertThat(edited(heads.get(cx), 1, 1, "a" + cx).durable()).isFalse();
            assertThat(world.dirty.load().chunks()).isBetween(0, 2);
        }
        world.upkeep.flush();
        // A write of a history row is refused from now on: the flush fails, marks do not.
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TRIGGER broken BEFORE INSERT ON revisions BEGIN"
                            + " SELECT RAISE(ABORT, 'no'); END");
        }
        List<ChunkHead> kept = new ArrayList<>();
        Throwable refusal = null;
        for (int round = 0; refusal == null && round < 5; round++) {
            ChunkHead head = world.get(key(round, 0)).head();
            try {
                kept.add(edited(head, 4, 1, "full" + round).head());
            } catch (CompletionException e) {
                refusal = e.getCause();
            }
        }
        assertThat(kept).hasSize(2);
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> assertThat(e.code()).isEqualTo(CommonError.RESOURCE_EXHAUSTED))
                .hasMessageContaining("in memory");
        assertThat(world.writeBehind.lastFailure()).contains("no");
        assertThat(world.get(kept.getFirst().key()).head()).isEqualTo(kept.getFirst());
        assertThatThrownBy(() -> world.upkeep.flush()).hasMessageContaining("no");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER broken");
        }
        assertThat(world.upkeep.flush()).as("nothing was lost").isEqualTo(2);
        kept.forEach(head -> assertStored(head, 0));
    }

    @Test
    void aCleanStopWritesWhatIsInMemory() {
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");
        world.close();
        world = WorldFixture.open(database);

        assertThat(world.losses.atThisStart()).isEmpty();
        assertStored(second.head(), 0);
        assertThat(world.get(key(0, 0)).head()).isEqualTo(second.head());
    }

    @Test
    void aWorldThatBecomesCommittedAgainIsWrittenFirst() {
        ChunkHead first = created(0, 0);
        EditResult.Applied second = edited(first, 1, 1, "a");

        world.writeBehind.setDurability(ROOM.world(), Durability.COMMITTED);

        assertStored(second.head(), 0);
        assertThat(edited(second.head(), 2, 1, "b").durable()).isTrue();
        assertThat(world.definitions.find(ROOM.world()).orElseThrow().durability())
                .isEqualTo(Durability.COMMITTED);
    }

    @Test
    void nobodyElseChangesAChunkWhoseNewestStateIsInMemory() {
        ChunkHead first = created(0, 0);
        edited(first, 1, 1, "a");

        boolean deleted =
                world.store
                        .threads()
                        .write(
                                () ->
                                        world.chunkStore.delete(
                                                first,
                                                WorldFixture.START,
                                                SingleEdit.origin(
                                                        WorldFixture.putRequest(
                                                                chunk(0, 0), base(first), "x"),
                                                        ChunkAction.DELETE)));

        assertThat(deleted).isFalse();
        Await.until(LONG, "the chunk in memory", () -> world.dirty.load().chunks() == 1);
        assertThat(ANN.subject()).isEqualTo("ann");
    }
}
