package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerTest {
    private static final long BOXES = 1;
    private static final long SHELF = 2;

    private final Kernel kernel = kernel(new KernelLimits(40, 10, 10, 10, GuidWidth.BITS_64));
    private final Entity box = box(kernel);
    private final Entity other = box(kernel);

    @Test
    void aChildIsCreatedInItsSlotFromTheConfigurationRow() {
        var guest = GuestRoom.guest(GuestRoom.kernel());
        var bag = guest.findContainer(GuestRoom.BAG).orElseThrow();
        var item = created(bag.create(3, 2));
        assertThat(item.get(GuestRoom.COUNT)).isEqualTo(new Value.UInt32(1));
        assertThat(item.layout().name()).isEqualTo("Item");
        assertThat(item.findParent()).containsSame(guest);
        assertThat(item.findHolder()).containsSame(bag);
        assertThat(item.slot()).isEqualTo(3);
        assertThat(item.root()).isSameAs(guest);
        assertThat(bag.find(3)).containsSame(item);
        assertThat(bag.slots()).containsExactly(new Container.Slot(3, item));
        assertThat(bag.firstFreeSlot()).isEqualTo(1);
        assertThat(bag.create(1, new Guid(77), 0)).isInstanceOf(CreateResult.Created.class);
        assertThat(bag.slotAt(0)).isEqualTo(1);
        assertThat(bag.childAt(1)).isSameAs(item);
        assertThat(bag.firstFreeSlot()).isEqualTo(2);
        assertThat(guest.findContainer(GuestRoom.HP)).isEmpty();
        assertThat(guest.findMaterialisedContainer(GuestRoom.BAG)).containsSame(bag);
    }

    @Test
    void refusedCreationsLeaveNothing() {
        var boxes = boxes(box);
        created(boxes.create(1, 0));
        int before = kernel.entities().size();
        assertThat(boxes.create(1, 0)).isEqualTo(noChild(Reason.SLOT_TAKEN, "Box.boxes[1]"));
        assertThat(boxes.create(0, 0)).isEqualTo(noChild(Reason.INDEX_RANGE, "Box.boxes[0]"));
        assertThat(boxes.create(1L << 32, 0))
                .isEqualTo(noChild(Reason.INDEX_RANGE, "Box.boxes[4294967296]"));
        assertThat(boxes.create(2, 9)).isEqualTo(noChild(Reason.UNKNOWN_PROFILE, "9"));
        assertThat(boxes.create(2, box.guid(), 0))
                .isEqualTo(noChild(Reason.GUID_IN_USE, box.guid().toString()));
        kernel.destroy(box.guid());
        assertThat(boxes.create(2, 0)).isEqualTo(noChild(Reason.STALE, "Box.boxes[2]"));
        assertThat(kernel.entities()).hasSize(before - 1);
    }

    @Test
    void placingNeedsAFreeSlotAFreeChildAndTheClass() {
        var boxes = boxes(box);
        var child = box(kernel);
        assertThat(boxes.place(2, child)).isEqualTo(new ChangeResult.Done());
        assertThat(boxes.place(2, box(kernel))).isEqualTo(no(Reason.SLOT_TAKEN, "Box.boxes[2]"));
        assertThat(boxes.place(3, child)).isEqualTo(no(Reason.ALREADY_PLACED, "Box.boxes[3]"));
        assertThat(boxes(other).place(1, child))
                .isEqualTo(no(Reason.ALREADY_PLACED, "Box.boxes[1]"));
        var coin = created(kernel.create(Creation.of("Coin")));
        assertThat(boxes.place(3, coin)).isEqualTo(no(Reason.CLASS_MISMATCH, "Box.boxes[3]"));
        assertThat(boxes.place(0, box(kernel))).isEqualTo(no(Reason.INDEX_RANGE, "Box.boxes[0]"));
        var gone = box(kernel);
        kernel.destroy(gone.guid());
        assertThat(boxes.place(3, gone)).isEqualTo(no(Reason.STALE, "Box.boxes[3]"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> boxes.place(3, box(kernel(KernelLimits.defaults()))));
        assertThat(boxes.slots()).containsExactly(new Container.Slot(2, child));
        assertThat(coin.findParent()).isEmpty();
    }

    @Test
    void nothingIsInsideItself() {
        var child = created(boxes(box).create(1, 0));
        var grandchild = created(boxes(child).create(1, 0));
        assertThat(boxes(box).place(2, box)).isEqualTo(no(Reason.CYCLE, "Box.boxes[2]"));
        assertThat(boxes(grandchild).place(1, box)).isEqualTo(no(Reason.CYCLE, "Box.boxes[1]"));
        assertThat(boxes(box).swap(1, boxes(grandchild), 1))
                .isEqualTo(no(Reason.CYCLE, "Box.boxes[1]"));
        assertThat(boxes(box).find(1)).containsSame(child);
        assertThat(grandchild.root()).isSameAs(box);
    }

    @Test
    void handlesSayWhatTheyAre() {
        var tent = Camp.tent(Camp.kernel());
        assertThat(tent).hasToString("Tent 1");
        assertThat(Camp.chests(tent)).hasToString("Tent.chests");
        assertThat(Camp.loot(tent)).hasToString("Tent.loot");
        assertThat(GuestRoom.added(Camp.loot(tent).addRow(3))).hasToString("Tent.loot[3]");
    }

    @Test
    void depthIsLimited() {
        var deep = kernel(new KernelLimits(40, 10, 10, 10, GuidWidth.BITS_64, 2, 0, 1));
        var top = box(deep);
        var middle = created(boxes(top).create(1, 0));
        created(boxes(middle).create(1, 0));
        var over = new Refusal.OverLimit(Refusal.Limit.CONTAINER_DEPTH, 2, 3, "Box.boxes[1]");
        assertThat(boxes(boxes(middle).find(1).orElseThrow()).create(1, 0))
                .isEqualTo(new CreateResult.Refused(over));
        assertThat(boxes(box(deep)).place(1, top)).isEqualTo(new ChangeResult.Refused(over));
        assertThat(boxes(box(deep)).place(1, box(deep))).isEqualTo(new ChangeResult.Done());
    }

    @Test
    void aSwapMovesOrExchangesWithinAndAcrossContainers() {
        var boxes = boxes(box);
        var a = created(boxes.create(1, 0));
        var b = created(boxes.create(2, 0));
        assertThat(boxes.swap(9, boxes, 1)).isEqualTo(no(Reason.SLOT_EMPTY, "Box.boxes[9]"));
        assertThat(boxes.swap(1, boxes, 0)).isEqualTo(no(Reason.INDEX_RANGE, "Box.boxes[0]"));
        assertThat(boxes.swap(1, boxes, 2)).isEqualTo(new ChangeResult.Done());
        assertThat(boxes.slots())
                .containsExactly(new Container.Slot(1, b), new Container.Slot(2, a));
        boxes.swap(2, boxes, 7);
        assertThat(a.slot()).isEqualTo(7);
        boxes.swap(7, boxes, 7);
        assertThat(a.slot()).isEqualTo(7);
        var c = created(boxes(other).create(5, 0));
        assertThat(boxes.swap(7, boxes(other), 5)).isEqualTo(new ChangeResult.Done());
        assertThat(a.findParent()).containsSame(other);
        assertThat(a.slot()).isEqualTo(5);
        assertThat(c.findParent()).containsSame(box);
        assertThat(c.slot()).isEqualTo(7);
        assertThat(boxes.swap(1, boxes(other), 6)).isEqualTo(new ChangeResult.Done());
        assertThat(b.findParent()).containsSame(other);
        assertThat(boxes.slots()).containsExactly(new Container.Slot(7, c));
        assertThat(boxes.swap(7, shelf(other), 1))
                .isEqualTo(no(Reason.CLASS_MISMATCH, "Box.shelf[1]"));
        assertThat(boxes.slots()).containsExactly(new Container.Slot(7, c));
    }

    @Test
    void removalDetachesAndDestructionLeavesTheParentWithoutTheChild() {
        var boxes = boxes(box);
        var a = created(boxes.create(1, 0));
        var b = created(boxes.create(2, 0));
        assertThat(boxes.remove(1)).isEqualTo(new ChangeResult.Done());
        assertThat(boxes.remove(1)).isEqualTo(no(Reason.SLOT_EMPTY, "Box.boxes[1]"));
        assertThat(a.isLive()).isTrue();
        assertThat(a.findParent()).isEmpty();
        assertThat(a.slot()).isZero();
        assertThat(boxes.destroy(2)).isEqualTo(new ChangeResult.Done());
        assertThat(boxes.destroy(2)).isEqualTo(no(Reason.SLOT_EMPTY, "Box.boxes[2]"));
        assertThat(b.isLive()).isFalse();
        assertThat(boxes.size()).isZero();
        boxes.place(1, a);
        kernel.destroy(a.guid());
        assertThat(boxes.size()).isZero();
    }

    @Test
    void childrenSurviveTheirParentAndStaleHandlesAreRefused() {
        var boxes = boxes(box);
        var a = created(boxes.create(1, 0));
        kernel.destroy(box.guid());
        assertThat(a.isLive()).isTrue();
        assertThat(a.findParent()).isEmpty();
        assertThat(boxes.place(1, a)).isEqualTo(no(Reason.STALE, "Box.boxes[1]"));
        assertThat(boxes.remove(1)).isEqualTo(no(Reason.STALE, "Box.boxes[1]"));
        assertThat(boxes.destroy(1)).isEqualTo(no(Reason.STALE, "Box.boxes[1]"));
        assertThat(boxes.swap(1, boxes(other), 1)).isEqualTo(no(Reason.STALE, "Box.boxes[1]"));
        created(boxes(other).create(1, 0));
        assertThat(boxes(other).swap(1, boxes, 1)).isEqualTo(no(Reason.STALE, "Box.boxes[1]"));
        assertThatIllegalStateException().isThrownBy(() -> box.findContainer(BOXES));
    }

    @Test
    void structureIsAmongTheChanges() {
        var a = created(boxes(box).create(1, 0));
        kernel.drainChanges();
        boxes(box).swap(1, boxes(other), 4);
        var swapped = kernel.drainChanges();
        assertThat(swapped.moved()).containsExactly(a);
        assertThat(swapped.changed())
                .extracting(KernelChanges.Change::entity)
                .containsExactly(box, other);
        assertThat(swapped.changed())
                .allSatisfy(change -> assertThat(change.members()).containsExactly(BOXES));
        kernel.destroy(a.guid());
        var gone = kernel.drainChanges();
        assertThat(gone.moved()).isEmpty();
        assertThat(gone.changed()).extracting(KernelChanges.Change::entity).containsExactly(other);
        assertThat(gone.destroyed()).hasSize(1);
        var child = created(boxes(box).create(1, 0));
        assertThat(kernel.drainChanges().moved()).isEmpty();
        kernel.destroy(box.guid());
        assertThat(kernel.drainChanges().moved()).containsExactly(child);
    }

    @Test
    void numbersStayInOrderThroughManyChanges() {
        var inventory = GuestRoom.inventory(GuestRoom.guest(GuestRoom.kernel()));
        for (long number : new long[] {9, 2, 5, 1, 7, 3, 8}) {
            added(inventory.addRow(number));
        }
        inventory.removeRow(5);
        inventory.removeRow(9);
        inventory.removeRow(1);
        assertThat(inventory.rows()).extracting(Row::number).containsExactly(2L, 3L, 7L, 8L);
    }

    private static Kernel kernel(KernelLimits limits) {
        var coin = EntityLayout.ofFields("Coin", IndexMap.empty());
        var containers =
                new IndexMap.Builder<ContainerLayout>()
                        .put(BOXES, new ContainerLayout("boxes", "Box"))
                        .put(SHELF, new ContainerLayout("shelf", "Coin"))
                        .build();
        var layout = new EntityLayout("Box", IndexMap.empty(), IndexMap.empty(), containers);
        var last = new long[1];
        return new Kernel(
                Catalog.of(List.of(layout, coin), List.of()), () -> new Guid(++last[0]), limits);
    }

    private static Entity box(Kernel kernel) {
        return created(kernel.create(Creation.of("Box")));
    }

    private static Container boxes(Entity box) {
        return box.findContainer(BOXES).orElseThrow();
    }

    private static Container shelf(Entity box) {
        return box.findContainer(SHELF).orElseThrow();
    }

    private static ChangeResult no(Reason reason, String location) {
        return ChangeResult.rejected(reason, location);
    }

    private static CreateResult noChild(Reason reason, String location) {
        return new CreateResult.Refused(new Refusal.Rejected(reason, location));
    }
}
