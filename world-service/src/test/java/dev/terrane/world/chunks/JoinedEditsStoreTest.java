package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.patchRequest;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.Scope;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.ConnectionCallback;
import org.sqlite.Function;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;

/**
 * Edits that come while those before them run, on SQLite. A function that a trigger calls hands
 * them in, so they come in the middle of the transaction.
 */
class JoinedEditsStoreTest {
    @TempDir Path folder;
    private final List<EditRequest> arriving = new ArrayList<>();
    private final List<CompletableFuture<EditResult>> answers = new ArrayList<>();
    private final AtomicInteger commits = new AtomicInteger();
    private WorldFixture world;
    private ChunkHead left;
    private ChunkHead middle;
    private ChunkHead right;

    @BeforeEach
    void open() {
        world = WorldFixture.open(Databases.Engine.SQLITE.open(folder)).withRoom();
        left = created(-1);
        middle = created(0);
        right = created(1);
        world.store.threads().run(() -> world.store.template().execute(watching()));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private ChunkHead created(int cx) {
        return applied(world.put(chunk(cx, 0), Base.NONE, "create-" + cx)).head();
    }

    /** Counts commits; the edit "a" lets the others arrive, the edit "spoilt" is refused. */
    private ConnectionCallback<Boolean> watching() {
        return connection -> {
            SQLiteConnection sqlite = connection.unwrap(SQLiteConnection.class);
            sqlite.addCommitListener(
                    new SQLiteCommitListener() {
                        @Override
                        public void onCommit() {
                            commits.incrementAndGet();
                        }

                        @Override
                        public void onRollback() {}
                    });
            Function.create(sqlite, "arrive", new Arrive());
            trigger(sqlite, "a", "BEGIN SELECT arrive(); END");
            trigger(sqlite, "spoilt", "BEGIN SELECT RAISE(ABORT, 'no'); END");
            return true;
        };
    }

    private static void trigger(Connection connection, String editId, String body)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TRIGGER on_%1$s AFTER INSERT ON revisions WHEN new.edit_id = '%1$s' %2$s"
                            .formatted(editId, body));
        }
    }

    private final class Arrive extends Function {
        @Override
        protected void xFunc() throws SQLException {
            arriving.forEach(request -> answers.add(world.edits.submit(request)));
            arriving.clear();
            result(0);
        }
    }

    private static EditRequest edit(ChunkHead head, int cell, String id) {
        return patchRequest(head.key(), base(head), setTile(cell, 1), id);
    }

    private EditResult first() {
        commits.set(0);
        return world.edits.submit(edit(left, 1, "a")).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private CompletableFuture<EditResult> answer(int index) {
        return answers.get(index).orTimeout(20, TimeUnit.SECONDS);
    }

    @Test
    void editsThatComeWhileOthersRunShareTheirCommit() {
        arriving.add(edit(middle, 1, "b"));
        arriving.add(edit(left, 2, "c"));

        EditResult.Applied done = applied(first());

        assertThat(applied(answer(0).join()).head().revision()).isEqualTo(2);
        assertThat(answer(1).join())
                .as("made on what the first replaced, in the same transaction")
                .isEqualTo(new EditResult.Stale(2, done.head().checksum().hex(), false));
        assertThat(commits).hasValue(1);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void aFailureAmongThoseThatJoinedTakesBackNothingElse() {
        arriving.add(edit(middle, 1, "spoilt"));
        arriving.add(edit(right, 1, "c"));

        EditResult.Applied done = applied(first());

        assertThatThrownBy(answer(0)::join).hasStackTraceContaining("no");
        assertThat(applied(answer(1).join()).head().revision()).isEqualTo(2);
        assertThat(commits).hasValue(1);
        assertThat(world.get(left.key()).head()).isEqualTo(done.head());
        assertThat(world.get(middle.key()).head()).isEqualTo(middle);
        assertThat(world.get(key(1, 0)).head().revision()).isEqualTo(2);
        assertThat(world.changes).hasSize(5);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void aFailureOfTheFirstIsFoundBeforeTheOthersJoin() {
        // The trigger that lets them arrive comes before the one that refuses their chunk's update.
        world.store
                .threads()
                .run(
                        () ->
                                world.store
                                        .template()
                                        .execute(
                                                "CREATE TRIGGER refuse BEFORE UPDATE ON chunk_objects"
                                                        + " BEGIN SELECT RAISE(ABORT, 'no'); END"));
        arriving.add(edit(middle, 1, "b"));
        commits.set(0);

        CompletableFuture<EditResult> first =
                world.edits.submit(
                        patchRequest(
                                left.key(),
                                base(left),
                                "[{'op':'replace','path':'/objects/0/transform/pos/0','value':-3}]",
                                "a"));

        assertThatThrownBy(first.orTimeout(20, TimeUnit.SECONDS)::join)
                .hasStackTraceContaining("no");
        assertThat(applied(answer(0).join()).head().revision()).isEqualTo(2);
        assertThat(commits).hasValue(1);
        assertThat(world.get(left.key()).head()).isEqualTo(left);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }
}
