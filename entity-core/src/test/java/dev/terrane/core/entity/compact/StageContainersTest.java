package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FlushListener;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelChanges;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import dev.terrane.testing.AllocationMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;

/** Publishing children from dirty columns: who pays, what is counted, what waits and is refused. */
class StageContainersTest {
    private static final Mask NOW = Mask.of(MaskName.REAL_TIME);

    private final Kernel kernel =
            Boxes.kernel(
                    new IndexMap.Builder<Mask>()
                            .put(Boxes.WEIGHT, NOW)
                            .put(Boxes.LEFT, NOW)
                            .build());
    private final Entity box = Boxes.box(kernel);
    private final BodyCounters counters = new BodyCounters();
    private final ProjectionClass levels =
            ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(box, Boxes.levels(1)));
    private final ProjectionClass weights =
            BoxClasses.holding(
                    Boxes.LEFT,
                    ChildClasses.of(
                            BoxClasses.fields(Quantisation.NONE, Boxes.SIZE, Boxes.WEIGHT)));

    @Test
    void steadyPublishingAllocatesTheSameForAnyNumberOfUnchangedChildren() {
        sameAllocation(Bags::change);
    }

    @Test
    void childrenThatMoveAllocateTheSameForAnyNumberOfOthers() {
        sameAllocation(Bags::move);
    }

    @Test
    void childrenThatComeAndGoAllocateTheSameForAnyNumberOfOthers() {
        sameAllocation(Bags::replace);
    }

    @Test
    void bodiesAreAtMostChangedRootsTimesClassesTimesBases() {
        Entity child = Boxes.box(Boxes.left(box), 1);
        StageBodies stage = stage(Compacts.LIMITS);
        List<PeerStreams> peers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            PeerStreams peer = stage.newPeer();
            Compacts.body(peer.bind(1, box, i % 2 == 0 ? levels : weights));
            peers.add(peer);
        }
        int ticks = 30;
        for (int tick = 1; tick <= ticks; tick++) {
            size(child, tick);
            if (tick % 4 == 0) {
                Boxes.left(box).swap(child.slot(), Boxes.left(box), child.slot() + 1);
            }
            flush(stage, tick);
            for (int i = 0; i < peers.size(); i++) {
                // Tiers: every tick, every second, every third.
                if (tick % (i % 3 + 1) == 0) {
                    assertThat(
                                    peers.get(i)
                                            .writeChanged(
                                                    frame(tick), Compacts.NAMES, BodyUse.SHARED))
                            .isEmpty();
                }
            }
        }
        assertThat(counters.shared()).isPositive().isLessThanOrEqualTo(ticks * 2L * 3L);
        assertThat(counters.baselines()).isEqualTo(2);
    }

    @Test
    void aChangeInAHiddenChildGivesNoPeerAnything() {
        Entity shown = Boxes.box(Boxes.left(box), 1);
        Entity hidden = Boxes.box(Boxes.right(box), 1);
        StageBodies stage = stage(Compacts.LIMITS);
        PeerStreams peer = stage.newPeer();
        Compacts.body(peer.bind(1, box, weights));
        size(hidden, 7);
        Boxes.right(box).remove(1);
        Boxes.box(Boxes.right(shown), 1);
        shown.set(Boxes.SECRET, new Value.UInt32(7));
        flush(stage, 1);
        assertThat(peer.isChanged()).isFalse();
        size(shown, 7);
        flush(stage, 2);
        assertThat(peer.isChanged()).isTrue();
        Boxes.left(box).remove(1);
        Boxes.left(box).place(1, shown);
        size(shown, 0);
        flush(stage, 3);
        assertThat(peer.writeChanged(frame(3), Compacts.NAMES, BodyUse.SHARED)).isEmpty();
        assertThat(counters.shared()).isZero();
    }

    @Test
    void aRealTimeFlushPublishesValuesWhereChildrenStandAndTheTickPlacesThem() {
        Entity stays = Boxes.box(Boxes.left(box), 1);
        Entity leaves = Boxes.box(Boxes.left(box), 2);
        StageBodies stage = stage(Compacts.LIMITS);
        var naive = new RootBodies(box, 1, Compacts.LIMITS, new BodyCounters());
        assertThat(stage.join(box, weights)).isEmpty();
        assertThat(naive.join(weights, Flush.of(0))).isEmpty();
        var now = new RealTime(Map.of(Boxes.BOX, Set.of(Boxes.WEIGHT, Boxes.LEFT)));
        for (Entity child : List.of(stays, leaves)) {
            child.set(Boxes.WEIGHT, new Value.Float64(2));
            size(child, 2);
        }
        // What it weighs after it left is not for those who saw it before, in whatever it is put.
        Boxes.left(box).swap(2, Boxes.left(Boxes.box(kernel)), 1);
        Boxes.box(Boxes.left(box), 3);
        assertThat(stage.flushRealTime(new Flush(0, 1), StageBodies.NOTHING)).isEmpty();
        assertThat(naive.flushRealTime(new Flush(0, 1), now)).isEmpty();
        var body = stage.since(box, weights, Flush.of(0), BodyUse.SHARED);
        assertThat(body).isEqualTo(naive.since(weights, Flush.of(0), BodyUse.SHARED));
        // Container 0; one slot, the first, of which member 1 is 2.0.
        assertThat(Compacts.body(body).toByteArray())
                .containsExactly(1, 1, 2, 0b10, 0, 0, 0, 0, 0, 0, 0, 0x40);
        flush(stage, 1);
        assertThat(naive.flush(Flush.of(1))).isEmpty();
        for (Flush base : List.of(Flush.of(0), new Flush(0, 1))) {
            assertThat(stage.since(box, weights, base, BodyUse.SHARED))
                    .isEqualTo(naive.since(weights, base, BodyUse.SHARED));
        }
        assertThat(Compacts.body(stage.since(box, weights, Flush.of(0), BodyUse.SHARED)).children())
                .hasSize(1);
    }

    /**
     * A real-time flush publishes real-time members only; a baseline is all of them. What others
     * see of a root then is older than the entity, and of one that nobody sees nobody knows how.
     */
    @Test
    void noStreamBeginsAtARealTimeFlush() {
        StageBodies stage = stage(Compacts.LIMITS);
        PeerStreams peer = stage.newPeer();
        assertThat(stage.join(box, levels)).isEmpty();
        size(box, 5);
        box.set(Boxes.WEIGHT, new Value.Float64(2));
        stage.flushRealTime(new Flush(0, 1), StageBodies.NOTHING);
        var naive = new RootBodies(box, 1, Compacts.LIMITS, counters);
        for (ProjectionClass projection : List.of(levels, weights)) {
            assertThatIllegalStateException().isThrownBy(() -> peer.bind(1, box, projection));
            assertThatIllegalStateException().isThrownBy(() -> stage.join(box, projection));
            assertThatIllegalStateException()
                    .isThrownBy(() -> naive.join(projection, new Flush(0, 1)));
        }
        flush(stage, 1);
        Compacts.body(peer.bind(1, box, levels));
        assertThat(stage.state(box, levels)).isEqualTo(Compacts.capture(box, levels));
    }

    @Test
    void aStateOfTooManyChildrenIsRefusedAsComparingRefusesItAndTriedAgain() {
        CompactLimits tight = limits(new SnapshotLimits(8, 3, 100, 100, 1_000, 100));
        StageBodies stage = stage(tight);
        var naive = new RootBodies(box, BodyLimits.CLASSES_MAX, tight, new BodyCounters());
        assertThat(stage.join(box, levels)).isEmpty();
        assertThat(naive.join(levels, Flush.of(0))).isEmpty();
        for (int i = 1; i <= 3; i++) {
            size(Boxes.box(Boxes.left(box), i), i);
        }
        size(box, 9);
        Refusal refusal = naive.flush(Flush.of(1)).orElseThrow();
        assertThat(refusal)
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class,
                        over -> assertThat(over.limit()).isEqualTo(Refusal.Limit.STREAM_ENTITIES));
        assertThat(stage.flush(Flush.of(1), StageBodies.NOTHING))
                .containsExactly(new StageBodies.Refused(box, refusal));
        assertThat(stage.isChanged(box, levels, Flush.of(0))).isFalse();
        assertThat(stage.state(box, levels)).isEqualTo(naive.state(levels));
        // What nobody was told of is no state that another class could begin with.
        assertThat(stage.join(box, weights)).contains(refusal);
        Boxes.left(box).remove(2);
        flush(stage, 2);
        assertThat(naive.flush(Flush.of(2))).isEmpty();
        assertThat(stage.since(box, levels, Flush.of(0), BodyUse.SHARED))
                .isEqualTo(naive.since(levels, Flush.of(0), BodyUse.SHARED));
        assertThat(stage.state(box, levels)).isEqualTo(Compacts.capture(box, levels));
        assertThat(stage.join(box, weights)).isEmpty();
    }

    @Test
    void aFlushWhoseListenerThrowsIsToldAgainWithAllSlots() {
        Entity first = Boxes.box(Boxes.left(box), 1);
        StageBodies stage = stage(Compacts.LIMITS);
        assertThat(stage.join(box, levels)).isEmpty();
        Boxes.left(box).swap(1, Boxes.right(box), 2);
        size(first, 4);
        Boxes.box(Boxes.left(box), 1);
        var failure = new IllegalStateException("a listener");
        int points = 0;
        for (int failing = 0; failing < 4; failing++) {
            var listener = new FailsAt(failing, failure);
            assertThatThrownBy(() -> stage.flush(Flush.of(1), listener)).isSameAs(failure);
            points++;
            assertThat(stage.isChanged(box, levels, Flush.of(0))).isFalse();
        }
        assertThat(points).isEqualTo(4);
        flush(stage, 1);
        assertThat(stage.state(box, levels)).isEqualTo(Compacts.capture(box, levels));
        Compacts.body(stage.since(box, levels, Flush.of(0), BodyUse.SHARED));
    }

    @Test
    void whatChildrenWereIsBoundedForTheWholeRootAndOlderBasesAreGaps() {
        List<Entity> children = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            children.add(Boxes.box(Boxes.left(box), i));
        }
        var stage =
                new StageBodies(
                        kernel,
                        Flush.of(0),
                        new BodyLimits(16, 12, 1 << 20, Compacts.LIMITS),
                        counters);
        assertThat(stage.join(box, levels)).isEmpty();
        for (int tick = 1; tick <= 10; tick++) {
            for (Entity child : children) {
                size(child, tick);
            }
            flush(stage, tick);
        }
        Compacts.body(stage.since(box, levels, Flush.of(9), BodyUse.SHARED));
        Compacts.body(stage.since(box, levels, Flush.of(8), BodyUse.SHARED));
        assertThat(stage.since(box, levels, Flush.of(7), BodyUse.SHARED))
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

    private static void sameAllocation(ObjLongConsumer<Bags> change) {
        var few = new Bags(40);
        var many = new Bags(900);
        few.rounds(1_500, change);
        many.rounds(1_500, change);
        long least = Long.MAX_VALUE;
        long most = Long.MAX_VALUE;
        // Until both have been compiled, which a busy machine does late.
        for (int i = 0; i < 5 || (i < 200 && Math.abs(most - least) > 16_384); i++) {
            least = Math.min(least, AllocationMeter.bytes(() -> few.rounds(100, change)));
            most = Math.min(most, AllocationMeter.bytes(() -> many.rounds(100, change)));
        }
        System.out.printf("100 rounds: %d and %d bytes%n", least, most);
        // One byte for each unchanged child and round would be 172,000 more.
        assertThat(most).isCloseTo(least, within(16_384L));
    }

    private StageBodies stage(CompactLimits limits) {
        kernel.flush(StageBodies.NOTHING);
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

    private static void size(Entity box, long size) {
        box.set(Boxes.SIZE, new Value.UInt32(size));
    }

    private static CompactLimits limits(SnapshotLimits snapshot) {
        var stream = new StreamLimits(snapshot, 65_536, 65_536, 1 << 20, 132_096);
        return new CompactLimits(stream, 4 << 20, 262_144, 4_095, 4_096, 9, GuidWidth.BITS_64);
    }

    /** Throws at the so many-th thing it is told. */
    private static final class FailsAt implements FlushListener {
        private final RuntimeException failure;
        private int left;

        FailsAt(int things, RuntimeException failure) {
            this.left = things;
            this.failure = failure;
        }

        private void tell() {
            if (left == 0) {
                throw failure;
            }
            left--;
        }

        @Override
        public void created(Entity entity) {
            tell();
        }

        @Override
        public void changed(Entity entity) {
            tell();
        }

        @Override
        public void moved(Entity entity) {
            tell();
        }

        @Override
        public void destroyed(KernelChanges.Gone gone) {
            tell();
        }

        @Override
        public void root(Entity root) {
            tell();
        }
    }

    /** Two bags of that many things each, seen by a peer, of which a few change a round. */
    private static final class Bags {
        private final Kernel kernel = Boxes.kernel();
        private final Container bag = bag();
        private final Container other = bag();
        private final Entity spare = Boxes.box(kernel);
        private final StageBodies stage;
        private final PeerStreams peer;
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private final int things;
        private long tick;

        Bags(int things) {
            this.things = things;
            for (int i = 1; i <= things; i++) {
                Boxes.box(bag, i);
                Boxes.box(other, i);
            }
            kernel.flush(StageBodies.NOTHING);
            stage =
                    new StageBodies(
                            kernel,
                            Flush.of(0),
                            BodyLimits.of(Compacts.LIMITS),
                            new BodyCounters());
            peer = stage.newPeer();
            Entity seen = bag.owner();
            var projection =
                    ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(seen, Boxes.levels(1)));
            Compacts.body(peer.bind(1, seen, projection));
            Compacts.body(peer.bind(2, other.owner(), projection));
        }

        private Container bag() {
            return Boxes.left(Boxes.box(kernel));
        }

        /** Some values, of the last things among others. */
        void change(long round) {
            for (int i = 0; i < 10; i++) {
                bag.childAt(things - 1 - i).fields().setUInt32(Boxes.SIZE, round & 0xFF);
            }
        }

        /** A thing goes to another slot, two change places across bags. */
        void move(long round) {
            bag.swap(bag.slotAt(things / 2), bag, 1_000 + (round & 1));
            bag.swap(1, other, 1);
        }

        /** Somebody leaves the slot that another comes into. */
        void replace(long round) {
            Entity child = bag.find(1).orElse(spare);
            Entity next = child == spare ? other.childAt(5) : spare;
            bag.remove(1);
            if (next != spare) {
                other.remove(next.slot());
            } else {
                other.place(other.firstFreeSlot(), child);
            }
            bag.place(1, next);
        }

        void rounds(int count, ObjLongConsumer<Bags> change) {
            for (int i = 0; i < count; i++) {
                tick++;
                change.accept(this, tick);
                stage.flush(Flush.of(tick), StageBodies.NOTHING);
                stage.keepFrom(Flush.of(tick));
                writer.begin(FrameHead.of(tick, tick));
                peer.writeChanged(writer, Compacts.NAMES, BodyUse.SHARED);
                writer.finish();
            }
        }
    }
}
