package dev.terrane.core.entity.stream;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.guest;
import static dev.terrane.core.entity.GuestRoom.inventory;
import static dev.terrane.core.entity.stream.Streams.capture;
import static dev.terrane.core.entity.stream.Streams.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.schema.ScalarType;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StreamTest {
    private final Entity guest = guest(GuestRoom.kernel());
    private final StreamBinding binding = Streams.binding(guest, Streams.usual());
    private final Publisher sender = Streams.publisher(binding, capture(guest, binding));
    private final Replica receiver = new Replica(binding, StreamLimits.defaults());

    @Test
    void unchangedAndHiddenChangesGiveNoRevision() {
        guest.set(GuestRoom.MP, new Value.UInt32(1));
        assertThat(flush()).isEqualTo(new Publisher.Update.Unchanged());
        guest.set(GuestRoom.HP, new Value.UInt32(90));
        guest.set(GuestRoom.HP, new Value.UInt32(100));
        assertThat(flush()).isEqualTo(new Publisher.Update.Unchanged());
        assertThat(sender.revision()).isEqualTo(1);
    }

    @Test
    void repeatedWritesBecomeOneValue() {
        guest.set(GuestRoom.HP, new Value.UInt32(90));
        guest.set(GuestRoom.HP, new Value.UInt32(80));
        var delta = published(flush());
        assertThat(delta.root().fields())
                .isEqualTo(IndexMap.of(GuestRoom.HP, new Value.UInt32(80)));
        assertThat(delta.requiredRevision()).isEqualTo(1);
        assertThat(delta.revision()).isEqualTo(2);
    }

    @Test
    void rowsAreAddedPatchedReplacedAndRemoved() {
        var table = inventory(guest);
        added(table.addRow(3)).set(GuestRoom.COUNT, new Value.UInt32(1));
        assertThat(published(flush()).root().tables().get(GuestRoom.INVENTORY).rows().get(3))
                .isInstanceOf(RowChange.Add.class);
        table.findRow(3).orElseThrow().set(GuestRoom.COUNT, new Value.UInt32(2));
        assertThat(rowChange(3))
                .isEqualTo(
                        new RowChange.Patch(1, IndexMap.of(GuestRoom.COUNT, new Value.UInt32(2))));
        table.removeRow(3);
        added(table.addRow(3)).set(GuestRoom.COUNT, new Value.UInt32(2));
        assertThat(rowChange(3))
                .isInstanceOfSatisfying(
                        RowChange.Replace.class,
                        replace -> {
                            assertThat(replace.required()).isEqualTo(1);
                            assertThat(replace.incarnation()).isEqualTo(2);
                            assertThat(replace.columns().size()).isEqualTo(2);
                        });
        table.clear();
        assertThat(rowChange(3)).isEqualTo(new RowChange.Remove(2));
        table.addRow(3);
        assertThat(rowChange(3))
                .isInstanceOfSatisfying(
                        RowChange.Add.class, add -> assertThat(add.incarnation()).isEqualTo(3));
    }

    @Test
    void aReplicaInstallsOnceAndFollows() {
        var first = sender.baseline();
        assertThat(receiver.state()).isEmpty();
        assertThat(receiver.apply(first)).isEqualTo(new ApplyResult.Applied(1));
        assertThat(receiver.apply(first)).isEqualTo(new ApplyResult.Duplicate(1));
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        var delta = published(flush());
        assertThat(receiver.apply(delta)).isEqualTo(new ApplyResult.Applied(2));
        assertThat(receiver.apply(delta)).isEqualTo(new ApplyResult.Duplicate(2));
        assertThat(receiver.apply(first)).isEqualTo(new ApplyResult.Duplicate(2));
        assertThat(receiver.state()).contains(capture(guest, binding));
        var late = new Replica(binding, StreamLimits.defaults());
        late.apply(sender.baseline());
        assertThat(late.state()).isEqualTo(receiver.state());
        assertThat(late.apply(delta)).isEqualTo(new ApplyResult.Duplicate(2));
    }

    @Test
    void aGapHidesTheStateForGood() {
        receiver.apply(sender.baseline());
        var shown = receiver.state().orElseThrow();
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        var lost = published(flush());
        guest.set(GuestRoom.HP, new Value.UInt32(2));
        var next = published(flush());
        assertThat(receiver.apply(next))
                .isEqualTo(rejected(Reason.GAP, "GuestPlayer at revision 1 requires 2"));
        assertThat(receiver.state()).isEmpty();
        assertThat(receiver.status()).isEqualTo(Replica.Status.REJECTED);
        assertThat(receiver.apply(lost)).isEqualTo(rejected(Reason.INVALIDATED, GuestRoom.PLAYER));
        assertThat(receiver.apply(sender.baseline()))
                .isEqualTo(rejected(Reason.INVALIDATED, GuestRoom.PLAYER));
        assertThat(shown.root().fields().get(GuestRoom.HP)).isEqualTo(new Value.UInt32(100));
    }

    @Test
    void aDeltaBeforeTheBaselineIsAGap() {
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        assertThat(receiver.apply(published(flush())))
                .isEqualTo(rejected(Reason.GAP, "GuestPlayer at revision 0 requires 1"));
    }

    @Test
    void aBaselineNeverResetsALiveReplica() {
        var older = sender.baseline();
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        flush();
        assertThat(live(older).apply(sender.baseline()))
                .isEqualTo(rejected(Reason.RESET, "GuestPlayer at revision 2"));
        var forged = new Baseline(1, 2, older.snapshot());
        assertThat(live(sender.baseline()).apply(forged))
                .isEqualTo(rejected(Reason.RESET, "GuestPlayer at revision 2"));
    }

    @Test
    void theTombstoneIsLast() {
        receiver.apply(sender.baseline());
        var tombstone = published(sender.remove());
        assertThat(tombstone.removed()).isTrue();
        assertThat(receiver.apply(tombstone)).isEqualTo(new ApplyResult.Removed(2));
        assertThat(receiver.state()).isEmpty();
        assertThat(receiver.apply(tombstone)).isEqualTo(new ApplyResult.Duplicate(2));
        assertThat(receiver.apply(new Baseline(1, 1, capture(guest, binding))))
                .isEqualTo(new ApplyResult.Duplicate(2));
        assertThat(sender.update(capture(guest, binding)))
                .isEqualTo(
                        new Publisher.Update.Refused(
                                new Refusal.Rejected(Reason.REMOVED, guest.guid().toString())));
        assertThat(sender.remove()).isInstanceOf(Publisher.Update.Refused.class);
        assertThatIllegalStateException().isThrownBy(sender::baseline);
        var revival = new Delta(GuestRoom.SCHEMA, 1, 2, 3, hp(1), false);
        assertThat(receiver.apply(revival)).isEqualTo(rejected(Reason.REMOVED, GuestRoom.PLAYER));
        assertThat(receiver.status()).isEqualTo(Replica.Status.REJECTED);
    }

    @Test
    void foreignEnvelopesAreRejected() {
        assertDelta(new Delta("other@1", 1, 1, 2, hp(1), false), Reason.SCHEMA_MISMATCH);
        assertDelta(new Delta(GuestRoom.SCHEMA, 2, 1, 2, hp(1), false), Reason.GENERATION_MISMATCH);
        assertDelta(new Delta(GuestRoom.SCHEMA, 1, 1, 3, hp(1), false), Reason.REVISION);
        assertDelta(new Delta(GuestRoom.SCHEMA, 1, 0, 1, hp(1), false), Reason.REVISION);
        assertDelta(new Delta(GuestRoom.SCHEMA, 1, -1, 0, hp(1), false), Reason.REVISION);
        assertDelta(new Delta(GuestRoom.SCHEMA, 1, 1, 2, hp(1), true), Reason.REMOVAL_WITH_CHANGES);
        assertDelta(
                delta(new EntityPatch(new Guid(9), 1, hp(1).fields(), IndexMap.empty())),
                Reason.ROOT_MISMATCH);
        assertDelta(
                delta(new EntityPatch(guest.guid(), 9, hp(1).fields(), IndexMap.empty())),
                Reason.ROOT_MISMATCH);
        assertDelta(
                delta(new EntityPatch(guest.guid(), 1, IndexMap.empty(), IndexMap.empty())),
                Reason.EMPTY_PATCH);
        assertDelta(field(GuestRoom.MP, new Value.UInt32(1)), Reason.UNKNOWN_MEMBER);
        assertDelta(field(GuestRoom.HP, new Value.Int32(1)), Reason.VALUE_TYPE);
        assertDelta(
                field(GuestRoom.X, new Value.Float64(Double.POSITIVE_INFINITY)), Reason.NOT_FINITE);
    }

    @Test
    void rowOperationsMustFitTheRowsThereAre() {
        var both =
                new IndexMap.Builder<Value>()
                        .put(GuestRoom.COUNT, new Value.UInt32(1))
                        .put(GuestRoom.LABEL, Value.Text.of(""))
                        .build();
        IndexMap<Value> one = IndexMap.of(GuestRoom.COUNT, new Value.UInt32(1));
        added(inventory(guest).addRow(1));
        flush();
        assertRow(new RowChange.Add(2, both), Reason.ROW_STATE);
        assertRow(new RowChange.Remove(2), Reason.ROW_STATE);
        assertRow(new RowChange.Patch(2, one), Reason.ROW_STATE);
        assertRow(new RowChange.Replace(2, 3, both), Reason.ROW_STATE);
        assertRow(new RowChange.Replace(1, 1, both), Reason.ROW_FORM);
        assertRow(new RowChange.Remove(0), Reason.ROW_FORM);
        assertRow(new RowChange.Patch(1, IndexMap.empty()), Reason.ROW_FORM);
        assertRow(new RowChange.Add(2, one), Reason.MISSING_MEMBER);
        assertRow(
                new RowChange.Patch(1, IndexMap.of(9, new Value.UInt32(1))), Reason.UNKNOWN_MEMBER);
        var same =
                new IndexMap.Builder<RowChange>()
                        .put(1, new RowChange.Add(5, both))
                        .put(2, new RowChange.Add(5, both))
                        .build();
        assertDelta(rows(same), Reason.INCARNATION);
        assertDelta(rows(IndexMap.empty()), Reason.EMPTY_PATCH);
    }

    @Test
    void aRetiredRowLifetimeNeverReturns() {
        receiver.apply(sender.baseline());
        added(inventory(guest).addRow(1));
        var add = published(flush());
        receiver.apply(add);
        inventory(guest).clear();
        receiver.apply(published(flush()));
        var again = new Delta(GuestRoom.SCHEMA, 1, 3, 4, add.root(), false);
        assertThat(receiver.apply(again))
                .isEqualTo(rejected(Reason.INCARNATION, "GuestPlayer.200[1] incarnation 1"));
    }

    @Test
    void baselinesMustBeComplete() {
        var root = sender.baseline().snapshot().root();
        var noFields =
                new EntitySnapshot(
                        root.guid(), 1, root.className(), IndexMap.empty(), root.tables());
        var noTables =
                new EntitySnapshot(
                        root.guid(), 1, root.className(), root.fields(), IndexMap.empty());
        var otherClass = new EntitySnapshot(root.guid(), 1, "Item", root.fields(), root.tables());
        var rowless = new EntitySnapshot.TableSnapshot("Other", IndexMap.empty());
        var otherRows =
                new EntitySnapshot(
                        root.guid(),
                        1,
                        root.className(),
                        root.fields(),
                        IndexMap.of(GuestRoom.INVENTORY, rowless));
        assertBaseline(
                new Baseline(1, 1, new Snapshot(GuestRoom.SCHEMA, noFields)),
                Reason.MISSING_MEMBER);
        assertBaseline(
                new Baseline(1, 1, new Snapshot(GuestRoom.SCHEMA, noTables)),
                Reason.MISSING_MEMBER);
        assertBaseline(
                new Baseline(1, 1, new Snapshot(GuestRoom.SCHEMA, otherClass)),
                Reason.CLASS_MISMATCH);
        assertBaseline(
                new Baseline(1, 1, new Snapshot(GuestRoom.SCHEMA, otherRows)),
                Reason.CLASS_MISMATCH);
        assertBaseline(new Baseline(1, 0, sender.baseline().snapshot()), Reason.REVISION);
        assertBaseline(
                new Baseline(2, 1, sender.baseline().snapshot()), Reason.GENERATION_MISMATCH);
        assertBaseline(new Baseline(1, 1, new Snapshot("other@1", root)), Reason.SCHEMA_MISMATCH);
    }

    @Test
    void contradictoryBindingsAreRefused() {
        var counts = IndexMap.of(1, new FieldLayout("count", ScalarType.UINT32));
        var texts = IndexMap.of(1, new FieldLayout("count", ScalarType.STRING));
        var tables =
                new IndexMap.Builder<TableLayout>()
                        .put(1, new TableLayout("a", "Item", counts))
                        .put(2, new TableLayout("b", "Item", texts))
                        .build();
        var layout = new EntityLayout("Chest", IndexMap.empty(), tables, IndexMap.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StreamBinding("s@1", new Guid(1), 1, 1, layout))
                .withMessage("Item.1 is both UINT32 and STRING");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StreamBinding("s@1", new Guid(1), 1, 1, GuestRoom.player()))
                .withMessage("GuestPlayer has not one child rule for each selected container");
    }

    @Test
    void oneClassIsOneThingWhereverItIsUsed() {
        var number = IndexMap.of(1, new FieldLayout("x", ScalarType.UINT32));
        var box = EntityLayout.ofFields("Box", number);
        var boxes = IndexMap.of(9, new ContainerLayout("boxes", "Box"));
        var items = IndexMap.of(2, new TableLayout("t", "Item", number));
        var coins = IndexMap.of(2, new TableLayout("t", "Coin", number));
        IndexMap<TableLayout> none = IndexMap.empty();
        assertThat(contradiction(new EntityLayout("Box", number, none, boxes), box)).isEmpty();
        var mixed = IndexMap.of(1, new TableLayout("x", "Item", number));
        assertThat(contradiction(new EntityLayout("Box", IndexMap.empty(), mixed, boxes), box))
                .contains(
                        new Refusal.Rejected(
                                Reason.MEMBER_KIND, "Box.1 is both TABLE of Item and UINT32"));
        var rows = IndexMap.of(1, new TableLayout("x", "Box", number));
        var hut = new EntityLayout("Hut", IndexMap.empty(), rows, boxes);
        assertThat(contradiction(hut, box)).isEmpty();
        var owner = new EntityLayout("Box", number, items, IndexMap.empty());
        assertThat(contradiction(hut, owner))
                .contains(
                        new Refusal.Rejected(
                                Reason.CLASS_MISMATCH, "table class Box has more than fields"));
        var other = new EntityLayout("Box", number, coins, IndexMap.empty());
        var both = new EntityLayout("Box", number, items, boxes);
        var expected =
                new Refusal.Rejected(
                        Reason.CLASS_MISMATCH, "Box.2 is both TABLE of Item and TABLE of Coin");
        assertThat(contradiction(both, other)).contains(expected);
        var children = ProjectionClass.ChildClasses.of(ProjectionClass.exact("s@1", other));
        assertThat(ProjectionClass.of("s@1", both, Quantisation.NONE, IndexMap.of(9, children)))
                .isEqualTo(new ProjectionClass.Result.Refused(expected));
    }

    private static Optional<Refusal> contradiction(EntityLayout root, EntityLayout every) {
        var rule = StreamLayout.ChildRule.of(StreamLayout.flat(every));
        return new StreamLayout(root, IndexMap.of(9, rule)).findContradiction();
    }

    @Test
    void revisionsEndWithoutWrapping() {
        var last = open(new Baseline(1, Long.MAX_VALUE, capture(guest, binding)));
        guest.set(GuestRoom.HP, new Value.UInt32(1));
        assertThat(last.update(capture(guest, binding)))
                .isEqualTo(
                        new Publisher.Update.Refused(
                                new Refusal.Exhausted(Refusal.Counter.REVISION, GuestRoom.PLAYER)));
        assertThat(last.baseline().snapshot().root().fields().get(GuestRoom.HP))
                .isEqualTo(new Value.UInt32(100));
    }

    @Test
    void aPublisherRefusesALifetimeItHasSeenEnd() {
        added(inventory(guest).addRow(1));
        var withRow = capture(guest, binding);
        flush();
        inventory(guest).clear();
        flush();
        assertThat(sender.update(withRow))
                .isEqualTo(
                        new Publisher.Update.Refused(
                                new Refusal.Rejected(
                                        Reason.INCARNATION, "GuestPlayer.200[1] incarnation 1")));
        added(inventory(guest).addRow(1));
        assertThat(flush()).isInstanceOf(Publisher.Update.Published.class);
    }

    private Publisher.Update flush() {
        return sender.update(capture(guest, binding));
    }

    private RowChange rowChange(long row) {
        return published(flush()).root().tables().get(GuestRoom.INVENTORY).rows().get(row);
    }

    private Publisher open(Baseline baseline) {
        return ((Publisher.Opened.Open) Publisher.open(binding, baseline, StreamLimits.defaults()))
                .publisher();
    }

    private Replica live(Baseline baseline) {
        var replica = new Replica(binding, StreamLimits.defaults());
        replica.apply(baseline);
        return replica;
    }

    private void assertRow(RowChange change, Reason reason) {
        assertDelta(rows(IndexMap.of(1, change)), reason);
    }

    private void assertDelta(Delta delta, Reason reason) {
        var replica = live(sender.baseline());
        Streams.assertRejected(replica.apply(delta), reason);
        assertThat(replica.state()).isEmpty();
    }

    private void assertBaseline(Baseline baseline, Reason reason) {
        Streams.assertRejected(
                new Replica(binding, StreamLimits.defaults()).apply(baseline), reason);
        assertThat(Publisher.open(binding, baseline, StreamLimits.defaults()))
                .isInstanceOf(Publisher.Opened.Refused.class);
    }

    private Delta rows(IndexMap<RowChange> rows) {
        return delta(
                new EntityPatch(
                        guest.guid(),
                        1,
                        IndexMap.empty(),
                        IndexMap.of(GuestRoom.INVENTORY, new TablePatch(rows))));
    }

    private Delta field(long index, Value value) {
        return delta(new EntityPatch(guest.guid(), 1, IndexMap.of(index, value), IndexMap.empty()));
    }

    private Delta delta(EntityPatch patch) {
        return new Delta(
                GuestRoom.SCHEMA, 1, sender.revision(), sender.revision() + 1, patch, false);
    }

    private EntityPatch hp(long value) {
        return new EntityPatch(
                guest.guid(),
                1,
                IndexMap.of(GuestRoom.HP, new Value.UInt32(value)),
                IndexMap.empty());
    }

    private static ApplyResult rejected(Reason reason, String location) {
        return new ApplyResult.Rejected(new Refusal.Rejected(reason, location));
    }
}
