package dev.terrane.core.entity.stream;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.guest;
import static dev.terrane.core.entity.GuestRoom.inventory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureTest {
    private final Kernel kernel = GuestRoom.kernel();
    private final Entity guest = guest(kernel);

    @Test
    void emptySelectionShowsIdentityOnly() {
        var snapshot = captured(EntityProjection.ofFields(GuestRoom.PLAYER, List.of()));
        assertThat(snapshot.root())
                .isEqualTo(
                        new EntitySnapshot(
                                guest.guid(),
                                guest.lifetime(),
                                GuestRoom.PLAYER,
                                IndexMap.empty(),
                                IndexMap.empty()));
    }

    @Test
    void selectionShowsExactlyWhatItNames() {
        added(inventory(guest).addRow(4)).set(GuestRoom.COUNT, new Value.UInt32(3));
        var selection =
                EntityProjection.of(
                        GuestRoom.PLAYER,
                        List.of(GuestRoom.HP, GuestRoom.X),
                        List.of(
                                new TableSelection(GuestRoom.INVENTORY, List.of(GuestRoom.COUNT)),
                                new TableSelection(GuestRoom.EFFECTS, List.of())));
        var root = captured(selection).root();
        assertThat(root.fields())
                .isEqualTo(
                        new IndexMap.Builder<Value>()
                                .put(GuestRoom.X, new Value.Float64(0))
                                .put(GuestRoom.HP, new Value.UInt32(100))
                                .build());
        var rows = root.tables().get(GuestRoom.INVENTORY).rows();
        assertThat(rows.get(4).columns())
                .isEqualTo(IndexMap.of(GuestRoom.COUNT, new Value.UInt32(3)));
        assertThat(root.tables().get(GuestRoom.EFFECTS).rows().isEmpty()).isTrue();
        assertThat(guest.findMaterialisedTable(GuestRoom.EFFECTS)).isEmpty();
    }

    @Test
    void aCaptureOutlivesItsSource() {
        var row = added(inventory(guest).addRow(1));
        row.set(GuestRoom.LABEL, Value.Text.of("kept"));
        var snapshot = captured(Streams.usual());
        row.set(GuestRoom.LABEL, Value.Text.of("changed"));
        kernel.destroy(guest.guid());
        assertThat(
                        snapshot.root()
                                .tables()
                                .get(GuestRoom.INVENTORY)
                                .rows()
                                .get(1)
                                .columns()
                                .get(GuestRoom.LABEL))
                .isEqualTo(Value.Text.of("kept"));
    }

    @Test
    void wrongSelectionsAreRefusedByName() {
        assertThat(capture(fields(5L))).isEqualTo(refused(Reason.UNKNOWN_MEMBER, "GuestPlayer.5"));
        assertThat(capture(fields(0L))).isEqualTo(refused(Reason.INDEX_RANGE, "GuestPlayer.0"));
        assertThat(capture(fields(GuestRoom.HP, GuestRoom.HP)))
                .isEqualTo(refused(Reason.DUPLICATE, "GuestPlayer.104"));
        assertThat(capture(fields(GuestRoom.INVENTORY)))
                .isEqualTo(refused(Reason.MEMBER_KIND, "GuestPlayer.200"));
        assertThat(capture(fields(GuestRoom.BAG)))
                .isEqualTo(refused(Reason.MEMBER_KIND, "GuestPlayer.201"));
        assertThat(capture(tables(new TableSelection(GuestRoom.INVENTORY, List.of(9L)))))
                .isEqualTo(refused(Reason.UNKNOWN_MEMBER, "Item.9"));
        var twice = new TableSelection(GuestRoom.INVENTORY, List.of());
        assertThat(capture(tables(twice, twice)))
                .isEqualTo(refused(Reason.DUPLICATE, "GuestPlayer.200"));
        assertThat(capture(EntityProjection.ofFields("Item", List.of())))
                .isEqualTo(refused(Reason.CLASS_MISMATCH, "Item"));
        var other = new Projection(GuestRoom.SCHEMA, new Guid(77), fields());
        assertThat(Capture.capture(guest, other, SnapshotLimits.defaults()))
                .isEqualTo(refused(Reason.ROOT_MISMATCH, "77"));
        kernel.destroy(guest.guid());
        assertThat(capture(fields())).isEqualTo(refused(Reason.STALE, guest.guid().toString()));
    }

    @Test
    void containersAreRefusedByName() {
        var selection =
                new EntityProjection(
                        GuestRoom.PLAYER,
                        List.of(),
                        List.of(),
                        List.of(new ContainerSelection(GuestRoom.BAG, List.of())));
        assertThat(capture(selection))
                .isEqualTo(refused(Reason.CONTAINER_UNSUPPORTED, "GuestPlayer.bag"));
    }

    @Test
    void everyLimitHoldsAtItsEdge() {
        guest.set(GuestRoom.NAME, Value.Text.of("n\0me"));
        added(inventory(guest).addRow(1)).set(GuestRoom.LABEL, Value.Text.of("ab"));
        added(inventory(guest).addRow(2));
        // Schema id 12, class 11, row class 4, name 4, label 2; 3 fields, 1 table, 4 column values;
        // 2 rows.
        assertThat(captureWith(new SnapshotLimits(2, 8, 33, 4)))
                .isInstanceOf(Capture.Result.Captured.class);
        assertThat(captureWith(new SnapshotLimits(1, 8, 33, 4)))
                .isEqualTo(over(Refusal.Limit.ROWS, 1, 2));
        assertThat(captureWith(new SnapshotLimits(2, 7, 33, 4)))
                .isEqualTo(over(Refusal.Limit.MEMBERS, 7, 8));
        assertThat(captureWith(new SnapshotLimits(2, 8, 32, 4)))
                .isEqualTo(over(Refusal.Limit.STRING_BYTES, 32, 33));
        assertThat(captureWith(new SnapshotLimits(2, 8, 33, 3)))
                .isEqualTo(
                        new Capture.Result.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.VALUE_BYTES, 3, 4, "GuestPlayer.name")));
        // The projection is counted by itself: 3 fields, 1 table, 2 columns; schema id and class.
        inventory(guest).clear();
        assertThat(captureWith(new SnapshotLimits(0, 6, 33, 4)))
                .isInstanceOf(Capture.Result.Captured.class);
        assertThat(captureWith(new SnapshotLimits(0, 5, 33, 4)))
                .isEqualTo(
                        new Capture.Result.Refused(
                                new Refusal.OverLimit(Refusal.Limit.MEMBERS, 5, 6, "Item")));
        assertThat(captureWith(new SnapshotLimits(0, 6, 22, 4)))
                .isEqualTo(
                        new Capture.Result.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.STRING_BYTES, 22, 23, GuestRoom.PLAYER)));
    }

    private Snapshot captured(EntityProjection selection) {
        return switch (capture(selection)) {
            case Capture.Result.Captured(Snapshot snapshot) -> snapshot;
            case Capture.Result.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    private Capture.Result capture(EntityProjection selection) {
        return Capture.capture(
                guest,
                new Projection(GuestRoom.SCHEMA, guest.guid(), selection),
                SnapshotLimits.defaults());
    }

    private Capture.Result captureWith(SnapshotLimits limits) {
        return Capture.capture(
                guest, new Projection(GuestRoom.SCHEMA, guest.guid(), Streams.usual()), limits);
    }

    private static EntityProjection fields(Long... indices) {
        return EntityProjection.ofFields(GuestRoom.PLAYER, List.of(indices));
    }

    private static EntityProjection tables(TableSelection... tables) {
        return EntityProjection.of(GuestRoom.PLAYER, List.of(), List.of(tables));
    }

    private static Capture.Result refused(Reason reason, String location) {
        return new Capture.Result.Refused(new Refusal.Rejected(reason, location));
    }

    private static Capture.Result over(Refusal.Limit limit, long max, long actual) {
        return new Capture.Result.Refused(new Refusal.OverLimit(limit, max, actual, "inventory"));
    }
}
