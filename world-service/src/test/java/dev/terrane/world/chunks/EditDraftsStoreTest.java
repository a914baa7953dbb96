package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.patchRequest;
import static dev.terrane.world.WorldFixture.putRequest;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.Viewer;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is made of edits before the writer's turn, and that it decides nothing. */
class EditDraftsStoreTest extends BothDatabases {
    @Test
    void whatIsWrittenWasMadeBeforeTheWritersTurn() {
        ChunkHead first = created(0, 0);
        EditRequest patch = patchRequest(first.key(), base(first), setTile(3, 1), "p");
        Draft draft = world.drafts.find(patch).orElseThrow();
        assertThat(world.drafts.waitingBytes()).isEqualTo(draft.image().bytes().size());
        world.drafts.release(draft);

        IdentityHashMap<EditRequest, Draft> made = new IdentityHashMap<>();
        made.put(patch, draft);
        world.store.threads().run(() -> world.batch.run(List.of(patch), made));

        assertThat(world.get(first.key()).image()).isSameAs(draft.image().bytes());
        assertThat(world.drafts.waitingBytes()).isZero();
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void editsThatWaitHaveADraft() {
        ChunkHead first = created(0, 0);
        HeldWriter writer = new HeldWriter(world);
        CompletableFuture<EditResult> answer =
                world.edits.submit(patchRequest(first.key(), base(first), setTile(3, 1), "p"));
        assertThat(world.drafts.waitingBytes()).isPositive();

        writer.release();

        assertThat(applied(joined(answer)).head().revision()).isEqualTo(2);
        assertThat(world.drafts.waitingBytes()).isZero();
        assertThat(world.upkeep.verify(Scope.ALL).faults()).isEmpty();
    }

    @Test
    void aDraftMadeByFlagsThatChangedMeanwhileIsDropped() {
        ChunkHead first = created(0, 0);
        HeldWriter writer = new HeldWriter(world);
        AssetFlag mild =
                new AssetFlag(
                        "props/sign",
                        Map.of(ContentCategory.HORROR, Severity.MILD),
                        false,
                        "mo",
                        WorldFixture.START);
        CompletableFuture<Optional<AssetFlag>> flagged =
                world.store.threads().writeAsync(() -> world.flags.put(mild));
        EditRequest patch = patchRequest(first.key(), base(first), setTile(3, 1), "p");
        CompletableFuture<EditResult> answer =
                world.edits.submit(
                        EditRequest.of(
                                first.key(),
                                base(first),
                                patch.change(),
                                patch.id(),
                                EditRequest.Editor.SERVER));
        assertThat(world.drafts.waitingBytes()).as("made by the flags of before").isPositive();

        writer.release();

        assertThat(flagged.orTimeout(30, TimeUnit.SECONDS).join()).isEmpty();
        assertThat(applied(joined(answer)).head().revision()).isEqualTo(2);
        assertThat(world.get(first.key()).chunk().flags().severity(ContentCategory.HORROR))
                .isEqualTo(Severity.MILD);
    }

    @Test
    void aDraftOfWhatWasReplacedMeanwhileConflicts() {
        ChunkHead first = created(0, 0);
        HeldWriter writer = new HeldWriter(world);
        List<CompletableFuture<EditResult>> answers =
                List.of(
                        world.edits.submit(
                                patchRequest(first.key(), base(first), setTile(1, 1), "a")),
                        world.edits.submit(
                                patchRequest(first.key(), base(first), setTile(2, 1), "b")));
        writer.release();

        ChunkHead won = applied(joined(answers.get(0))).head();
        assertThat(joined(answers.get(1)))
                .isEqualTo(new EditResult.Stale(2, won.checksum().hex(), false));
        assertThat(world.drafts.waitingBytes()).isZero();
    }

    @Test
    void thereIsNoneOfWhatTheWriterHasToJudge() {
        ChunkHead first = created(0, 0);
        assertThat(find(patchRequest(first.key(), base(first), setTile(0, 0), "same"))).isEmpty();
        assertThat(find(patchRequest(first.key(), base(first), setTile(0, 7), "refused")))
                .isEmpty();
        assertThat(find(patchRequest(key(1, 0), base(first), setTile(0, 1), "other"))).isEmpty();
        assertThat(find(putRequest(chunk(1, 0), Base.NONE, "create"))).isEmpty();
        assertThat(
                        find(
                                patchRequest(
                                        first.key(),
                                        new Base(1, "no checksum"),
                                        setTile(0, 1),
                                        "base")))
                .isEmpty();
        assertThat(
                        find(
                                EditRequest.of(
                                        first.key(),
                                        base(first),
                                        new EditRequest.Change.Delete(),
                                        EditRequest.Id.NONE,
                                        new EditRequest.Editor("ann", Viewer.LOWEST))))
                .isEmpty();
        assertThat(world.drafts.waitingBytes()).isZero();
    }

    private Optional<Draft> find(EditRequest request) {
        return world.drafts.find(request);
    }

    private static EditResult joined(CompletableFuture<EditResult> answer) {
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
