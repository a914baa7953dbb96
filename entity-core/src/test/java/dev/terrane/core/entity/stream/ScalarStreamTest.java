package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ScalarPublication.Baseline;
import dev.terrane.core.entity.stream.ScalarPublication.Delta;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The scalar loop: every row of the kernel document's table. */
class ScalarStreamTest {
    private static final SnapshotLimits LIMITS = SnapshotLimits.defaults();
    private static final List<Long> VISIBLE = List.of(GuestRoom.HP, GuestRoom.MP);

    private final Entity guest = GuestRoom.guest(GuestRoom.kernel());
    private final ScalarPublisher sender = open(1);
    private final ScalarReplica receiver =
            new ScalarReplica(GuestRoom.SCHEMA, guest.guid(), GuestRoom.PLAYER, LIMITS);

    @Test
    void threeWritesGiveOneFinalValue() {
        receiver.apply(sender.baseline());
        for (long hp : new long[] {90, 85, 80}) {
            guest.set(GuestRoom.HP, new Value.UInt32(hp));
        }
        Delta delta = published(sender.update(capture()));
        assertThat(delta.fields()).isEqualTo(IndexMap.of(GuestRoom.HP, new Value.UInt32(80)));
        assertThat(receiver.apply(delta)).isEqualTo(new ApplyResult.Applied(2));
        assertThat(receiver.state()).contains(capture());
    }

    @Test
    void anUnchangedOrUnselectedChangeGivesNoDeltaAndNoRevision() {
        assertThat(sender.update(capture())).isEqualTo(new ScalarPublisher.Update.Unchanged());
        guest.set(GuestRoom.X, new Value.Float64(9));
        assertThat(sender.update(capture())).isEqualTo(new ScalarPublisher.Update.Unchanged());
        assertThat(sender.revision()).isEqualTo(1);
    }

    @Test
    void aDuplicateNeverMovesTheStateBack() {
        Baseline first = sender.baseline();
        receiver.apply(first);
        Delta delta = change(80);
        receiver.apply(delta);
        receiver.apply(change(70));
        assertThat(receiver.apply(delta)).isEqualTo(new ApplyResult.Duplicate(3));
        assertThat(receiver.apply(first)).isEqualTo(new ApplyResult.Duplicate(3));
        assertThat(receiver.apply(sender.baseline())).isEqualTo(new ApplyResult.Duplicate(3));
        assertThat(receiver.state()).contains(capture());
    }

    @Test
    void aGapHidesTheStateAndOnlyAGreaterGenerationBringsItBack() {
        receiver.apply(sender.baseline());
        change(80);
        Streams.assertRejected(receiver.apply(change(70)), Reason.GAP);
        assertThat(receiver.state()).isEmpty();
        Streams.assertRejected(receiver.apply(sender.baseline()), Reason.INVALIDATED);
        Streams.assertRejected(receiver.apply(change(60)), Reason.INVALIDATED);
        assertThat(receiver.generation()).isEqualTo(1);
        assertThat(receiver.apply(open(2).baseline())).isEqualTo(new ApplyResult.Applied(1));
        assertThat(receiver.state()).contains(capture());
        assertThat(receiver.apply(sender.baseline())).isInstanceOf(ApplyResult.Duplicate.class);
    }

    @Test
    void aTombstoneRemovesAndNothingOldRevives() {
        receiver.apply(sender.baseline());
        Delta last = change(80);
        receiver.apply(last);
        Delta tombstone = published(sender.remove());
        assertThat(receiver.apply(tombstone)).isEqualTo(new ApplyResult.Removed(3));
        assertThat(receiver.state()).isEmpty();
        assertThat(receiver.apply(tombstone)).isEqualTo(new ApplyResult.Duplicate(3));
        assertThat(receiver.apply(last)).isEqualTo(new ApplyResult.Duplicate(3));
        assertThat(receiver.status()).isEqualTo(Replica.Status.REMOVED);
        assertThat(sender.update(capture())).isInstanceOf(ScalarPublisher.Update.Refused.class);
        assertThat(receiver.apply(open(2).baseline())).isInstanceOf(ApplyResult.Applied.class);
    }

    @Test
    void anotherSchemaEntityClassOrTypeIsRejected() {
        var state = sender.baseline().snapshot();
        Streams.assertRejected(
                fresh().apply(new Baseline("other@1", 1, 1, state)), Reason.SCHEMA_MISMATCH);
        var other = GuestRoom.guest(GuestRoom.kernel());
        assertThat(other.guid()).isEqualTo(guest.guid());
        Streams.assertRejected(
                fresh().apply(
                                new Baseline(
                                        GuestRoom.SCHEMA,
                                        1,
                                        1,
                                        new ScalarSnapshot(guest.guid(), "Item", state.fields()))),
                Reason.CLASS_MISMATCH);
        receiver.apply(sender.baseline());
        Streams.assertRejected(
                receiver.apply(
                        new Delta(
                                GuestRoom.SCHEMA,
                                1,
                                2,
                                guest.guid(),
                                IndexMap.of(GuestRoom.HP, new Value.Int32(1)),
                                false)),
                Reason.VALUE_TYPE);
    }

    @Test
    void otherFieldsNeedANewPublisher() {
        assertThat(sender.update(captured(List.of(GuestRoom.HP))))
                .isInstanceOf(ScalarPublisher.Update.Refused.class);
        assertThat(sender.revision()).isEqualTo(1);
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        assertThat(published(sender.update(capture())).revision()).isEqualTo(2);
    }

    @Test
    void theLastRevisionIsRefusedWithoutAdvancing() {
        var full = opened(new Baseline(GuestRoom.SCHEMA, 1, Long.MAX_VALUE, capture()));
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        assertThat(full.update(capture()))
                .isEqualTo(
                        new ScalarPublisher.Update.Refused(
                                new Refusal.Exhausted(Refusal.Counter.REVISION, GuestRoom.PLAYER)));
        assertThat(full.revision()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anEmptySelectionIsIdentityAlone() {
        assertThat(captured(List.of()).fields().isEmpty()).isTrue();
        for (List<Long> wrong :
                List.of(List.of(0L), List.of(7L), List.of(GuestRoom.HP, GuestRoom.HP))) {
            assertThat(Capture.captureFields(guest, wrong, LIMITS))
                    .isInstanceOf(Capture.ScalarResult.Refused.class);
        }
        assertThat(guest.layout().fields().values()).extracting(FieldLayout::name).contains("hp");
    }

    @Test
    void membersAndTextPassAtTheirEdgeAndNotBeyond() {
        var initial = sender.baseline();
        assertThat(ScalarPublisher.open(initial, limits(2, 1 << 20)))
                .isInstanceOf(ScalarPublisher.Opened.Open.class);
        assertThat(refusedLimit(ScalarPublisher.open(initial, limits(1, 1 << 20))))
                .isEqualTo(Refusal.Limit.MEMBERS);
        int text = Math.max(GuestRoom.SCHEMA.length(), GuestRoom.PLAYER.length());
        assertThat(ScalarPublisher.open(initial, limits(2, text)))
                .isInstanceOf(ScalarPublisher.Opened.Open.class);
        assertThat(refusedLimit(ScalarPublisher.open(initial, limits(2, text - 1))))
                .isEqualTo(Refusal.Limit.STRING_BYTES);
    }

    @Test
    void theDefaultsAreTheDocumentedNumbers() {
        var defaults = SnapshotLimits.scalarDefaults();
        assertThat(ScalarPublisher.open(wide(1_024), defaults))
                .isInstanceOf(ScalarPublisher.Opened.Open.class);
        assertThat(refusedLimit(ScalarPublisher.open(wide(1_025), defaults)))
                .isEqualTo(Refusal.Limit.MEMBERS);
        var replica = new ScalarReplica(GuestRoom.SCHEMA, guest.guid(), GuestRoom.PLAYER, defaults);
        assertThat(replica.apply(wide(1_024))).isEqualTo(new ApplyResult.Applied(1));
        assertOver(replica.apply(wide(1_025)), Refusal.Limit.MEMBERS);
        assertThat(replica.state()).isEmpty();
        assertThat(defaults.stringBytesMax()).isEqualTo(1 << 20);
    }

    /** A patch that is small by itself can make a state that is too large. */
    @Test
    void theStateADeltaMakesIsJudgedWhole() {
        guest.set(GuestRoom.NAME, Value.Text.of("ab"));
        var named = captured(List.of(GuestRoom.NAME));
        int edge = GuestRoom.PLAYER.length() + 3;
        for (int room : new int[] {edge, edge - 1}) {
            var replica =
                    new ScalarReplica(
                            GuestRoom.SCHEMA, guest.guid(), GuestRoom.PLAYER, limits(1, room));
            replica.apply(new Baseline(GuestRoom.SCHEMA, 1, 1, named));
            ApplyResult result =
                    replica.apply(
                            new Delta(
                                    GuestRoom.SCHEMA,
                                    1,
                                    2,
                                    guest.guid(),
                                    IndexMap.of(GuestRoom.NAME, Value.Text.of("abc")),
                                    false));
            if (room == edge) {
                assertThat(result).isEqualTo(new ApplyResult.Applied(2));
            } else {
                assertOver(result, Refusal.Limit.STRING_BYTES);
                assertThat(replica.state()).isEmpty();
                assertThat(replica.status()).isEqualTo(Replica.Status.REJECTED);
            }
        }
    }

    @Test
    void aCaptureCountsTheClassAndTheTextItTakes() {
        guest.set(GuestRoom.NAME, Value.Text.of("n\0me"));
        var fields = List.of(GuestRoom.NAME, GuestRoom.HP);
        int text = GuestRoom.PLAYER.length() + 4;
        assertThat(Capture.captureFields(guest, fields, limits(2, text)))
                .isInstanceOf(Capture.ScalarResult.Captured.class);
        assertCaptureOver(fields, limits(2, text - 1), Refusal.Limit.STRING_BYTES);
        assertCaptureOver(fields, limits(1, text), Refusal.Limit.MEMBERS);
        assertThat(Capture.captureFields(guest, List.of(), limits(0, text - 4)))
                .isInstanceOf(Capture.ScalarResult.Captured.class);
        assertCaptureOver(List.of(), limits(0, text - 5), Refusal.Limit.STRING_BYTES);
    }

    private void assertCaptureOver(List<Long> fields, SnapshotLimits tight, Refusal.Limit limit) {
        assertThat(Capture.captureFields(guest, fields, tight))
                .isInstanceOfSatisfying(
                        Capture.ScalarResult.Refused.class,
                        refused ->
                                assertThat(((Refusal.OverLimit) refused.refusal()).limit())
                                        .isEqualTo(limit));
    }

    private Baseline wide(int fields) {
        var values = new IndexMap.Builder<Value>();
        for (int i = 1; i <= fields; i++) {
            values.put(i, new Value.UInt32(i));
        }
        var state = new ScalarSnapshot(guest.guid(), GuestRoom.PLAYER, values.build());
        return new Baseline(GuestRoom.SCHEMA, 1, 1, state);
    }

    private static void assertOver(ApplyResult result, Refusal.Limit limit) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        ApplyResult.Rejected.class,
                        rejected ->
                                assertThat(((Refusal.OverLimit) rejected.refusal()).limit())
                                        .isEqualTo(limit));
    }

    private static SnapshotLimits limits(int members, int text) {
        return new SnapshotLimits(9, members, text, 65_536);
    }

    private static Refusal.Limit refusedLimit(ScalarPublisher.Opened opened) {
        return assertThat(opened)
                .asInstanceOf(InstanceOfAssertFactories.type(ScalarPublisher.Opened.Refused.class))
                .extracting(ScalarPublisher.Opened.Refused::refusal)
                .asInstanceOf(InstanceOfAssertFactories.type(Refusal.OverLimit.class))
                .actual()
                .limit();
    }

    private ScalarReplica fresh() {
        return new ScalarReplica(GuestRoom.SCHEMA, guest.guid(), GuestRoom.PLAYER, LIMITS);
    }

    private ScalarPublisher open(long generation) {
        return opened(new Baseline(GuestRoom.SCHEMA, generation, 1, capture()));
    }

    private static ScalarPublisher opened(Baseline baseline) {
        return switch (ScalarPublisher.open(baseline, LIMITS)) {
            case ScalarPublisher.Opened.Open(ScalarPublisher publisher) -> publisher;
            case ScalarPublisher.Opened.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    private ScalarSnapshot capture() {
        return captured(VISIBLE);
    }

    private ScalarSnapshot captured(List<Long> fields) {
        return switch (Capture.captureFields(guest, fields, LIMITS)) {
            case Capture.ScalarResult.Captured(ScalarSnapshot snapshot) -> snapshot;
            case Capture.ScalarResult.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    private Delta change(long hp) {
        guest.set(GuestRoom.HP, new Value.UInt32(hp));
        return published(sender.update(capture()));
    }

    private static Delta published(ScalarPublisher.Update update) {
        return switch (update) {
            case ScalarPublisher.Update.Published(Delta delta) -> delta;
            case ScalarPublisher.Update.Unchanged _ -> throw new AssertionError("unchanged");
            case ScalarPublisher.Update.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }
}
