package dev.terrane.world.chunks;

import static dev.terrane.world.BusyWriter.together;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.edit.PatchRefusal;
import dev.terrane.testing.Databases;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.BusyWriter;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The contract of edits and of what they leave behind, on both databases. */
class EditStoreTest extends BothDatabases {
    @Test
    void aCreatedChunkIsReadBackWithItsRevision() {
        ChunkHead head = created(1, -1);

        StoredChunk stored = world.get(key(1, -1));

        assertThat(head.revision()).isEqualTo(1);
        assertThat(stored.head()).isEqualTo(head);
        assertThat(stored.chunk().meta().author()).isEqualTo("ann");
        assertThat(stored.chunk().meta().createdAt()).isEqualTo(WorldFixture.START);
        assertThat(AgpcCodec.decode(stored.image()).get()).isEqualTo(stored.chunk());
        assertThat(world.count("chunk_objects")).isEqualTo(1);
        assertThat(world.count("content_flags")).isEqualTo(1);
        assertThat(world.chunks.get(key(0, 0), Viewer.TRUSTED))
                .isInstanceOf(Chunks.Found.Missing.class);
    }

    @Test
    void patchesRaiseTheRevisionAndLeaveHistory() {
        ChunkHead first = created(0, 0);

        ChunkHead second = applied(world.patch(key(0, 0), base(first), setTile(3, 1), "e1")).head();

        assertThat(second.revision()).isEqualTo(2);
        assertThat(world.get(key(0, 0)).chunk().layers().getFirst().tiles().get(3)).isEqualTo(1);
        assertThat(world.count("revisions")).isEqualTo(2);
        assertThat(world.changes)
                .extracting(ChunkChange::kind)
                .containsExactly(
                        new ChunkChange.Kind.Wrote(ChunkAction.CREATE),
                        new ChunkChange.Kind.Wrote(ChunkAction.UPDATE));
    }

    @Test
    void staleBasesAreToldTheCurrentState() {
        ChunkHead first = created(0, 0);
        ChunkHead second = applied(world.patch(key(0, 0), base(first), setTile(3, 1), "e1")).head();
        EditResult stale = new EditResult.Stale(2, second.checksum().hex(), false);

        assertThat(world.patch(key(0, 0), base(first), setTile(3, 1), "e2")).isEqualTo(stale);
        assertThat(world.patch(key(0, 0), new Base(2, first.checksum().hex()), setTile(4, 1), "e3"))
                .isEqualTo(stale);
        assertThat(world.put(chunk(0, 0), Base.NONE, "e4")).isEqualTo(stale);
        assertThat(world.patch(key(1, 0), base(first), setTile(3, 1), "e5"))
                .isEqualTo(new EditResult.Stale(0, "", false));
        assertThat(world.count("revisions")).isEqualTo(2);
    }

    @Test
    void aRetryReturnsTheFirstResultAndWritesNothing() {
        ChunkHead first = created(0, 0);
        EditResult.Applied edit = applied(world.patch(key(0, 0), base(first), setTile(3, 1), "e1"));
        applied(world.patch(key(0, 0), base(edit.head()), setTile(4, 1), "e2"));

        assertThat(world.patch(key(0, 0), base(first), setTile(3, 1), "e1")).isEqualTo(edit);
        assertThat(world.patch(key(0, 0), base(first), setTile(5, 1), "e1"))
                .isEqualTo(new EditResult.IdMismatch("e1", key(0, 0)));
        assertThat(applied(world.put(chunk(0, 0), Base.NONE, "create-0-0")).head())
                .isEqualTo(first);
        assertThat(world.count("revisions")).isEqualTo(3);
        assertThat(world.changes).hasSize(3);
    }

    @Test
    void refusedEditsAreNotRemembered() {
        ChunkHead first = created(0, 0);
        String failing = "[{'op':'test','path':'/tiles/0/name','value':'x'}]";

        assertThat(world.patch(key(0, 0), base(first), failing, "e1"))
                .isInstanceOfSatisfying(
                        EditResult.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOf(PatchRefusal.TestFailed.class));
        assertThat(applied(world.patch(key(0, 0), base(first), setTile(3, 1), "e1")).changed())
                .isTrue();
    }

    @Test
    void theSameContentWritesNothing() {
        ChunkHead first = created(0, 0);

        EditResult.Applied patched =
                applied(world.patch(key(0, 0), base(first), setTile(3, 0), "e1"));
        EditResult.Applied put = applied(world.put(chunk(0, 0), base(first), "e2"));

        assertThat(patched.changed()).isFalse();
        assertThat(put.changed()).isFalse();
        assertThat(put.head()).isEqualTo(first);
        assertThat(world.count("revisions")).isEqualTo(1);
        assertThat(world.changes).hasSize(1);
    }

    @Test
    void numberingContinuesAfterDeletion() {
        ChunkHead first = created(0, 0);
        EditResult.Applied deleted =
                applied(
                        world.submit(
                                EditRequest.of(
                                        key(0, 0),
                                        base(first),
                                        new EditRequest.Change.Delete(),
                                        EditRequest.Id.ofChunk("d1"),
                                        WorldFixture.ANN)));

        assertThat(deleted.head().revision()).isEqualTo(2);
        assertThat(world.chunks.get(key(0, 0), Viewer.TRUSTED))
                .isInstanceOf(Chunks.Found.Missing.class);
        assertThat(world.count("chunk_objects") + world.count("content_flags")).isZero();
        assertThat(world.patch(key(0, 0), base(first), setTile(1, 1), "e1"))
                .isEqualTo(new EditResult.Stale(2, "", true));
        assertThat(applied(world.put(chunk(0, 0), Base.NONE, "again")).head().revision())
                .isEqualTo(3);
        assertThat(world.count("revisions")).isEqualTo(3);
    }

    @Test
    void flagsAndMetaOfAClientAreDropped() {
        var flags =
                new dev.terrane.core.chunk.ContentFlags(
                        Map.of(dev.terrane.core.chunk.ContentCategory.HATE, Severity.SEVERE),
                        true,
                        List.of("x"));
        Chunk flagged = chunk(0, 0).withFlags(flags);

        applied(
                world.put(
                        flagged.withContent(
                                flagged.layers(),
                                List.of(flagged.objects().getFirst().withFlags(flags))),
                        Base.NONE,
                        "e1"));

        Chunk stored = world.get(key(0, 0)).chunk();
        assertThat(stored.flags().isNone()).isTrue();
        assertThat(stored.objects().getFirst().flags().isNone()).isTrue();
        assertThat(stored.meta().revision()).isEqualTo(1);
    }

    @Test
    void contentMustFitItsRoomAndWorld() {
        assertThat(world.put(chunk(5, 0), Base.NONE, "e1"))
                .isInstanceOfSatisfying(
                        EditResult.Invalid.class,
                        invalid -> assertThat(invalid.pointer()).isEqualTo("/coord"));
        ChunkHead head = created(0, 0);
        assertThat(
                        world.patch(
                                key(0, 0),
                                base(head),
                                "[{'op':'replace','path':'/objects/0/transform/pos/0','value':4}]",
                                "e2"))
                .isInstanceOfSatisfying(
                        EditResult.Refused.class,
                        refused ->
                                assertThat(refused.refusal().text())
                                        .contains("/objects/0/transform/pos"));
        Chunk elsewhere =
                new Chunk(
                        dev.terrane.core.chunk.ChunkKey.of("w", "none", 0, 0, 0),
                        WorldFixture.GRID,
                        List.of(),
                        List.of(),
                        chunk(0, 0).flags(),
                        chunk(0, 0).meta());
        assertThat(world.put(elsewhere, Base.NONE, "e3")).isEqualTo(new EditResult.NoRoom());
    }

    @Test
    void aTileEditLeavesTheIndexAlone() {
        ChunkHead head = created(0, 0);
        // A marker no rewrite of the index would keep.
        world.store
                .threads()
                .run(
                        () ->
                                world.store
                                        .template()
                                        .update("UPDATE chunk_objects SET asset_id = 'kept'"));

        ChunkHead second = applied(world.patch(key(0, 0), base(head), setTile(1, 1), "e1")).head();

        assertThat(assetOfTheOnlyObject()).isEqualTo("kept");
        applied(
                world.patch(
                        key(0, 0),
                        base(second),
                        "[{'op':'replace','path':'/objects/0/type','value':'door'}]",
                        "e2"));
        assertThat(assetOfTheOnlyObject()).isEqualTo("props/sign");
    }

    private String assetOfTheOnlyObject() {
        return world.store
                .threads()
                .read(
                        () ->
                                world.store
                                        .client()
                                        .sql("SELECT asset_id FROM chunk_objects")
                                        .query(String.class)
                                        .single());
    }

    @Test
    void ofThirtyTwoEditorsOnOneRevisionExactlyOneWins() throws InterruptedException {
        ChunkHead head = created(0, 0);
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<EditResult>> results = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            int editor = i;
            CompletableFuture<EditResult> result = new CompletableFuture<>();
            results.add(result);
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            start.await();
                                            result.complete(
                                                    world.patch(
                                                            key(0, 0),
                                                            base(head),
                                                            setTile(editor % 16, 1),
                                                            "editor-" + editor));
                                        } catch (InterruptedException | RuntimeException e) {
                                            result.completeExceptionally(e);
                                        }
                                    }));
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        List<EditResult> all = results.stream().map(CompletableFuture::join).toList();
        EditResult.Applied winner =
                all.stream()
                        .filter(EditResult.Applied.class::isInstance)
                        .map(EditResult.Applied.class::cast)
                        .reduce(
                                (a, b) -> {
                                    throw new AssertionError("two winners");
                                })
                        .orElseThrow();
        assertThat(all)
                .filteredOn(result -> !result.equals(winner))
                .hasSize(31)
                .containsOnly(new EditResult.Stale(2, winner.head().checksum().hex(), false));
        assertThat(world.count("revisions")).isEqualTo(2);
    }

    @Test
    void manyEditorsOfOneChunkReplayInTheOrderOfTheirRevisions() {
        ChunkHead head = created(0, 0);
        int[] expected = new int[16];
        for (int i = 0; i < 200; i++) {
            int value = i % 3 == 0 ? 0 : 1;
            EditResult.Applied edit =
                    applied(world.patch(key(0, 0), base(head), setTile(i % 16, value), "e" + i));
            expected[i % 16] = value;
            head = edit.head();
        }

        assertThat(world.get(key(0, 0)).chunk().layers().getFirst().tiles().toArray())
                .isEqualTo(expected);
    }

    @Test
    void editsHandedInTogetherShareCommitsAndAnswerInOrder() {
        List<CompletableFuture<EditResult>> answers =
                IntStream.range(0, 40)
                        .mapToObj(
                                i ->
                                        world.edits.submit(
                                                WorldFixture.putRequest(
                                                        chunk(i % 10 - 5, i / 10 - 2),
                                                        Base.NONE,
                                                        "e" + i)))
                        .toList();

        assertThat(answers)
                .allSatisfy(
                        answer ->
                                assertThat(answer.orTimeout(20, TimeUnit.SECONDS).join())
                                        .isInstanceOf(EditResult.Applied.class));
        assertThat(world.changes)
                .extracting(change -> change.head().key().coord())
                .hasSize(40)
                .startsWith(new ChunkCoord(-5, -2, 0))
                .endsWith(new ChunkCoord(4, 1, 0));
    }

    @Test
    void aFullQueueRefusesAtOnce() throws Exception {
        Path second = java.nio.file.Files.createDirectory(folder.resolve("second"));
        try (WorldFixture tight =
                        new WorldFixture(
                                        engine.open(second),
                                        new ChunkProperties(DataSize.ofMegabytes(1), 2, 64, false))
                                .withRoom();
                BusyWriter busy = new BusyWriter(tight)) {
            CompletableFuture<EditResult> first =
                    tight.edits.submit(WorldFixture.putRequest(chunk(0, 0), Base.NONE, "a"));
            CompletableFuture<EditResult> late =
                    tight.edits.submit(WorldFixture.putRequest(chunk(0, 0), Base.NONE, "b"));
            CompletableFuture<EditResult> third =
                    tight.edits.submit(WorldFixture.putRequest(chunk(1, 0), Base.NONE, "c"));

            assertThatThrownBy(third::join).hasMessageContaining("edits are waiting");
            busy.free();
            assertThat(first.join()).isInstanceOf(EditResult.Applied.class);
            assertThat(late.join()).isInstanceOf(EditResult.Stale.class);
        }
    }

    @Test
    void anEditThatFailsTakesBackItsOwnWritesOnly() {
        ChunkHead left = created(-1, 0);
        ChunkHead middle = created(0, 0);
        ChunkHead right = created(1, 0);
        // Rewriting the index now fails, after the chunk's own row was written.
        world.store
                .threads()
                .run(
                        () ->
                                world.store
                                        .template()
                                        .execute("ALTER TABLE chunk_objects RENAME TO gone"));
        List<CompletableFuture<EditResult>> answers =
                together(
                        world,
                        WorldFixture.patchRequest(left.key(), base(left), setTile(1, 1), "a"),
                        WorldFixture.patchRequest(
                                middle.key(),
                                base(middle),
                                "[{'op':'replace','path':'/objects/0/type','value':'x'}]",
                                "b"),
                        WorldFixture.patchRequest(right.key(), base(right), setTile(1, 1), "c"));

        assertThat(answers.get(0).join()).isInstanceOf(EditResult.Applied.class);
        assertThatThrownBy(answers.get(1)::join).hasMessageContaining("chunk_objects");
        assertThat(answers.get(2).join()).isInstanceOf(EditResult.Applied.class);
        assertThat(world.get(middle.key()).head()).isEqualTo(middle);
        assertThat(world.get(right.key()).head().revision()).isEqualTo(2);
        assertThat(world.count("revisions")).isEqualTo(5);
    }

    @Test
    void anEditThatSpoilsTheCommitItselfDoesNotTakeTheOthersAlong() {
        ChunkHead left = created(-1, 0);
        ChunkHead middle = created(0, 0);
        ChunkHead right = created(1, 0);
        // A constraint that is judged when the transaction ends, as a full index or a trigger of
        // somebody else's might be.
        world.store.threads().run(() -> poison("b").forEach(world.store.template()::execute));
        List<CompletableFuture<EditResult>> answers =
                together(
                        world,
                        WorldFixture.patchRequest(left.key(), base(left), setTile(1, 1), "a"),
                        WorldFixture.patchRequest(middle.key(), base(middle), setTile(1, 1), "b"),
                        WorldFixture.patchRequest(right.key(), base(right), setTile(1, 1), "c"));

        assertThat(answers.get(0).join()).isInstanceOf(EditResult.Applied.class);
        assertThatThrownBy(answers.get(1)::join).isNotNull();
        assertThat(answers.get(2).join()).isInstanceOf(EditResult.Applied.class);
        assertThat(world.get(middle.key()).head()).isEqualTo(middle);
        assertThat(world.changes).hasSize(5);
    }

    private List<String> poison(String editId) {
        String table =
                "CREATE TABLE poison (chunk_key TEXT REFERENCES worlds (id)"
                        + " DEFERRABLE INITIALLY DEFERRED)";
        return engine == Databases.Engine.SQLITE
                ? List.of(
                        table,
                        "CREATE TRIGGER poison AFTER INSERT ON revisions WHEN new.edit_id = '"
                                + editId
                                + "' BEGIN INSERT INTO poison VALUES (new.chunk_key); END")
                : List.of(
                        table,
                        "CREATE FUNCTION poison() RETURNS trigger AS $$ BEGIN IF NEW.edit_id = '"
                                + editId
                                + "' THEN INSERT INTO poison VALUES (NEW.chunk_key); END IF;"
                                + " RETURN NEW; END $$ LANGUAGE plpgsql",
                        "CREATE TRIGGER poison AFTER INSERT ON revisions FOR EACH ROW"
                                + " EXECUTE FUNCTION poison()");
    }
}
