package dev.terrane.world.chunks;

import static dev.terrane.world.BusyWriter.together;
import static dev.terrane.world.WorldFixture.ANN;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.patchRequest;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.terrane.testing.Databases;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits that share a transaction, and what they write of the index; on both databases. */
class EditBatchStoreTest extends BothDatabases {
    @Test
    void anEditTheDatabaseRefusesIsFoundAmongTheOthers() {
        ChunkHead left = created(-1, 0);
        ChunkHead middle = created(0, 0);
        ChunkHead right = created(1, 0);
        world.store.threads().run(() -> poison("b").forEach(world.store.template()::execute));

        List<CompletableFuture<EditResult>> answers =
                together(
                        world,
                        patchRequest(left.key(), base(left), setTile(1, 1), "a"),
                        patchRequest(middle.key(), base(middle), setTile(1, 1), "b"),
                        patchRequest(right.key(), base(right), setTile(1, 1), "c"));

        assertThat(applied(answers.get(0).join()).head().revision()).isEqualTo(2);
        assertThatThrownBy(answers.get(1)::join).hasStackTraceContaining("spoilt");
        assertThat(applied(answers.get(2).join()).head().revision()).isEqualTo(2);
        assertThat(world.get(middle.key()).head()).isEqualTo(middle);
        assertThat(world.count("revisions")).isEqualTo(5);
        assertThat(world.changes).hasSize(5);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    /** A deadlock or serialisation failure is the batch's to try again, and never its callers'. */
    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001"})
    void aTransactionThatLostARaceIsRunAgainAndNobodyIsTold(String sqlState) {
        assumeTrue(engine == Databases.Engine.POSTGRESQL, "SQLite has one writer");
        ChunkHead left = created(-1, 0);
        ChunkHead right = created(1, 0);
        world.store
                .threads()
                .run(
                        () ->
                                List.of(
                                                // Sequences count on when a transaction is taken
                                                // back.
                                                "CREATE SEQUENCE losses",
                                                "CREATE FUNCTION lose() RETURNS trigger AS $$ BEGIN"
                                                        + " IF nextval('losses') <= 3 THEN RAISE"
                                                        + " 'lost' USING ERRCODE = '"
                                                        + sqlState
                                                        + "'; END IF; RETURN NEW; END $$"
                                                        + " LANGUAGE plpgsql",
                                                "CREATE TRIGGER lose AFTER INSERT ON revisions FOR"
                                                        + " EACH ROW EXECUTE FUNCTION lose()")
                                        .forEach(world.store.template()::execute));

        List<CompletableFuture<EditResult>> answers =
                together(
                        world,
                        patchRequest(left.key(), base(left), setTile(1, 1), "a"),
                        patchRequest(right.key(), base(right), setTile(1, 1), "b"));

        assertThat(applied(answers.get(0).join()).head().revision()).isEqualTo(2);
        assertThat(applied(answers.get(1).join()).head().revision()).isEqualTo(2);
        assertThat(world.count("revisions")).isEqualTo(4);
        assertThat(world.changes).as("told once each").hasSize(4);
        Long tried =
                world.store
                        .threads()
                        .read(
                                () ->
                                        world.store
                                                .client()
                                                .sql("SELECT last_value FROM losses")
                                                .query(Long.class)
                                                .single());
        assertThat(tried).as("three losses, then two rows").isEqualTo(5);
    }

    private List<String> poison(String editId) {
        return engine == Databases.Engine.SQLITE
                ? List.of(
                        "CREATE TRIGGER poison AFTER INSERT ON revisions WHEN new.edit_id = '"
                                + editId
                                + "' BEGIN SELECT RAISE(ABORT, 'spoilt'); END")
                : List.of(
                        "CREATE FUNCTION poison() RETURNS trigger AS $$ BEGIN IF NEW.edit_id = '"
                                + editId
                                + "' THEN RAISE 'spoilt'; END IF; RETURN NEW; END $$"
                                + " LANGUAGE plpgsql",
                        "CREATE TRIGGER poison AFTER INSERT ON revisions FOR EACH ROW"
                                + " EXECUTE FUNCTION poison()");
    }

    @Test
    void editsOfOneChunkInOneTransactionSeeEachOther() {
        ChunkHead first = created(0, 0);
        EditRequest edit = patchRequest(first.key(), base(first), setTile(1, 1), "a");

        List<CompletableFuture<EditResult>> answers =
                together(
                        world,
                        edit,
                        edit,
                        patchRequest(first.key(), base(first), setTile(2, 1), "b"),
                        EditRequest.ofServer(first.key(), new Change.Reflag()),
                        WorldFixture.putRequest(chunk(1, 0), Base.NONE, "c"),
                        EditRequest.ofServer(key(1, 0), new Change.Reflag()));

        EditResult.Applied done = applied(answers.get(0).join());
        assertThat(done.head().revision()).isEqualTo(2);
        assertThat(answers.get(1).join()).isEqualTo(done);
        assertThat(answers.get(2).join())
                .isEqualTo(new EditResult.Stale(2, done.head().checksum().hex(), false));
        assertThat(applied(answers.get(3).join()).changed()).isFalse();
        assertThat(applied(answers.get(4).join()).head().revision()).isEqualTo(1);
        assertThat(applied(answers.get(5).join()).changed()).isFalse();
        assertThat(world.count("revisions")).isEqualTo(3);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void aCallersIdNamesOneChangeAlsoWithinATransaction() {
        ChunkHead first = created(0, 0);
        ChunkHead second = created(1, 0);
        EditRequest.Id id = EditRequest.Id.ofCaller("k", "ann");
        Change paint = patchRequest(first.key(), base(first), setTile(1, 1), "-").change();

        List<CompletableFuture<EditResult>> answers =
                together(
                        world,
                        EditRequest.of(first.key(), base(first), paint, id, ANN),
                        EditRequest.of(second.key(), base(second), paint, id, ANN));

        applied(answers.get(0).join());
        assertThat(answers.get(1).join()).isEqualTo(new EditResult.IdMismatch("k", first.key()));
    }

    @Test
    void objectsThatMoveWriteTheirOwnRowsOnly() {
        ChunkHead head = with(created(0, 0), 5);
        if (engine == Databases.Engine.SQLITE) {
            long before = changes();
            edited(head, "[{'op':'replace','path':'/objects/2/transform/pos/0','value':1.5}]");
            assertThat(changes() - before).as("chunk, revision, object").isEqualTo(3);
        }
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void theIndexFollowsAnyEditOfObjects() {
        ChunkHead[] head = {with(created(0, 0), 4)};
        SeededRandom random = Seeds.printed();
        for (int i = 0; i < 60; i++) {
            int at = random.nextInt(4);
            String patch =
                    switch (random.nextInt(5)) {
                        case 0 -> "{'op':'replace','path':'/objects/%d/type','value':'t%d'}";
                        case 1 -> "{'op':'replace','path':'/objects/%d/asset_id','value':'a/%d'}";
                        case 2 -> "{'op':'add','path':'/objects/%d/properties/n','value':%d}";
                        case 3 -> "{'op':'replace','path':'/objects/%d/id','value':'o%d'}";
                        default ->
                                "{'op':'remove','path':'/objects/%d'},"
                                        + "{'op':'add','path':'/objects/-','value':"
                                        + object("n%d")
                                        + "}";
                    };
            head[0] = edited(head[0], "[" + patch.formatted(at, 100 + i) + "]");
        }
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void rowsOfTheIndexThatAreGoneAreMadeAnew() {
        ChunkHead head = with(created(0, 0), 3);
        world.store.threads().run(() -> world.store.template().update("DELETE FROM chunk_objects"));

        edited(head, "[{'op':'replace','path':'/objects/1/transform/pos/1','value':1.5}]");

        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    private ChunkHead with(ChunkHead head, int objects) {
        List<String> added = new ArrayList<>();
        for (int i = 1; i < objects; i++) {
            added.add("{'op':'add','path':'/objects/-','value':%s}".formatted(object("extra" + i)));
        }
        return edited(head, "[" + String.join(",", added) + "]");
    }

    private static String object(String id) {
        return "{'id':'"
                + id
                + "','type':'t','asset_id':'props/x','transform':{'pos':[0.5,0.5,0]}}";
    }

    private ChunkHead edited(ChunkHead head, String patch) {
        return applied(world.patch(head.key(), base(head), patch, "e" + head.revision())).head();
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
}
