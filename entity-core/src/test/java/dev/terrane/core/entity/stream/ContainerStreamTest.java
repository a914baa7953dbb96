package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection.ChildSelection;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Children as part of their root: what is published, committed and refused. */
class ContainerStreamTest {
    private final Kernel kernel = Boxes.kernel();
    private final Entity root = Boxes.box(kernel);
    private final StreamBinding binding = Boxes.binding(root, Boxes.levels(2));
    private final StreamNumbering numbering = new StreamNumbering(binding);

    @Test
    void aSwapAcrossTwoContainersIsOneDeltaSeenWhole() {
        Entity left = Boxes.box(Boxes.left(root), 1);
        Entity right = Boxes.box(Boxes.right(root), 2);
        var sender = Streams.publisher(binding, state());
        Replica receiver = installed(sender);
        Boxes.left(root).swap(1, Boxes.right(root), 2);
        Delta delta = Streams.published(sender.update(state()));
        assertThat(delta.root().containers().values())
                .hasSize(2)
                .allMatch(ContainerChange.Replacement.class::isInstance);
        assertThat(receiver.apply(delta)).isEqualTo(new ApplyResult.Applied(2));
        assertThat(receiver.state()).contains(state());
        assertThat(child(receiver, Boxes.LEFT, 1)).isEqualTo(right.guid());
        assertThat(child(receiver, Boxes.RIGHT, 2)).isEqualTo(left.guid());
    }

    @Test
    void halfOfASwapIsRefusedAndWhatWasHandedOutStays() {
        Boxes.box(Boxes.left(root), 1);
        Boxes.box(Boxes.right(root), 2);
        var sender = Streams.publisher(binding, state());
        Replica receiver = installed(sender);
        Snapshot before = receiver.state().orElseThrow();
        Boxes.left(root).swap(1, Boxes.right(root), 2);
        Delta whole = Streams.published(sender.update(state()));
        var half =
                patch(
                        IndexMap.of(
                                Boxes.LEFT,
                                whole.root().containers().find(Boxes.LEFT).orElseThrow()));
        Streams.assertRejected(receiver.apply(half), Reason.DUPLICATE);
        assertThat(receiver.state()).isEmpty();
        assertThat(before.root().containers().get(Boxes.LEFT).slots().size()).isEqualTo(1);
    }

    @Test
    void aValueInsideAChildIsAPatchAndAMovedChildAReplacement() {
        Entity child = Boxes.box(Boxes.left(root), 1);
        Entity grandchild = Boxes.box(Boxes.right(child), 7);
        var sender = Streams.publisher(binding, state());
        Replica receiver = installed(sender);
        grandchild.set(Boxes.SIZE, new Value.UInt32(3));
        Delta inner = Streams.published(sender.update(state()));
        assertThat(inner.root().containers().get(Boxes.LEFT))
                .isInstanceOf(ContainerChange.Patch.class);
        receiver.apply(inner);
        Boxes.left(root).swap(1, Boxes.left(root), 2);
        Delta moved = Streams.published(sender.update(state()));
        assertThat(moved.root().containers().get(Boxes.LEFT))
                .isInstanceOf(ContainerChange.Replacement.class);
        receiver.apply(moved);
        assertThat(receiver.state()).contains(state());
    }

    @Test
    void detachingAChildDoesNotEndItAndItComesBackAsItWas() {
        Entity child = Boxes.box(Boxes.left(root), 1);
        child.findTable(Boxes.NOTES).orElseThrow().addRow(4);
        var sender = Streams.publisher(binding, state());
        Replica receiver = installed(sender);
        Boxes.left(root).remove(1);
        receiver.apply(Streams.published(sender.update(state())));
        assertThat(receiver.state().orElseThrow().root().containers().get(Boxes.LEFT).slots())
                .isEqualTo(IndexMap.empty());
        assertThat(child.isLive()).isTrue();
        Boxes.right(root).place(9, child);
        receiver.apply(Streams.published(sender.update(state())));
        assertThat(receiver.state()).contains(state());
    }

    @Test
    void aRetiredLifetimeOfAChildNeverReturns() {
        Guid guid = Boxes.box(Boxes.left(root), 1).guid();
        var sender = Streams.publisher(binding, state());
        Replica receiver = installed(sender);
        Snapshot old = state();
        kernel.destroy(guid);
        Boxes.left(root).create(1, guid, 0);
        Delta reborn = Streams.published(sender.update(state()));
        assertThat(receiver.apply(reborn)).isEqualTo(new ApplyResult.Applied(2));
        EntitySnapshot child =
                receiver.state().orElseThrow().root().containers().get(Boxes.LEFT).slots().get(1);
        assertThat(child.incarnation()).isEqualTo(2);
        var back = new ContainerChange.Replacement(old.root().containers().get(Boxes.LEFT).slots());
        var delta = new Delta(Boxes.SCHEMA, 1, 2, 3, root(IndexMap.of(Boxes.LEFT, back)), false);
        Streams.assertRejected(receiver.apply(delta), Reason.INCARNATION);
    }

    @Test
    void aPatchNeedsTheChildThatIsThere() {
        Boxes.box(Boxes.left(root), 1);
        var sender = Streams.publisher(binding, state());
        EntitySnapshot child =
                sender.baseline().snapshot().root().containers().get(Boxes.LEFT).slots().get(1);
        var size = IndexMap.<Value>of(Boxes.SIZE, new Value.UInt32(1));
        var right = new EntityPatch(child.guid(), 1, size, IndexMap.empty());
        var wrongGuid = new EntityPatch(new Guid(99), 1, size, IndexMap.empty());
        var wrongLifetime = new EntityPatch(child.guid(), 2, size, IndexMap.empty());
        assertThat(installed(sender).apply(child(1, right)))
                .isInstanceOf(ApplyResult.Applied.class);
        Streams.assertRejected(installed(sender).apply(child(2, right)), Reason.CHILD_STATE);
        Streams.assertRejected(installed(sender).apply(child(1, wrongGuid)), Reason.CHILD_STATE);
        Streams.assertRejected(
                installed(sender).apply(child(1, wrongLifetime)), Reason.CHILD_STATE);
        var nothing = new EntityPatch(child.guid(), 1, IndexMap.empty(), IndexMap.empty());
        Streams.assertRejected(installed(sender).apply(child(1, nothing)), Reason.EMPTY_PATCH);
    }

    @Test
    void onlyNamedChildrenAreSeenWhenThereIsNoRuleForEvery() {
        Entity seen = Boxes.box(Boxes.left(root), 1);
        Entity hidden = Boxes.box(Boxes.left(root), 2);
        var named =
                new EntityProjection(
                        Boxes.BOX,
                        List.of(),
                        List.of(),
                        List.of(
                                new ContainerSelection(
                                        Boxes.LEFT,
                                        List.of(
                                                new ChildSelection(
                                                        seen.guid(), Boxes.levels(0))))));
        StreamBinding narrow = Boxes.binding(root, named);
        var translate = new StreamNumbering(narrow);
        Snapshot first = Streams.numbered(translate, Streams.capture(root, narrow));
        assertThat(first.root().containers().get(Boxes.LEFT).slots().size()).isEqualTo(1);
        hidden.set(Boxes.SIZE, new Value.UInt32(5));
        Boxes.left(root).remove(2);
        assertThat(Streams.numbered(translate, Streams.capture(root, narrow))).isEqualTo(first);
        var whole = new Replica(narrow, StreamLimits.defaults());
        var smuggled = new Baseline(1, 1, state());
        assertThat(whole.apply(smuggled)).isInstanceOf(ApplyResult.Rejected.class);
    }

    @Test
    void depthEntitiesAndSlotsPassAtTheirEdgeAndNotBeyond() {
        Entity at = root;
        for (int depth = 1; depth <= 2; depth++) {
            at = Boxes.box(Boxes.left(at), 1);
        }
        assertLimit(2, 3, null);
        assertLimit(1, 3, Refusal.Limit.ENTITY_DEPTH);
        assertLimit(2, 2, Refusal.Limit.STREAM_ENTITIES);
        var sender = Streams.publisher(binding, state());
        var tight = new StreamLimits(new SnapshotLimits(1, 9, 99, 99, 999, 9), 99, 99, 999, 99);
        assertThat(new Replica(binding, tight).apply(sender.baseline()))
                .isInstanceOf(ApplyResult.Rejected.class);
    }

    @Test
    void hiddenChildrenCountAsSlotsLookedAt() {
        for (int slot = 1; slot <= 4; slot++) {
            Boxes.box(Boxes.left(root), slot);
        }
        var blind =
                new EntityProjection(
                        Boxes.BOX,
                        List.of(),
                        List.of(),
                        List.of(new ContainerSelection(Boxes.LEFT, List.of())));
        StreamBinding narrow = Boxes.binding(root, blind);
        assertThat(Capture.capture(root, narrow, new SnapshotLimits(8, 4, 9, 99, 999, 9)))
                .isInstanceOf(Capture.Result.Captured.class);
        assertThat(Capture.capture(root, narrow, new SnapshotLimits(8, 3, 9, 99, 999, 9)))
                .isInstanceOfSatisfying(
                        Capture.Result.Refused.class,
                        refused -> assertOver(refused.refusal(), Refusal.Limit.CONTAINER_SLOTS));
    }

    @Test
    void aSelectionOfAnotherClassOrTheSameChildTwiceIsRefused() {
        var twice =
                new ContainerSelection(
                        Boxes.LEFT,
                        List.of(
                                new ChildSelection(new Guid(5), Boxes.levels(0)),
                                new ChildSelection(new Guid(5), Boxes.levels(0))));
        var note = EntityProjection.ofFields("Note", List.of());
        assertRefused(twice, Reason.DUPLICATE);
        assertRefused(ContainerSelection.ofEvery(Boxes.LEFT, note), Reason.CLASS_MISMATCH);
        assertRefused(ContainerSelection.ofEvery(Boxes.SIZE, Boxes.levels(0)), Reason.MEMBER_KIND);
    }

    private void assertRefused(ContainerSelection selection, Reason reason) {
        var projection =
                new Projection(
                        Boxes.SCHEMA,
                        root.guid(),
                        new EntityProjection(Boxes.BOX, List.of(), List.of(), List.of(selection)));
        assertThat(Layouts.selectTree(Boxes.catalog(), projection, SnapshotLimits.defaults()))
                .isInstanceOfSatisfying(
                        Layouts.TreeResult.Refused.class,
                        refused ->
                                assertThat(((Refusal.Rejected) refused.refusal()).reason())
                                        .isEqualTo(reason));
    }

    private void assertLimit(int depth, int entities, Refusal.@Nullable Limit limit) {
        var limits = new SnapshotLimits(depth, entities, 99, 99, 999, 9);
        switch (Capture.capture(root, binding, limits)) {
            case Capture.Result.Captured _ -> assertThat(limit).isNull();
            case Capture.Result.Refused(Refusal refusal) -> {
                assertThat(limit).isNotNull();
                assertThat(((Refusal.OverLimit) refusal).limit()).isEqualTo(limit);
            }
        }
    }

    private static void assertOver(Refusal refusal, Refusal.Limit limit) {
        assertThat(((Refusal.OverLimit) refusal).limit()).isEqualTo(limit);
    }

    private Snapshot state() {
        return Streams.numbered(numbering, Streams.capture(root, binding));
    }

    private Replica installed(Publisher sender) {
        var receiver = new Replica(binding, StreamLimits.defaults());
        assertThat(receiver.apply(sender.baseline())).isInstanceOf(ApplyResult.Applied.class);
        return receiver;
    }

    private Delta child(long slot, EntityPatch child) {
        return patch(IndexMap.of(Boxes.LEFT, new ContainerChange.Patch(IndexMap.of(slot, child))));
    }

    private Delta patch(IndexMap<ContainerChange> containers) {
        return new Delta(Boxes.SCHEMA, 1, 1, 2, root(containers), false);
    }

    private EntityPatch root(IndexMap<ContainerChange> containers) {
        return new EntityPatch(root.guid(), 1, IndexMap.empty(), IndexMap.empty(), containers);
    }

    private static Guid child(Replica receiver, long container, long slot) {
        return receiver.state()
                .orElseThrow()
                .root()
                .containers()
                .get(container)
                .slots()
                .get(slot)
                .guid();
    }
}
