package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.proto.stage.v1alpha1.RemovalReason;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An entity that is more than a stream may show harms neither its stage nor its peers. */
class LiveStageLimitsTest {
    /** Five fields and a table are members of every player, each row's count is one more. */
    private static final int MEMBERS = 6;

    private static final int ROWS = 20;

    @Test
    void aChangeThatWouldMakeAnEntityMoreThanAStreamShowsIsRefusedWithItsBatch() {
        var fixture = new StageFixture(limits(new SnapshotLimits(99, MEMBERS + ROWS, 999, 999)));
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.stage.entities().join().getFirst().guid();
        fixture.tick(ada);
        apply(fixture, rows(guid, 1, ROWS));
        fixture.tick(ada);
        assertThat(rowCount(ada, guid)).isEqualTo(ROWS);

        List<StageChange> more = new ArrayList<>();
        more.add(new StageChange.SetField(new Guid(guid), StageFixture.HP, new Value.UInt32(7)));
        more.addAll(rows(guid, ROWS, 2));
        assertRefused(fixture, more, "changes[2]", "MEMBERS", MEMBERS + ROWS);
        fixture.tick(ada);
        assertThat(ada.value(guid, StageFixture.HP)).isEqualTo(new Value.UInt32(0));
        assertThat(rowCount(ada, guid)).isEqualTo(ROWS);

        // What makes room first may be in the same batch; a row that is put again is none more.
        List<StageChange> swap = new ArrayList<>();
        swap.add(new StageChange.RemoveRow(new Guid(guid), StageFixture.INVENTORY, 1));
        swap.addAll(rows(guid, ROWS, 2));
        apply(fixture, swap);
        fixture.tick(ada);
        assertThat(rowCount(ada, guid)).isEqualTo(ROWS);
        assertThat(ada.removals).isEmpty();
    }

    @Test
    void textsCountWithWhatTheyReplace() {
        int named = "guest@1".length() + "Player".length() + "Item".length();
        var fixture =
                new StageFixture(
                        limits(new SnapshotLimits(99, 99, named + "0123456789".length(), 99)));
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        long guid = fixture.stage.entities().join().getFirst().guid();
        fixture.set(guid, StageFixture.NAME, Value.Text.of("0123456789"));
        fixture.set(guid, StageFixture.NAME, Value.Text.of("9876543210"));
        var longer =
                new StageChange.SetField(
                        new Guid(guid), StageFixture.NAME, Value.Text.of("0123456789a"));
        assertRefused(fixture, List.of(longer), "changes[0]", "STRING_BYTES", named + 10);
        fixture.tick(ada);
        assertThat(ada.value(guid, StageFixture.NAME)).isEqualTo(Value.Text.of("9876543210"));
    }

    @Test
    void aCreationIsAsLargeAsItsArgumentsMakeIt() {
        int named = "guest@1".length() + "Player".length() + "Item".length();
        for (int length = 10; length <= 11; length++) {
            var name = new Argument(StageFixture.NAME, Value.Text.of("n".repeat(length)));
            var creation = new Creation("Player", new Guid(9), 0, List.of(name));
            StateSize size = StateSize.of("guest@1", StageFixture.schema().catalog(), creation);
            assertThat(size.over(new SnapshotLimits(0, MEMBERS, named + 10, 99)).isEmpty())
                    .isEqualTo(length == 10);
        }
    }

    @Test
    void aChangeThatOnePatchCannotSayBindsItsRecipientsAnew() {
        var fixture =
                new StageFixture(new StreamLimits(SnapshotLimits.defaults(), 12, 999, 9_999, 999));
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long guid = fixture.stage.entities().join().getFirst().guid();
        fixture.tick(ada, bob);
        // Entity, table and ten rows are twelve operations.
        apply(fixture, rows(guid, 1, 10));
        fixture.tick(ada, bob);
        assertThat(ada.removals).isEmpty();
        apply(fixture, rows(guid, 11, 11));
        fixture.set(guid, StageFixture.HP, new Value.UInt32(5));
        fixture.tick(ada, bob);
        assertThat(ada.removals).containsExactly(RemovalReason.REMOVAL_REASON_REBOUND);
        assertThat(rowCount(ada, guid)).isEqualTo(21);
        assertThat(bob.removals).isEmpty();
        assertThat(bob.value(guid, StageFixture.HP)).isEqualTo(new Value.UInt32(5));
        apply(fixture, rows(guid, 22, 1));
        fixture.tick(ada, bob);
        assertThat(rowCount(ada, guid)).isEqualTo(22);
        assertThat(ada.removals).hasSize(1);
    }

    /** As when a receiver may remember less than a state may be. */
    @Test
    void anEntityThatNoStreamCanShowIsLostToItsRecipientsUntilItFitsAndTheStageLivesOn() {
        var fixture =
                new StageFixture(new StreamLimits(SnapshotLimits.defaults(), 99, 99, 9_999, 12));
        TestPeer ada = fixture.join("ada", Role.PLAYER).read();
        TestPeer bob = fixture.join("bob", Role.PLAYER).read();
        long guid = fixture.stage.entities().join().getFirst().guid();
        fixture.tick(ada, bob);
        // The entity, its table and ten rows; one more.
        apply(fixture, rows(guid, 1, 10));
        fixture.tick(ada, bob);
        assertThat(rowCount(ada, guid)).isEqualTo(10);
        apply(fixture, rows(guid, 11, 1));
        fixture.tick(ada, bob);
        assertThat(ada.removals).containsExactly(RemovalReason.REMOVAL_REASON_LEFT);
        assertThat(ada.holds(guid)).isFalse();

        // Everybody else goes on, and so does whatever else is asked of it.
        fixture.set(guid, StageFixture.HP, new Value.UInt32(5));
        TestPeer late = fixture.join("late", Role.PLAYER).read();
        fixture.tick(ada, bob, late);
        assertThat(bob.value(guid, StageFixture.HP)).isEqualTo(new Value.UInt32(5));
        assertThat(late.value(guid, StageFixture.HP)).isEqualTo(new Value.UInt32(5));
        assertThat(ada.holds(guid)).isFalse();
        assertThat(fixture.stage.entities().join()).hasSize(3);
        assertThat(fixture.stage.ended()).isNotDone();

        var away = new StageChange.RemoveRow(new Guid(guid), StageFixture.INVENTORY, 3);
        apply(fixture, List.of(away));
        fixture.tick(ada, bob, late);
        assertThat(rowCount(ada, guid)).isEqualTo(10);
        assertThat(ada.value(guid, StageFixture.HP)).isEqualTo(new Value.UInt32(5));
        fixture.set(guid, StageFixture.HP, new Value.UInt32(6));
        fixture.tick(ada, bob, late);
        assertThat(ada.value(guid, StageFixture.HP)).isEqualTo(new Value.UInt32(6));

        apply(fixture, rows(guid, 3, 1));
        fixture.tick(ada, bob, late);
        assertThat(ada.holds(guid)).isFalse();
        ada.handle.left();
        fixture.tick(bob, late);
        assertThat(bob.holds(guid)).isFalse();
        assertThat(fixture.stage.entities().join()).hasSize(2);
        assertThat(fixture.stage.ended()).isNotDone();
    }

    private static StreamLimits limits(SnapshotLimits state) {
        return new StreamLimits(state, 999, 999, 9_999, 999);
    }

    private static List<StageChange> rows(long guid, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(
                        row ->
                                (StageChange)
                                        new StageChange.PutRow(
                                                new Guid(guid),
                                                StageFixture.INVENTORY,
                                                row,
                                                List.of()))
                .toList();
    }

    private static int rowCount(TestPeer peer, long guid) {
        EntitySnapshot state = peer.entity(guid);
        return state.tables().get(StageFixture.INVENTORY).rows().size();
    }

    private static void apply(StageFixture fixture, List<StageChange> changes) {
        assertThat(fixture.stage.apply(changes)).isCompleted();
    }

    private static void assertRefused(
            StageFixture fixture, List<StageChange> changes, String place, String limit, long max) {
        assertThatThrownBy(() -> fixture.stage.apply(changes).join())
                .cause()
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(StageError.CHANGE_INVALID);
                            assertThat(e.info().getField()).isEqualTo(place);
                            assertThat(e.info().getLimitName()).isEqualTo(limit);
                            assertThat(e.info().getLimit()).isEqualTo(max);
                            assertThat(e.info().getActual()).isEqualTo(max + 1);
                        });
    }
}
