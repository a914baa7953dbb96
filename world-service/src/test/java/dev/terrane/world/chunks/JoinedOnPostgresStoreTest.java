package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.patchRequest;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Edits that come while a transaction asks for what its edits have in common, on PostgreSQL. It
 * waits there for as long as somebody else holds the flags' revision.
 */
class JoinedOnPostgresStoreTest {
    private static final int CHUNKS = 5;

    private final List<ChunkHead> heads = new ArrayList<>();
    private Databases.Database database;
    private WorldFixture world;

    @BeforeEach
    void open() {
        database = Databases.postgres();
        world = WorldFixture.open(database).withRoom();
        for (int cx = 0; cx < CHUNKS; cx++) {
            heads.add(applied(world.put(chunk(cx, 0), Base.NONE, "create-" + cx)).head());
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private CompletableFuture<EditResult> edit(int chunk, int cell, String id) {
        ChunkHead head = heads.get(chunk);
        return world.edits
                .submit(patchRequest(head.key(), base(head), setTile(cell, 1), id))
                .orTimeout(30, TimeUnit.SECONDS);
    }

    /** Hands in an edit whose transaction has begun and waits, then what comes meanwhile. */
    private List<EditResult> joined(List<Integer> joining) throws SQLException {
        List<CompletableFuture<EditResult>> answers = new ArrayList<>();
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT value FROM meta WHERE key = 'asset_revision' FOR UPDATE");
            answers.add(edit(0, 1, "first"));
            Await.until(Duration.ofSeconds(30), "it is taken", () -> world.edits.size() == 0);
            for (int i = 0; i < joining.size(); i++) {
                answers.add(edit(joining.get(i), 2, "joins-" + i));
            }
            other.rollback();
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private long transactionsOfEdits() {
        Long found =
                world.store
                        .threads()
                        .read(
                                () ->
                                        world.store
                                                .template()
                                                .queryForObject(
                                                        "SELECT COUNT(DISTINCT xmin::text) FROM"
                                                                + " revisions WHERE revision = 2",
                                                        Long.class));
        return found == null ? 0 : found;
    }

    @Test
    void theyShareItsCommit() throws SQLException {
        List<EditResult> results = joined(List.of(4, 3, 2, 1));

        assertThat(results).allSatisfy(result -> assertThat(applied(result).changed()).isTrue());
        assertThat(transactionsOfEdits()).isEqualTo(1);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void oneOfTheFirstsOwnChunkIsMadeOnWhatTheFirstReplaced() throws SQLException {
        List<EditResult> results = joined(List.of(0, 1));

        ChunkHead first = applied(results.get(0)).head();
        assertThat(first.revision()).isEqualTo(2);
        assertThat(results.get(1))
                .isEqualTo(new EditResult.Stale(2, first.checksum().hex(), false));
        assertThat(applied(results.get(2)).head().revision()).isEqualTo(2);
        assertThat(transactionsOfEdits()).isEqualTo(1);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }
}
