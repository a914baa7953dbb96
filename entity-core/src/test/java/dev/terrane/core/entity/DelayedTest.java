package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DelayedTest {
    private final Kernel kernel = Camp.kernel();
    private final List<DelayedUpdate> seen = new ArrayList<>();
    private final Entity tent;

    DelayedTest() {
        kernel.callbacks().onEveryDelayed(MaskName.SYNC_VIEW, 0, seen::add);
        kernel.callbacks().onEveryDelayed(MaskName.SYNC_SELF, 0, seen::add);
        tent = Camp.tent(kernel);
    }

    @Test
    void onlyFlaggedMembersThatAreNotRealTimeWaitForTheUpdate() {
        tent.set(Camp.FAST, new Value.Float64(1));
        tent.set(Camp.KEPT, new Value.Int64(1));
        tent.set(Camp.PLAIN, new Value.Bool(true));
        tent.findTable(Camp.NOTES).orElseThrow().addRow();
        tent.findContainer(Camp.HIDDEN).orElseThrow().create(1, 0);
        assertThat(kernel.update()).isTrue();
        assertThat(seen).isEmpty();
        tent.set(Camp.SEEN, Camp.number(1));
        tent.set(Camp.SEEN, Camp.number(2));
        tent.set(Camp.OWN, Value.Text.of("x"));
        tent.set(Camp.BIG, new Value.UInt64(-1));
        assertThat(seen).isEmpty();
        kernel.update();
        kernel.update();
        assertThat(seen)
                .extracting(DelayedUpdate::mask)
                .containsExactly(MaskName.SYNC_VIEW, MaskName.SYNC_SELF);
        assertThat(seen.get(0).fields())
                .isEqualTo(
                        new IndexMap.Builder<Value>()
                                .put(Camp.SEEN, Camp.number(2))
                                .put(Camp.OWN, Value.Text.of("x"))
                                .build());
        assertThat(seen.get(1).fields())
                .isEqualTo(
                        new IndexMap.Builder<Value>()
                                .put(Camp.OWN, Value.Text.of("x"))
                                .put(Camp.BIG, new Value.UInt64(-1))
                                .build());
    }

    @Test
    void tablesSayWhatWasClearedRemovedAndWritten() {
        var loot = Camp.loot(tent);
        added(loot.addRow(1)).set(1, Camp.number(5));
        loot.addRow(2);
        kernel.update();
        var first = seen.getFirst().tables().get(Camp.LOOT);
        assertThat(first.cleared()).isFalse();
        assertThat(first.rows().get(1).values()).containsExactly(Camp.number(5), Value.Text.of(""));
        loot.findRow(1).orElseThrow().set(2, Value.Text.of("king"));
        loot.removeRow(2);
        kernel.update();
        var second = seen.get(1).tables().get(Camp.LOOT);
        assertThat(second)
                .isEqualTo(
                        new DelayedUpdate.TableUpdate(
                                false,
                                List.of(2L),
                                IndexMap.of(1, IndexMap.of(2, Value.Text.of("king")))));
        loot.clear();
        kernel.update();
        assertThat(seen.get(2).tables().get(Camp.LOOT))
                .isEqualTo(new DelayedUpdate.TableUpdate(true, List.of(), IndexMap.empty()));
    }

    @Test
    void aContainerAloneIsABatchWithWholeChildrenReferencesAndMarkers() {
        var chests = Camp.chests(tent);
        var a = created(chests.create(1, 7));
        kernel.update();
        var first = seen.getFirst().containers().get(Camp.CHESTS);
        assertThat(seen.getFirst().fields().isEmpty()).isTrue();
        assertThat(first.slots().get(1))
                .isInstanceOfSatisfying(
                        DelayedUpdate.SlotUpdate.Full.class,
                        full -> {
                            assertThat(full.child().guid()).isEqualTo(a.guid());
                            assertThat(full.child().fields())
                                    .isEqualTo(IndexMap.of(Camp.LABEL, Value.Text.of("oak")));
                        });
        chests.swap(1, chests, 3);
        kernel.update();
        assertThat(seen.get(1).containers().get(Camp.CHESTS).slots())
                .isEqualTo(
                        new IndexMap.Builder<DelayedUpdate.SlotUpdate>()
                                .put(1, new DelayedUpdate.SlotUpdate.Empty())
                                .put(3, new DelayedUpdate.SlotUpdate.Known(a.guid()))
                                .build());
        kernel.destroy(a.guid());
        kernel.update();
        assertThat(seen.get(2).containers().get(Camp.CHESTS))
                .isEqualTo(
                        new DelayedUpdate.ContainerUpdate(
                                List.of(new DelayedUpdate.Destroyed(3, a.guid())),
                                IndexMap.empty()));
    }

    @Test
    void whatACallbackChangesWaitsButALaterMaskReadsTheNewValue() {
        kernel.callbacks()
                .onDelayed(
                        Camp.TENT,
                        MaskName.SYNC_VIEW,
                        1,
                        update -> {
                            if (tent.get(Camp.OWN).equals(Value.Text.of("one"))) {
                                tent.set(Camp.OWN, Value.Text.of("two"));
                            }
                        });
        tent.set(Camp.OWN, Value.Text.of("one"));
        kernel.update();
        assertThat(seen)
                .extracting(update -> update.fields().get(Camp.OWN))
                .containsExactly(Value.Text.of("one"), Value.Text.of("two"));
        kernel.update();
        assertThat(seen).hasSize(4);
        kernel.update();
        assertThat(seen).hasSize(4);
    }

    @Test
    void aRecursiveFlushIsRefusedAndConsumesNothing() {
        var results = new ArrayList<Boolean>();
        kernel.callbacks()
                .onDelayed(
                        Camp.TENT,
                        MaskName.SYNC_VIEW,
                        1,
                        update -> {
                            if (results.isEmpty()) {
                                tent.set(Camp.SEEN, Camp.number(7));
                                results.add(kernel.flushDelayed(Camp.TENT));
                                results.add(kernel.flushDelayed(Camp.CHEST));
                                results.add(kernel.update());
                            }
                        });
        tent.set(Camp.SEEN, Camp.number(1));
        assertThat(kernel.flushDelayed(Camp.TENT)).isTrue();
        assertThat(results).containsExactly(false, true, true);
        assertThat(seen).hasSize(1);
        kernel.update();
        assertThat(seen).hasSize(2);
    }

    @Test
    void afterAnExceptionTheRestIsNotReplayedAndNewChangesArePending() {
        var second = Camp.tent(kernel);
        kernel.callbacks()
                .onDelayed(
                        Camp.TENT,
                        MaskName.SYNC_VIEW,
                        1,
                        update -> {
                            if (update.fields().get(Camp.SEEN).equals(Camp.number(1))) {
                                tent.set(Camp.SEEN, Camp.number(2));
                                throw new IllegalStateException("deliver");
                            }
                        });
        tent.set(Camp.SEEN, Camp.number(1));
        second.set(Camp.SEEN, Camp.number(9));
        assertThatIllegalStateException().isThrownBy(kernel::update);
        assertThat(kernel.update()).isTrue();
        assertThat(seen)
                .extracting(update -> update.fields().get(Camp.SEEN))
                .containsExactly(Camp.number(1), Camp.number(2));
    }

    @Test
    void aDestroyedEntityLeavesPendingAndActiveBatchesAndItsSuccessorStartsAnew() {
        var guid = tent.guid();
        var later = Camp.tent(kernel);
        tent.set(Camp.OWN, Value.Text.of("old"));
        kernel.destroy(guid);
        var again = created(kernel.create(new Creation(Camp.TENT, guid, 0, List.of())));
        kernel.update();
        assertThat(seen).isEmpty();
        kernel.callbacks()
                .onDelayed(
                        Camp.TENT,
                        MaskName.SYNC_VIEW,
                        1,
                        update -> {
                            kernel.destroy(update.entity().guid());
                            kernel.destroy(later.guid());
                            kernel.create(new Creation(Camp.TENT, later.guid(), 0, List.of()));
                        });
        again.set(Camp.OWN, Value.Text.of("new"));
        later.set(Camp.OWN, Value.Text.of("later"));
        kernel.update();
        assertThat(seen)
                .singleElement()
                .satisfies(
                        update -> {
                            assertThat(update.entity()).isSameAs(again);
                            assertThat(update.mask()).isEqualTo(MaskName.SYNC_VIEW);
                        });
        kernel.update();
        assertThat(seen).hasSize(1);
    }

    @Test
    void aSlotWhoseNextChildCameAndWentIsToldAsEmpty() {
        var chests = Camp.chests(tent);
        created(chests.create(1, 0));
        kernel.update();
        chests.remove(1);
        kernel.destroy(created(chests.create(1, 0)).guid());
        kernel.update();
        assertThat(seen.getLast().containers().get(Camp.CHESTS))
                .isEqualTo(
                        new DelayedUpdate.ContainerUpdate(
                                List.of(), IndexMap.of(1, new DelayedUpdate.SlotUpdate.Empty())));
    }

    @Test
    void aChildNobodyWasToldOfLeavesNoMarker() {
        var chests = Camp.chests(tent);
        var failing = new boolean[] {true};
        kernel.callbacks()
                .onClass(
                        Camp.CHEST,
                        0,
                        event -> {
                            if (failing[0]) {
                                throw new IllegalStateException("never");
                            }
                        });
        assertThatIllegalStateException().isThrownBy(() -> chests.create(4, 0));
        failing[0] = false;
        kernel.update();
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().containers().get(Camp.CHESTS))
                .isEqualTo(
                        new DelayedUpdate.ContainerUpdate(
                                List.of(), IndexMap.of(4, new DelayedUpdate.SlotUpdate.Empty())));
    }

    @Test
    void aChildThatMovedBeforeItWasDestroyedLeavesBothSlotsAndAMarker() {
        var chests = Camp.chests(tent);
        var a = created(chests.create(1, 0));
        var b = created(chests.create(2, 0));
        kernel.update();
        chests.swap(1, chests, 2);
        kernel.destroy(a.guid());
        kernel.update();
        assertThat(seen.getLast().containers().get(Camp.CHESTS))
                .isEqualTo(
                        new DelayedUpdate.ContainerUpdate(
                                List.of(new DelayedUpdate.Destroyed(2, a.guid())),
                                new IndexMap.Builder<DelayedUpdate.SlotUpdate>()
                                        .put(1, new DelayedUpdate.SlotUpdate.Known(b.guid()))
                                        .put(2, new DelayedUpdate.SlotUpdate.Empty())
                                        .build()));
    }

    @Test
    void whoeverWasToldOfAWholeChildKnowsWhatIsInside() {
        var box =
                new EntityLayout(
                        "Box",
                        IndexMap.empty(),
                        IndexMap.empty(),
                        IndexMap.of(1, new ContainerLayout("boxes", "Box")));
        var masks = Map.of("Box", IndexMap.of(1, Mask.of(MaskName.SYNC_VIEW)));
        var last = new long[1];
        var boxes =
                new Kernel(
                        Catalog.of(List.of(box), List.of(), masks),
                        () -> new Guid(++last[0]),
                        KernelLimits.defaults());
        var outer = created(boxes.create(Creation.of("Box")));
        var middle = created(boxes.create(Creation.of("Box")));
        var inner = created(middle.findContainer(1).orElseThrow().create(1, 0));
        boxes.callbacks().onDelayed("Box", MaskName.SYNC_VIEW, 0, seen::add);
        outer.findContainer(1).orElseThrow().place(1, middle);
        boxes.update();
        middle.findContainer(1).orElseThrow().remove(1);
        outer.findContainer(1).orElseThrow().place(2, inner);
        boxes.destroy(inner.guid());
        outer.findContainer(1).orElseThrow().swap(1, outer.findContainer(1).orElseThrow(), 3);
        boxes.update();
        assertThat(seen.getFirst().containers().get(1).slots().get(1))
                .isInstanceOf(DelayedUpdate.SlotUpdate.Full.class);
        assertThat(seen)
                .filteredOn(update -> update.entity() == outer)
                .last()
                .extracting(update -> update.containers().get(1).destroyed())
                .isEqualTo(List.of(new DelayedUpdate.Destroyed(2, inner.guid())));
    }
}
