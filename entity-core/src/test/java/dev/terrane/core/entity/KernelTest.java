package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static dev.terrane.core.entity.GuestRoom.guest;
import static dev.terrane.core.entity.GuestRoom.inventory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.terrane.core.schema.ScalarType;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KernelTest {
    private final Kernel kernel = GuestRoom.kernel();

    @Test
    void fieldsStartAsZeroThenProfileThenLastArgument() {
        var entity =
                created(
                        kernel.create(
                                new Creation(
                                        GuestRoom.PLAYER,
                                        null,
                                        1,
                                        List.of(
                                                new Creation.Argument(
                                                        GuestRoom.HP, new Value.UInt32(7)),
                                                new Creation.Argument(
                                                        GuestRoom.HP, new Value.UInt32(0)),
                                                new Creation.Argument(
                                                        GuestRoom.NAME, Value.Text.of(""))))));
        assertThat(entity.get(GuestRoom.X)).isEqualTo(new Value.Float64(0));
        assertThat(entity.get(GuestRoom.MP)).isEqualTo(new Value.UInt32(100));
        assertThat(entity.get(GuestRoom.HP)).isEqualTo(new Value.UInt32(0));
        assertThat(entity.get(GuestRoom.NAME)).isEqualTo(Value.Text.of(""));
        assertThat(entity.findMaterialisedTable(GuestRoom.INVENTORY)).isEmpty();
    }

    @Test
    void refusedCreationsNameTheReasonAndLeaveNothing() {
        var guest = guest(kernel);
        assertThat(kernel.create(Creation.of("Nobody")))
                .isEqualTo(refused(Reason.UNKNOWN_CLASS, "Nobody"));
        assertThat(kernel.create(new Creation(GuestRoom.PLAYER, null, 9, List.of())))
                .isEqualTo(refused(Reason.UNKNOWN_PROFILE, "9"));
        assertThat(kernel.create(new Creation(GuestRoom.PLAYER, null, 2, List.of())))
                .isEqualTo(refused(Reason.PROFILE_CLASS, "GuestPlayer by profile 2"));
        assertThat(kernel.create(new Creation(GuestRoom.PLAYER, guest.guid(), 0, List.of())))
                .isEqualTo(refused(Reason.GUID_IN_USE, guest.guid().toString()));
        assertThat(withArgument(GuestRoom.HP, new Value.Int32(1)))
                .isEqualTo(refused(Reason.VALUE_TYPE, "GuestPlayer.hp"));
        assertThat(withArgument(7, new Value.Int32(1)))
                .isEqualTo(refused(Reason.UNKNOWN_MEMBER, "GuestPlayer.7"));
        assertThat(withArgument(GuestRoom.X, new Value.Float64(Double.NaN)))
                .isEqualTo(refused(Reason.NOT_FINITE, "GuestPlayer.x"));
        assertThat(kernel.entities()).containsExactly(guest);
    }

    @Test
    void guidsAreKeptInTheDeploymentsRange() {
        var limits = new KernelLimits(10, 10, 10, 10, GuidWidth.BITS_32);
        var narrow = GuestRoom.kernel(limits);
        var guid = new Guid(1L << 31);
        assertThat(narrow.create(new Creation(GuestRoom.PLAYER, guid, 0, List.of())))
                .isEqualTo(refused(Reason.GUID_RANGE, guid.toString()));
        var entity = guest(narrow);
        assertThat(entity.set(GuestRoom.GUILD, new Value.GuidRef(1L << 31)))
                .isEqualTo(setRefused(Reason.GUID_RANGE, "GuestPlayer.guild"));
        assertThat(entity.set(GuestRoom.GUILD, new Value.GuidRef(Integer.MIN_VALUE)))
                .isInstanceOf(SetResult.Changed.class);
    }

    @Test
    void aConfigurationRowOverTheLimitsMakesNothing() {
        var layout =
                EntityLayout.ofFields(
                        "Relic",
                        new IndexMap.Builder<FieldLayout>()
                                .put(1, new FieldLayout("maker", ScalarType.GUID))
                                .put(2, new FieldLayout("name", ScalarType.STRING))
                                .build());
        var far = IndexMap.<Value>of(1, new Value.GuidRef(1L << 31));
        var wordy = IndexMap.<Value>of(2, Value.Text.of("0123456789a"));
        var edge =
                new IndexMap.Builder<Value>()
                        .put(1, new Value.GuidRef(Integer.MAX_VALUE))
                        .put(2, Value.Text.of("0123456789"))
                        .build();
        var catalog =
                Catalog.of(
                        List.of(layout),
                        List.of(
                                new Profile(7, "Relic", far),
                                new Profile(8, "Relic", wordy),
                                new Profile(9, "Relic", edge)));
        var narrow =
                new Kernel(
                        catalog,
                        () -> new Guid(1),
                        new KernelLimits(10, 10, 10, 10, GuidWidth.BITS_32));
        assertThat(narrow.create(new Creation("Relic", null, 7, List.of())))
                .isEqualTo(refused(Reason.GUID_RANGE, "Relic.maker by profile 7"));
        assertThat(narrow.create(new Creation("Relic", null, 8, List.of())))
                .isEqualTo(
                        new CreateResult.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.VALUE_BYTES,
                                        10,
                                        11,
                                        "Relic.name by profile 8")));
        assertThat(narrow.entities()).isEmpty();
        assertThat(narrow.create(new Creation("Relic", null, 9, List.of())))
                .isInstanceOf(CreateResult.Created.class);
    }

    @Test
    void writesTellOldValueUnchangedOrRefusal() {
        var entity = guest(kernel);
        var max = new Value.UInt64(-1);
        assertThat(entity.set(GuestRoom.UINT64, max))
                .isEqualTo(new SetResult.Changed(new Value.UInt64(0)));
        assertThat(entity.set(GuestRoom.UINT64, max)).isEqualTo(new SetResult.Unchanged());
        assertThat(entity.get(GuestRoom.UINT64)).hasToString("UInt64[18446744073709551615]");
        assertThat(entity.set(GuestRoom.X, new Value.Float64(-0.0)))
                .isInstanceOf(SetResult.Changed.class);
        assertThat(entity.set(GuestRoom.BAG, max))
                .isEqualTo(setRefused(Reason.MEMBER_KIND, "GuestPlayer.201"));
        assertThat(entity.set(5, max))
                .isEqualTo(setRefused(Reason.UNKNOWN_MEMBER, "GuestPlayer.5"));
        assertThat(entity.set(GuestRoom.UINT64, new Value.Int64(1)))
                .isEqualTo(setRefused(Reason.VALUE_TYPE, "GuestPlayer.uint64"));
        assertThat(entity.get(GuestRoom.UINT64)).isEqualTo(max);
    }

    @Test
    void everyLimitHoldsAtItsEdge() {
        var limits = new KernelLimits(2, 3, 1, 4, GuidWidth.BITS_64);
        var small = GuestRoom.kernel(limits);
        var argument = new Creation.Argument(GuestRoom.NAME, Value.Text.of("abcd"));
        var entity =
                created(small.create(new Creation(GuestRoom.PLAYER, null, 0, List.of(argument))));
        assertThat(
                        small.create(
                                new Creation(
                                        GuestRoom.PLAYER, null, 0, List.of(argument, argument))))
                .isEqualTo(over(Refusal.Limit.ARGUMENTS, 1, 2));
        assertThat(entity.set(GuestRoom.NAME, Value.Text.of("abcde")))
                .isEqualTo(
                        new SetResult.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.VALUE_BYTES, 4, 5, "GuestPlayer.name")));
        assertThat(entity.get(GuestRoom.NAME)).isEqualTo(Value.Text.of("abcd"));
        guest(GuestRoom.kernel());
        created(small.create(Creation.of(GuestRoom.PLAYER)));
        assertThat(small.create(Creation.of(GuestRoom.PLAYER)))
                .isEqualTo(over(Refusal.Limit.ENTITIES, 2, 3));
        IntStream.range(0, 3).forEach(i -> added(inventory(entity).addRow()));
        assertThat(inventory(entity).addRow())
                .isEqualTo(
                        new AddRowResult.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.TABLE_ROWS, 3, 4, "GuestPlayer.inventory")));
    }

    @Test
    void everyRowHasItsOwnLifetime() {
        var table = inventory(guest(kernel));
        assertThat(added(table.addRow(5)).incarnation()).isEqualTo(1);
        assertThat(added(table.addRow()).number()).isEqualTo(6);
        assertThat(table.addRow(5)).isEqualTo(rowRefused(Reason.ROW_EXISTS));
        assertThat(table.addRow(0)).isEqualTo(rowRefused(Reason.INDEX_RANGE));
        assertThat(table.addRow(1L << 32)).isEqualTo(rowRefused(Reason.INDEX_RANGE));
        assertThat(table.removeRow(5)).isTrue();
        assertThat(table.removeRow(5)).isFalse();
        assertThat(added(table.addRow(5)).incarnation()).isEqualTo(3);
        assertThat(table.clear()).isEqualTo(2);
        assertThat(added(table.addRow(5)).incarnation()).isEqualTo(4);
        assertThat(table.rows()).hasSize(1);
    }

    @Test
    void countersEndWithoutWrapping() {
        var table = inventory(guest(kernel));
        table.continueIncarnationsFrom(Long.MAX_VALUE - 1);
        assertThat(added(table.addRow(1)).incarnation()).isEqualTo(Long.MAX_VALUE);
        assertThat(table.addRow(2))
                .isEqualTo(
                        new AddRowResult.Refused(
                                new Refusal.Exhausted(
                                        Refusal.Counter.ROW_INCARNATION, "GuestPlayer.inventory")));
        kernel.continueIncarnationsFrom(Long.MAX_VALUE);
        assertThat(kernel.create(Creation.of(GuestRoom.PLAYER)))
                .isEqualTo(
                        new CreateResult.Refused(
                                new Refusal.Exhausted(
                                        Refusal.Counter.ENTITY_INCARNATION, GuestRoom.PLAYER)));
        var highest = inventory(guest(GuestRoom.kernel()));
        added(highest.addRow(IndexMap.KEY_MAX));
        assertThat(highest.addRow())
                .isEqualTo(
                        new AddRowResult.Refused(
                                new Refusal.Exhausted(
                                        Refusal.Counter.ROW_NUMBER, "GuestPlayer.inventory")));
    }

    @Test
    void staleHandlesAreRefused() {
        var entity = guest(kernel);
        var table = inventory(entity);
        var row = added(table.addRow(1));
        assertThat(kernel.destroy(entity.guid())).isTrue();
        assertThat(kernel.destroy(entity.guid())).isFalse();
        assertThat(kernel.find(entity.guid())).isEmpty();
        assertThat(entity.set(GuestRoom.HP, new Value.UInt32(1)))
                .isEqualTo(setRefused(Reason.STALE, "GuestPlayer 1"));
        assertThat(row.set(GuestRoom.COUNT, new Value.UInt32(1)))
                .isEqualTo(setRefused(Reason.STALE, "GuestPlayer.inventory[1]"));
        assertThat(table.addRow(2)).isEqualTo(rowRefused(Reason.STALE));
        assertThat(table.removeRow(1)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> entity.get(GuestRoom.HP));
        var again =
                created(kernel.create(new Creation(GuestRoom.PLAYER, entity.guid(), 0, List.of())));
        assertThat(again.incarnation()).isGreaterThan(entity.incarnation());
    }

    @Test
    void changesAreHandedOutOnce() {
        var entity = guest(kernel);
        entity.set(GuestRoom.HP, new Value.UInt32(1));
        var first = kernel.drainChanges();
        assertThat(first.created()).containsExactly(entity);
        assertThat(first.changed()).isEmpty();
        entity.set(GuestRoom.HP, new Value.UInt32(1));
        assertThat(kernel.drainChanges().isEmpty()).isTrue();
        entity.set(GuestRoom.HP, new Value.UInt32(2));
        added(inventory(entity).addRow(1)).set(GuestRoom.COUNT, new Value.UInt32(3));
        assertThat(kernel.drainChanges().changed())
                .singleElement()
                .satisfies(
                        change ->
                                assertThat(change.members())
                                        .containsExactly(GuestRoom.HP, GuestRoom.INVENTORY));
        entity.set(GuestRoom.HP, new Value.UInt32(3));
        var brief = guest(kernel);
        kernel.destroy(brief.guid());
        kernel.destroy(entity.guid());
        var last = kernel.drainChanges();
        assertThat(last.created()).isEmpty();
        assertThat(last.changed()).isEmpty();
        assertThat(last.destroyed())
                .containsExactly(new KernelChanges.Gone(entity.guid(), entity.incarnation()));
    }

    private CreateResult withArgument(long index, Value value) {
        return kernel.create(
                new Creation(
                        GuestRoom.PLAYER, null, 0, List.of(new Creation.Argument(index, value))));
    }

    private static CreateResult refused(Reason reason, String location) {
        return new CreateResult.Refused(new Refusal.Rejected(reason, location));
    }

    private static CreateResult over(Refusal.Limit limit, long max, long actual) {
        return new CreateResult.Refused(
                new Refusal.OverLimit(limit, max, actual, GuestRoom.PLAYER));
    }

    private static SetResult setRefused(Reason reason, String location) {
        return new SetResult.Refused(new Refusal.Rejected(reason, location));
    }

    private static AddRowResult rowRefused(Reason reason) {
        return new AddRowResult.Refused(new Refusal.Rejected(reason, "GuestPlayer.inventory"));
    }
}
