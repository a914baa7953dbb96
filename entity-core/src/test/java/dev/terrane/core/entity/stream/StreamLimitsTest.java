package dev.terrane.core.entity.stream;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.guest;
import static dev.terrane.core.entity.GuestRoom.inventory;
import static dev.terrane.core.entity.stream.Streams.capture;
import static dev.terrane.core.entity.stream.Streams.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One change of two rows and two fields: 4 operations, 6 values, 19 bytes of text, 4 lifetimes, 2
 * rows.
 */
class StreamLimitsTest {
    private static final SnapshotLimits STATE = SnapshotLimits.defaults();

    private final Entity guest = guest(GuestRoom.kernel());
    private final StreamBinding binding = Streams.binding(guest, Streams.usual());
    private final Snapshot before = capture(guest, binding);

    @BeforeEach
    void change() {
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        guest.set(GuestRoom.NAME, Value.Text.of("Rosa"));
        added(inventory(guest).addRow(1)).set(GuestRoom.LABEL, Value.Text.of("key"));
        added(inventory(guest).addRow(2));
    }

    @Test
    void everyLimitLetsItsEdgePass() {
        var edge = new StreamLimits(new SnapshotLimits(2, 8, 38, 5), 4, 6, 19, 4);
        assertThat(sent(edge)).isInstanceOf(Publisher.Update.Published.class);
        assertThat(received(edge)).isEqualTo(new ApplyResult.Applied(2));
    }

    @Test
    void oneMoreThanEachLimitIsRefusedAlone() {
        refuses(new StreamLimits(STATE, 3, 6, 19, 4), Refusal.Limit.PATCH_OPERATIONS);
        refuses(new StreamLimits(STATE, 4, 5, 19, 4), Refusal.Limit.PATCH_VALUES);
        refuses(new StreamLimits(STATE, 4, 6, 18, 4), Refusal.Limit.PATCH_STRING_BYTES);
        refuses(new StreamLimits(STATE, 4, 6, 19, 3), Refusal.Limit.LIFETIME_ENTRIES);
        refuses(state(new SnapshotLimits(1, 8, 38, 5)), Refusal.Limit.ROWS);
        refuses(state(new SnapshotLimits(2, 7, 38, 5)), Refusal.Limit.MEMBERS);
        refuses(state(new SnapshotLimits(2, 8, 33, 5)), Refusal.Limit.STRING_BYTES);
        guest.set(GuestRoom.NAME, Value.Text.of("Rosalind"));
        refuses(state(new SnapshotLimits(2, 8, 99, 7)), Refusal.Limit.VALUE_BYTES);
    }

    @Test
    void aRefusedUpdateCanBeMadeAgain() {
        var sender = open(new StreamLimits(STATE, 4, 6, 19, 4));
        added(inventory(guest).addRow(3));
        assertThat(sender.update(capture(guest, binding)))
                .isInstanceOf(Publisher.Update.Refused.class);
        assertThat(sender.revision()).isEqualTo(1);
        assertThat(sender.baseline().snapshot()).isEqualTo(before);
        inventory(guest).removeRow(3);
        assertThat(published(sender.update(capture(guest, binding))).revision()).isEqualTo(2);
    }

    private void refuses(StreamLimits limits, Refusal.Limit limit) {
        assertThat(sent(limits))
                .isInstanceOfSatisfying(
                        Publisher.Update.Refused.class,
                        refused -> assertLimit(refused.refusal(), limit));
        assertThat(received(limits))
                .isInstanceOfSatisfying(
                        ApplyResult.Rejected.class,
                        rejected -> assertLimit(rejected.refusal(), limit));
    }

    private static void assertLimit(Refusal refusal, Refusal.Limit limit) {
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class,
                        over -> {
                            assertThat(over.limit()).isEqualTo(limit);
                            assertThat(over.actual()).isGreaterThan(over.max());
                        });
    }

    private Publisher.Update sent(StreamLimits limits) {
        return open(limits).update(capture(guest, binding));
    }

    private ApplyResult received(StreamLimits limits) {
        var replica = new Replica(binding, limits);
        var sender = open(StreamLimits.defaults());
        assertThat(replica.apply(sender.baseline())).isEqualTo(new ApplyResult.Applied(1));
        Delta delta = published(sender.update(capture(guest, binding)));
        return replica.apply(delta);
    }

    private Publisher open(StreamLimits limits) {
        var opened = Publisher.open(binding, new Baseline(1, 1, before), limits);
        assertThat(opened).isInstanceOf(Publisher.Opened.Open.class);
        return ((Publisher.Opened.Open) opened).publisher();
    }

    private static StreamLimits state(SnapshotLimits limits) {
        return new StreamLimits(limits, 100, 100, 1_000, 100);
    }
}
