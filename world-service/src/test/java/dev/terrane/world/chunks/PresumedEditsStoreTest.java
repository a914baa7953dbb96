package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.patchRequest;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.world.BothDatabases;
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.store.Scope;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Edits that are written without a look at their chunks, and what happens if those are others. */
class PresumedEditsStoreTest extends BothDatabases {
    private static final String OTHER = "0".repeat(64);
    private ChunkHead left;
    private ChunkHead right;

    @BeforeEach
    void chunks() {
        left = created(0, 0);
        right = created(1, 0);
    }

    @Test
    void aChunkIsTakenForWhatItsDraftWasMadeOf() {
        EditRequest edit = patchRequest(left.key(), base(left), setTile(3, 1), "a");
        change("DELETE FROM chunks WHERE key = '" + left.key() + "'");

        IdentityHashMap<EditRequest, Draft> made = new IdentityHashMap<>();
        Draft draft = world.drafts.find(edit).orElseThrow();
        world.drafts.release(draft);
        made.put(edit, draft);

        assertThatThrownBy(() -> run(edit, made, true))
                .isInstanceOf(EditBatch.PresumedException.class);
        assertThat(run(edit, made, false))
                .as("it was looked at")
                .isInstanceOf(EditResult.Stale.class);
    }

    private EditResult run(
            EditRequest edit, IdentityHashMap<EditRequest, Draft> made, boolean presuming) {
        EditBatch.Outcome outcome =
                world.store
                        .threads()
                        .write(() -> world.batch.new Run(presuming).edit(List.of(edit), made))
                        .getFirst();
        return ((EditBatch.Outcome.Answered) outcome).result();
    }

    @Test
    void whatWasChangedByAnotherConflictsAndItsNeighbourIsCommitted() {
        change(
                "UPDATE chunks SET revision = 2, checksum = '%s' WHERE key = '%s'"
                        .formatted(OTHER, left.key()));
        change(
                "INSERT INTO revisions (chunk_key, revision, actor, action, checksum, created_at)"
                        + " VALUES ('%s', 2, 'bob', 'update', '%s', 0)"
                                .formatted(left.key(), OTHER));
        Both both = submit(patchRequest(left.key(), base(left), setTile(3, 1), "a"));
        both.writer.release();

        assertThat(both.left()).isEqualTo(new EditResult.Stale(2, OTHER, false));
        assertThat(applied(both.right()).head().revision()).isEqualTo(2);
        assertThat(world.changes)
                .filteredOn(change -> change.head().key().equals(right.key()))
                .hasSize(2);
    }

    @Test
    void aRevisionOfOtherContentConflicts() {
        change("UPDATE chunks SET checksum = '%s' WHERE key = '%s'".formatted(OTHER, left.key()));
        Both both = submit(patchRequest(left.key(), base(left), setTile(3, 1), "a"));
        both.writer.release();

        assertThat(both.left()).isEqualTo(new EditResult.Stale(1, OTHER, false));
        assertThat(applied(both.right()).head().revision()).isEqualTo(2);
    }

    @Test
    void whatWasSetAsideMeanwhileIsRefused() {
        change("UPDATE chunks SET state = 'corrupt' WHERE key = '" + left.key() + "'");
        Both both = submit(patchRequest(left.key(), base(left), setTile(3, 1), "a"));
        both.writer.release();

        assertThat(both.left()).isInstanceOf(EditResult.Corrupt.class);
        assertThat(applied(both.right()).head().revision()).isEqualTo(2);
    }

    @Test
    void anIdThatWasUsedIsKnown() {
        EditRequest first = patchRequest(left.key(), base(left), setTile(3, 1), "a");
        ChunkHead second = applied(joined(world.edits.submit(first))).head();
        Both both = submit(patchRequest(left.key(), base(second), setTile(4, 1), "a"));
        both.writer.release();

        assertThat(both.left()).isEqualTo(new EditResult.IdMismatch("a", left.key()));
        assertThat(applied(both.right()).head().revision()).isEqualTo(2);
        assertThat(world.get(left.key()).head()).isEqualTo(second);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void editsOfOneChunkInOneTransactionFollowEachOther() {
        Both both = submit(patchRequest(left.key(), base(left), setTile(3, 1), "a"));
        CompletableFuture<EditResult> late =
                world.edits.submit(patchRequest(left.key(), base(left), setTile(4, 1), "b"));
        both.writer.release();

        ChunkHead won = applied(both.left()).head();
        assertThat(joined(late)).isEqualTo(new EditResult.Stale(2, won.checksum().hex(), false));
        assertThat(applied(both.right()).head().revision()).isEqualTo(2);
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    private static EditResult joined(CompletableFuture<EditResult> answer) {
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Edits of both chunks that wait for the writer, and their answers. */
    private record Both(
            HeldWriter writer,
            CompletableFuture<EditResult> leftAnswer,
            CompletableFuture<EditResult> rightAnswer) {
        EditResult left() {
            return joined(leftAnswer);
        }

        EditResult right() {
            return joined(rightAnswer);
        }
    }

    private Both submit(EditRequest ofLeft) {
        HeldWriter writer = new HeldWriter(world);
        Both both =
                new Both(
                        writer,
                        world.edits.submit(ofLeft),
                        world.edits.submit(
                                patchRequest(right.key(), base(right), setTile(3, 1), "r")));
        assertThat(world.drafts.waitingBytes()).isPositive();
        return both;
    }

    /** Past the cache, as another instance would. */
    private void change(String sql) {
        world.store.threads().run(() -> world.store.template().execute(sql));
    }
}
