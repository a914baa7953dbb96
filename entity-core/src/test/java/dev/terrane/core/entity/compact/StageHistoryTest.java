package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a stage holds on to for recipients that fell behind is bounded, whoever they are. */
class StageHistoryTest {
    private static final int ROOTS = 4;
    private static final int FLUSH_BYTES = ROOTS * History.ENTRY_BYTES;

    private final Kernel kernel = Boxes.kernel();
    private final List<Entity> roots = new ArrayList<>();

    @Test
    void overTheBoundTheOlderHalfOfTheBasesBecomeGaps() {
        StageBodies stage = stage(ROOTS, 8L * FLUSH_BYTES);
        for (int tick = 1; tick <= 8; tick++) {
            change(stage, tick);
            assertThat(stage.historyBytes()).isEqualTo((long) tick * FLUSH_BYTES);
        }
        assertKept(stage, 0, 8);
        change(stage, 9);
        assertThat(stage.historyBytes()).isEqualTo(4L * FLUSH_BYTES);
        assertKept(stage, 5, 9);
        assertGap(stage, 4);
    }

    @Test
    void whatChangedWithTheLastFlushStaysHoweverMuchItIs() {
        StageBodies stage = stage(ROOTS, FLUSH_BYTES - 1);
        for (int tick = 1; tick <= 5; tick++) {
            change(stage, tick);
            assertKept(stage, tick - 1, tick);
            if (tick > 1) {
                assertGap(stage, tick - 2);
            }
            assertThat(stage.historyBytes()).isEqualTo(FLUSH_BYTES);
        }
    }

    @Test
    void rootsThatChangedLongAgoGiveUpTheirsFirst() {
        StageBodies stage = stage(ROOTS, 10L * History.ENTRY_BYTES);
        change(stage, 1);
        for (int tick = 2; tick <= 8; tick++) {
            set(roots.getFirst(), tick);
            assertThat(stage.flush(Flush.of(tick), StageBodies.NOTHING)).isEmpty();
        }
        assertThat(stage.historyBytes()).isLessThanOrEqualTo(10L * History.ENTRY_BYTES);
        for (Entity root : roots) {
            Flush base = Flush.of(root == roots.getFirst() ? 7 : 1);
            BodyResult body = stage.since(root, seen(root), base, BodyUse.SHARED);
            assertThat(body).isNotInstanceOf(BodyResult.Refused.class);
            assertGap(stage.since(root, seen(root), Flush.of(0), BodyUse.SHARED));
        }
    }

    @Test
    void aPeerThatIsNeverDrainedCostsNoMoreThanTheBound() {
        long max = 65_536;
        StageBodies stage = stage(50, max);
        PeerStreams stalled = peer(stage);
        PeerStreams drained = peer(stage);
        var writer = new FrameWriter(Compacts.LIMITS);
        long most = 0;
        for (int tick = 1; tick <= 500; tick++) {
            change(stage, tick);
            most = Math.max(most, stage.historyBytes());
            writer.begin(FrameHead.of(tick, tick));
            assertThat(drained.writeChanged(writer, BodyUse.SHARED)).isEmpty();
            assertThat(writer.isEmpty()).isFalse();
            stage.keepFrom(stalled.oldestBase());
        }
        assertThat(most).isBetween(max / 2, max);
        writer.begin(FrameHead.of(501, 501));
        List<PeerStreams.Refused> refused = stalled.writeChanged(writer, BodyUse.SHARED);
        assertThat(refused).hasSize(50);
        refused.forEach(one -> assertGap(new BodyResult.Refused(one.refusal())));
        for (PeerStreams.Refused one : refused) {
            stalled.release(one.handle());
            Entity root = roots.get(one.handle() - 1);
            Compacts.body(stalled.bind(one.handle(), root, seen(root)));
        }
        change(stage, 501);
        writer.begin(FrameHead.of(501, 501));
        assertThat(stalled.writeChanged(writer, BodyUse.SHARED)).isEmpty();
    }

    @Test
    void textsAndRowsThatWereThereCount() {
        Kernel room = GuestRoom.kernel();
        Entity guest = GuestRoom.guest(room);
        ProjectionClass all = Compacts.exact(guest, Compacts.everything());
        long max = 10_000;
        StageBodies stage = stage(room, max);
        assertThat(stage.join(guest, all)).isEmpty();
        for (int tick = 1; tick <= 20; tick++) {
            guest.set(GuestRoom.NAME, Value.Text.of(Character.toString('a' + tick).repeat(1_000)));
            stage.flush(Flush.of(tick), StageBodies.NOTHING);
            assertThat(stage.historyBytes()).isLessThanOrEqualTo(max);
        }
        assertThat(stage.historyBytes()).isGreaterThan(3_000);
        for (int tick = 21; tick <= 60; tick++) {
            var inventory = GuestRoom.inventory(guest);
            inventory.clear();
            inventory.addRow(1);
            inventory.findRow(1).orElseThrow().set(GuestRoom.LABEL, Value.Text.of("x".repeat(999)));
            stage.flush(Flush.of(tick), StageBodies.NOTHING);
            assertThat(stage.historyBytes()).isLessThanOrEqualTo(max);
        }
        assertThat(stage.historyBytes()).isGreaterThan(3_000);
        stage.leave(guest, all);
        assertThat(stage.historyBytes()).isZero();
    }

    @Test
    void childrenThatWereThereCountWithWhatIsInside() {
        Entity box = Boxes.box(kernel);
        StageBodies stage = stage(kernel, 20_000);
        ProjectionClass seen =
                ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(box, Boxes.levels(2)));
        assertThat(stage.join(box, seen)).isEmpty();
        long before = 0;
        for (int tick = 1; tick <= 60; tick++) {
            Boxes.left(box).remove(1);
            Entity child = Boxes.box(Boxes.left(box), 1);
            Entity inside = Boxes.box(Boxes.left(child), 1);
            for (int row = 1; row <= 10; row++) {
                inside.findTable(Boxes.NOTES).orElseThrow().addRow(row);
            }
            stage.flush(Flush.of(tick), StageBodies.NOTHING);
            if (tick == 3) {
                // Two entities and ten rows.
                assertThat(stage.historyBytes() - before).isGreaterThan(1_000);
            }
            before = stage.historyBytes();
            assertThat(before).isLessThanOrEqualTo(20_000);
        }
        stage.keepFrom(Flush.of(60));
        Boxes.left(box).remove(1);
        stage.flush(Flush.of(61), StageBodies.NOTHING);
        assertThat(stage.historyBytes()).isLessThan(2_000);
        stage.leave(box, seen);
        assertThat(stage.historyBytes()).isZero();
    }

    private void assertKept(StageBodies stage, int from, int end) {
        for (int base = from; base < end; base++) {
            for (Entity root : roots) {
                Compacts.body(stage.since(root, seen(root), Flush.of(base), BodyUse.SHARED));
            }
        }
    }

    private void assertGap(StageBodies stage, int base) {
        for (Entity root : roots) {
            assertGap(stage.since(root, seen(root), Flush.of(base), BodyUse.SHARED));
        }
    }

    private static void assertGap(BodyResult result) {
        var why = (Refusal.Rejected) ((BodyResult.Refused) result).refusal();
        assertThat(why.reason()).isEqualTo(Reason.GAP);
    }

    /** Every root changes. */
    private void change(StageBodies stage, int tick) {
        roots.forEach(root -> set(root, tick));
        assertThat(stage.flush(Flush.of(tick), StageBodies.NOTHING)).isEmpty();
    }

    private static void set(Entity root, int size) {
        root.set(Boxes.SIZE, new Value.UInt32(size));
    }

    private PeerStreams peer(StageBodies stage) {
        PeerStreams peer = stage.newPeer();
        for (int i = 0; i < roots.size(); i++) {
            Compacts.body(peer.bind(i + 1, roots.get(i), seen(roots.get(i))));
        }
        return peer;
    }

    /** A stage with roots that somebody receives. */
    private StageBodies stage(int count, long bytesMax) {
        for (int i = 0; i < count; i++) {
            roots.add(Boxes.box(kernel));
        }
        StageBodies stage = stage(kernel, bytesMax);
        roots.forEach(root -> assertThat(stage.join(root, seen(root))).isEmpty());
        return stage;
    }

    private static StageBodies stage(Kernel kernel, long bytesMax) {
        kernel.flush(StageBodies.NOTHING);
        var limits = new BodyLimits(16, 131_072, bytesMax, Compacts.LIMITS);
        return new StageBodies(kernel, Flush.of(0), limits, new BodyCounters());
    }

    private static ProjectionClass seen(Entity root) {
        var size = EntityProjection.ofFields(Boxes.BOX, List.of(Boxes.SIZE));
        return ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(root, size));
    }
}
