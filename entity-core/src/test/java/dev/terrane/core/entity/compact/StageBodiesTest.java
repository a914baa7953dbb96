package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.AllocationMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Publishing from dirty columns: who pays, what is counted, and what is refused. */
class StageBodiesTest {
    private final Kernel kernel = GuestRoom.kernel();
    private final Entity guest = GuestRoom.guest(kernel);
    private final BodyCounters counters = new BodyCounters();

    @Test
    void steadyPublishingAllocatesTheSameForAnyNumberOfUnchangedEntities() {
        var few = new Crowd(200);
        var many = new Crowd(2_000);
        few.rounds(2_000);
        many.rounds(2_000);
        long least = Long.MAX_VALUE;
        long most = Long.MAX_VALUE;
        // Until both have been compiled, which a busy machine does late.
        for (int i = 0; i < 5 || (i < 200 && Math.abs(most - least) > 4_096); i++) {
            least = Math.min(least, AllocationMeter.bytes(() -> few.rounds(100)));
            most = Math.min(most, AllocationMeter.bytes(() -> many.rounds(100)));
        }
        System.out.printf("100 rounds: %d and %d bytes%n", least, most);
        // One byte for each unchanged entity and round would be 180,000 more.
        assertThat(most).isCloseTo(least, within(4_096L));
    }

    @Test
    void bodiesAreAtMostChangedRootsTimesClassesTimesBases() {
        StageBodies stage = stage(Compacts.LIMITS);
        List<Entity> roots = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            roots.add(GuestRoom.guest(kernel));
        }
        List<ProjectionClass> classes =
                List.of(fields(GuestRoom.HP), fields(GuestRoom.HP, GuestRoom.MP));
        List<PeerStreams> peers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            PeerStreams peer = stage.newPeer();
            for (int root = 0; root < roots.size(); root++) {
                Compacts.body(peer.bind(root + 1, roots.get(root), classes.get(i % 2)));
            }
            peers.add(peer);
        }
        assertThat(counters.baselines()).isEqualTo(5 * 2);

        // Tiers: every tick, every second, every third; so many flushes ago is what they know.
        int tiers = 3;
        long most = 0;
        List<Set<Integer>> changed = new ArrayList<>();
        for (int tick = 1; tick <= 30; tick++) {
            // One root or two, and never the last.
            Set<Integer> now = new TreeSet<>(List.of(tick % 4, tick * 3 % 4));
            changed.add(now);
            for (int root : now) {
                roots.get(root).set(GuestRoom.HP, new Value.UInt32(tick));
            }
            flush(stage, tick);
            for (int tier = 1; tier <= tiers; tier++) {
                if (tick % tier == 0) {
                    Set<Integer> since = new TreeSet<>();
                    changed.subList(tick - tier, tick).forEach(since::addAll);
                    most += (long) since.size() * classes.size();
                }
            }
            for (int i = 0; i < peers.size(); i++) {
                if (tick % (i % tiers + 1) == 0) {
                    assertThat(peers.get(i).writeChanged(frame(tick), BodyUse.SHARED)).isEmpty();
                }
            }
        }
        assertThat(counters.shared()).isPositive().isLessThanOrEqualTo(most);
        assertThat(counters.baselines()).as("none for a root that changes").isEqualTo(5 * 2);
    }

    @Test
    void aHiddenChangeGivesNoPeerAnything() {
        StageBodies stage = stage(Compacts.LIMITS);
        PeerStreams peer = stage.newPeer();
        Compacts.body(peer.bind(3, guest, fields(GuestRoom.HP)));
        set(GuestRoom.MP, 77);
        flush(stage, 1);
        assertThat(peer.isChanged()).isFalse();
        set(GuestRoom.HP, 5);
        set(GuestRoom.HP, 100);
        flush(stage, 2);
        assertThat(peer.isChanged()).isFalse();
        assertThat(peer.oldestBase()).isEqualTo(Flush.of(2));
        set(GuestRoom.HP, 6);
        flush(stage, 3);
        assertThat(peer.nextChanged(1)).isEqualTo(3);
        assertThat(peer.oldestBase()).isEqualTo(Flush.of(2));
        set(GuestRoom.HP, 100);
        flush(stage, 4);
        FrameWriter writer = frame(4);
        assertThat(peer.writeChanged(writer, BodyUse.DEFERRED)).isEmpty();
        assertThat(writer.isEmpty()).isTrue();
        assertThat(counters.shared() + counters.deferred()).isZero();
    }

    @Test
    void nothingIsSentOfAnEntityThatIsGone() {
        StageBodies stage = stage(Compacts.LIMITS);
        PeerStreams peer = stage.newPeer();
        Compacts.body(peer.bind(1, guest, fields(GuestRoom.HP)));
        set(GuestRoom.HP, 5);
        flush(stage, 1);
        assertThat(peer.isChanged()).isTrue();
        kernel.destroy(guest.guid());
        flush(stage, 2);
        assertThat(peer.isChanged()).isFalse();
        Entity heir = GuestRoom.guest(kernel);
        flush(stage, 3);
        peer.release(1);
        Compacts.body(peer.bind(1, heir, fields(GuestRoom.HP)));
        heir.set(GuestRoom.HP, new Value.UInt32(9));
        flush(stage, 4);
        assertThat(peer.nextChanged(1)).isEqualTo(1);
        peer.close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stage.baseline(heir, fields(GuestRoom.HP)));
    }

    @Test
    void aStateOverALimitIsRefusedAsComparingRefusesItAndTriedAgain() {
        CompactLimits tight = limits(new SnapshotLimits(3, 20, 400, 40));
        ProjectionClass all = Compacts.exact(guest, Compacts.everything());
        StageBodies stage = stage(tight);
        var naive = new RootBodies(guest, BodyLimits.CLASSES_MAX, tight, new BodyCounters());
        assertThat(stage.join(guest, all)).isEmpty();
        assertThat(naive.join(all, Flush.of(0))).isEmpty();
        for (int i = 1; i <= 4; i++) {
            GuestRoom.inventory(guest).addRow(i);
        }
        guest.set(GuestRoom.NAME, Value.Text.of("unseen"));
        var refused = stage.flush(Flush.of(1), StageBodies.NOTHING);
        assertThat(refused)
                .containsExactly(
                        new StageBodies.Refused(guest, naive.flush(Flush.of(1)).orElseThrow()));
        assertThat(stage.isChanged(guest, all, Flush.of(0))).isFalse();
        assertThat(stage.state(guest, all)).isEqualTo(naive.state(all));
        GuestRoom.inventory(guest).removeRow(4);
        flush(stage, 2);
        assertThat(naive.flush(Flush.of(2))).isEmpty();
        assertThat(stage.since(guest, all, Flush.of(0), BodyUse.SHARED))
                .isEqualTo(naive.since(all, Flush.of(0), BodyUse.SHARED));
        guest.set(GuestRoom.NAME, Value.Text.of("x".repeat(41)));
        assertThat(stage.flush(Flush.of(3), StageBodies.NOTHING))
                .containsExactly(
                        new StageBodies.Refused(guest, naive.flush(Flush.of(3)).orElseThrow()));
        assertThat(stage.state(guest, all)).isEqualTo(naive.state(all));
        assertThat(stage(tight).join(guest, all))
                .isEqualTo(
                        new RootBodies(guest, 1, tight, new BodyCounters()).join(all, Flush.of(0)));
    }

    @Test
    void aBodyOverALimitIsRefusedAsComparingRefusesIt() {
        var stream = new StreamLimits(SnapshotLimits.defaults(), 100, 3, 100, 1_000);
        CompactLimits tight = limits(stream, GuidWidth.BITS_64);
        sameRefusal(
                tight,
                () -> {
                    for (long field : List.of(GuestRoom.ID, GuestRoom.HP, GuestRoom.MP)) {
                        set(field, 50);
                    }
                    guest.set(GuestRoom.FLAG, new Value.Bool(true));
                },
                Refusal.OverLimit.class);
    }

    @Test
    void aGuidTooWideIsRefusedAsComparingRefusesIt() {
        sameRefusal(
                limits(StreamLimits.defaults(), GuidWidth.BITS_32),
                () -> guest.set(GuestRoom.GUILD, new Value.GuidRef(1L << 40)),
                Refusal.Rejected.class);
    }

    @Test
    void aBaseThatWasForgottenIsAGap() {
        StageBodies stage = stage(Compacts.LIMITS);
        ProjectionClass health = fields(GuestRoom.HP);
        assertThat(stage.join(guest, health)).isEmpty();
        for (int tick = 1; tick <= 4; tick++) {
            stage.keepFrom(Flush.of(Math.max(0, tick - 2)));
            set(GuestRoom.HP, tick);
            flush(stage, tick);
        }
        Compacts.body(stage.since(guest, health, Flush.of(2), BodyUse.SHARED));
        assertGap(stage.since(guest, health, Flush.of(0), BodyUse.SHARED));
    }

    @Test
    void aHistoryIsBoundedAndOlderBasesAreGaps() {
        var stage =
                new StageBodies(
                        kernel,
                        Flush.of(0),
                        new BodyLimits(16, 5, 1 << 20, Compacts.LIMITS),
                        counters);
        ProjectionClass both = fields(GuestRoom.HP, GuestRoom.MP);
        assertThat(stage.join(guest, both)).isEmpty();
        for (int tick = 1; tick <= 10; tick++) {
            set(GuestRoom.HP, tick);
            set(GuestRoom.MP, tick);
            flush(stage, tick);
        }
        Compacts.body(stage.since(guest, both, Flush.of(9), BodyUse.SHARED));
        Compacts.body(stage.since(guest, both, Flush.of(8), BodyUse.SHARED));
        assertGap(stage.since(guest, both, Flush.of(7), BodyUse.SHARED));
    }

    @Test
    void theSeventeenthClassIsRefusedByName() {
        StageBodies stage = stage(Compacts.LIMITS);
        var indices = GuestRoom.player().fields();
        List<ProjectionClass> classes = new ArrayList<>();
        for (int bits = 1; bits <= 17; bits++) {
            List<Long> chosen = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                if ((bits & 1 << i) != 0) {
                    chosen.add(indices.keyAt(i));
                }
            }
            classes.add(fields(chosen.toArray(Long[]::new)));
        }
        for (ProjectionClass projection : classes.subList(0, 16)) {
            assertThat(stage.join(guest, projection)).isEmpty();
        }
        ProjectionClass more = classes.getLast();
        assertThat(stage.join(guest, more))
                .contains(
                        new Refusal.OverLimit(
                                Refusal.Limit.PROJECTION_CLASSES, 16, 17, more.toString()));
        stage.leave(guest, classes.getFirst());
        assertThat(stage.join(guest, more)).isEmpty();
    }

    private void sameRefusal(CompactLimits tight, Runnable change, Class<?> kind) {
        ProjectionClass all = Compacts.exact(guest, Compacts.everything());
        StageBodies stage = stage(tight);
        var naive = new RootBodies(guest, BodyLimits.CLASSES_MAX, tight, new BodyCounters());
        PeerStreams peer = stage.newPeer();
        assertThat(peer.bind(1, guest, all)).isInstanceOf(BodyResult.Encoded.class);
        assertThat(naive.join(all, Flush.of(0))).isEmpty();
        change.run();
        flush(stage, 1);
        assertThat(naive.flush(Flush.of(1))).isEmpty();
        BodyResult ours = stage.since(guest, all, Flush.of(0), BodyUse.SHARED);
        assertThat(ours).isEqualTo(naive.since(all, Flush.of(0), BodyUse.SHARED));
        Refusal refusal = ((BodyResult.Refused) ours).refusal();
        assertThat(refusal).isInstanceOf(kind);
        assertThat(peer.writeChanged(frame(1), BodyUse.SHARED))
                .containsExactly(new PeerStreams.Refused(1, refusal));
        assertThat(peer.isChanged()).isTrue();
        assertThat(stage.baseline(guest, all)).isEqualTo(naive.baseline(all));
    }

    private static void assertGap(BodyResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        BodyResult.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOfSatisfying(
                                                Refusal.Rejected.class,
                                                why ->
                                                        assertThat(why.reason())
                                                                .isEqualTo(Reason.GAP)));
    }

    private StageBodies stage(CompactLimits limits) {
        return new StageBodies(kernel, Flush.of(0), BodyLimits.of(limits), counters);
    }

    private static void flush(StageBodies stage, long tick) {
        assertThat(stage.flush(Flush.of(tick), StageBodies.NOTHING)).isEmpty();
    }

    private static FrameWriter frame(long tick) {
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(tick, tick));
        return writer;
    }

    private ProjectionClass fields(Long... indices) {
        return Compacts.exact(guest, EntityProjection.ofFields(GuestRoom.PLAYER, List.of(indices)));
    }

    private void set(long index, long value) {
        guest.set(index, new Value.UInt32(value));
    }

    private static CompactLimits limits(SnapshotLimits snapshot) {
        var stream = new StreamLimits(snapshot, 65_536, 65_536, 1 << 20, 132_096);
        return limits(stream, GuidWidth.BITS_64);
    }

    private static CompactLimits limits(StreamLimits stream, GuidWidth width) {
        return new CompactLimits(stream, 4 << 20, 262_144, 4_095, 4_096, 9, width);
    }

    /** That many entities seen by one peer, of which 20 change a round. */
    private static final class Crowd {
        private final Kernel kernel = GuestRoom.kernel();
        private final StageBodies stage =
                new StageBodies(
                        kernel, Flush.of(0), BodyLimits.of(Compacts.LIMITS), new BodyCounters());
        private final PeerStreams peer = stage.newPeer();
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private final List<Entity> busy = new ArrayList<>();
        private long tick;

        Crowd(int entities) {
            for (int i = 0; i < entities; i++) {
                Entity entity = GuestRoom.guest(kernel);
                GuestRoom.inventory(entity).addRow();
                Compacts.body(
                        peer.bind(i + 1, entity, Compacts.exact(entity, Compacts.everything())));
                if (i < 20) {
                    busy.add(entity);
                }
            }
        }

        void rounds(int count) {
            for (int i = 0; i < count; i++) {
                tick++;
                for (Entity entity : busy) {
                    entity.fields().setUInt32(GuestRoom.HP, tick & 0xFF);
                    entity.fields().setDouble(GuestRoom.X, tick * 0.5);
                }
                stage.flush(Flush.of(tick), StageBodies.NOTHING);
                stage.keepFrom(Flush.of(tick));
                writer.begin(FrameHead.of(tick, tick));
                peer.writeChanged(writer, BodyUse.SHARED);
                writer.finish();
            }
        }
    }
}
