package dev.terrane.core.entity.stream;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.guest;
import static dev.terrane.core.entity.GuestRoom.inventory;
import static dev.terrane.core.entity.stream.Streams.capture;
import static dev.terrane.core.entity.stream.Streams.numbered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamNumberingTest {
    private final Kernel kernel = GuestRoom.kernel();

    @Test
    void rowsCountFromOneInRowOrderWhateverTheKernelCounted() {
        guest(kernel);
        var guest = guest(kernel);
        var table = inventory(guest);
        added(table.addRow(9));
        table.removeRow(9);
        added(table.addRow(7));
        added(table.addRow(3));
        var binding = binding(guest.guid());
        var numbering = new StreamNumbering(binding);
        assertThat(incarnations(numbered(numbering, capture(guest, binding))))
                .containsExactly(1L, 2L);
        added(table.addRow(5));
        table.removeRow(3);
        added(table.addRow(3));
        // Row 3 is another row now and row 5 is new: 3 and 4 in row order. Row 7 keeps its 2.
        var second = numbered(numbering, capture(guest, binding));
        assertThat(incarnations(second)).containsExactly(3L, 4L, 2L);
        assertThat(second.root().incarnation()).isEqualTo(1);
    }

    @Test
    void rowsThatCameAndWentBetweenFlushesUseNoNumber() {
        var guest = guest(kernel);
        var binding = binding(guest.guid());
        var numbering = new StreamNumbering(binding);
        numbered(numbering, capture(guest, binding));
        for (int i = 0; i < 10; i++) {
            added(inventory(guest).addRow(1));
            inventory(guest).clear();
        }
        added(inventory(guest).addRow(1));
        assertThat(incarnations(numbered(numbering, capture(guest, binding)))).containsExactly(1L);
    }

    @Test
    void anotherLifetimeOfTheGuidIsRefused() {
        var guest = guest(kernel);
        var binding = binding(guest.guid());
        var numbering = new StreamNumbering(binding);
        kernel.destroy(guest.guid());
        var again =
                GuestRoom.created(
                        kernel.create(new Creation(GuestRoom.PLAYER, guest.guid(), 1, List.of())));
        assertThat(numbering.translate(capture(again, binding)))
                .isEqualTo(
                        new StreamNumbering.Result.Refused(
                                new Refusal.Rejected(
                                        Reason.ROOT_MISMATCH, guest.guid() + " incarnation 2")));
    }

    @Test
    void aChildsRowsAreNewWhenItComesBackAndItsTableCountsOn() {
        var boxes = Boxes.kernel();
        var root = Boxes.box(boxes);
        var child = Boxes.box(Boxes.left(root), 1);
        child.findTable(Boxes.NOTES).orElseThrow().addRow(4);
        child.findTable(Boxes.NOTES).orElseThrow().addRow(5);
        var binding = Boxes.binding(root, Boxes.levels(1));
        var numbering = new StreamNumbering(binding);
        assertThat(notes(numbered(numbering, capture(root, binding)))).containsExactly(1L, 2L);
        assertThat(notes(numbered(numbering, capture(root, binding)))).containsExactly(1L, 2L);
        Boxes.left(root).swap(1, Boxes.left(root), 2);
        assertThat(notes(numbered(numbering, capture(root, binding)))).containsExactly(1L, 2L);
        Boxes.left(root).remove(2);
        numbered(numbering, capture(root, binding));
        Boxes.left(root).place(1, child);
        assertThat(notes(numbered(numbering, capture(root, binding)))).containsExactly(3L, 4L);
        boxes.destroy(child.guid());
        GuestRoom.created(Boxes.left(root).create(1, child.guid(), 0))
                .findTable(Boxes.NOTES)
                .orElseThrow()
                .addRow(4);
        var reborn = numbered(numbering, capture(root, binding));
        assertThat(notes(reborn)).containsExactly(1L);
        assertThat(children(reborn).getFirst().incarnation()).isEqualTo(2);
    }

    @Test
    void aChildSeenThroughAnotherClassHasNewRows() {
        var boxes = Boxes.kernel();
        var root = Boxes.box(boxes);
        var child = Boxes.box(Boxes.left(root), 1);
        child.findTable(Boxes.NOTES).orElseThrow().addRow(4);
        var inner = Boxes.levels(0);
        var bare =
                new EntityProjection(
                        Boxes.BOX,
                        List.of(),
                        List.of(new EntityProjection.TableSelection(Boxes.NOTES, List.of())),
                        List.of());
        var selection =
                new EntityProjection(
                        Boxes.BOX,
                        List.of(),
                        List.of(),
                        List.of(
                                EntityProjection.ContainerSelection.ofEvery(Boxes.LEFT, inner),
                                EntityProjection.ContainerSelection.ofEvery(Boxes.RIGHT, bare)));
        var binding = Boxes.binding(root, selection);
        var numbering = new StreamNumbering(binding);
        assertThat(notes(numbered(numbering, capture(root, binding)))).containsExactly(1L);
        Boxes.left(root).swap(1, Boxes.right(root), 1);
        assertThat(notes(numbered(numbering, capture(root, binding)))).containsExactly(2L);
    }

    private static List<EntitySnapshot> children(Snapshot snapshot) {
        return snapshot.root().containers().values().stream()
                .flatMap(container -> container.slots().values().stream())
                .toList();
    }

    private static List<Long> notes(Snapshot snapshot) {
        return children(snapshot).getFirst().tables().get(Boxes.NOTES).rows().values().stream()
                .map(EntitySnapshot.RowSnapshot::incarnation)
                .toList();
    }

    private StreamBinding binding(Guid guid) {
        var entity = kernel.find(guid).orElseThrow();
        return new StreamBinding(
                GuestRoom.SCHEMA, guid, 1, 1, Streams.layout(entity, Streams.usual()));
    }

    private static List<Long> incarnations(Snapshot snapshot) {
        return snapshot.root().tables().get(GuestRoom.INVENTORY).rows().values().stream()
                .map(EntitySnapshot.RowSnapshot::incarnation)
                .toList();
    }
}
