package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.BoxChanges;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Children that come and go for longer than a receiver may remember them: the stream is opened anew
 * before its receiver would have to refuse.
 */
class StageChurnTest {
    private static final int RUNS = 200;
    private static final int FLUSHES = 60;

    @Test
    void aBagThatManyPassThroughBeginsAnewRightBeforeItsReceiverWouldRefuse() {
        // The root and its table, a child and its table, and three that were there.
        CompactLimits limits = limits(10);
        Kernel kernel = Boxes.kernel();
        Entity box = Boxes.box(kernel);
        Boxes.box(Boxes.left(box), 1);
        kernel.flush(StageBodies.NOTHING);
        var stage = stage(kernel, limits);
        var peer = new Peer(stage, box, levels(box, 1), limits);
        peer.open(0);
        for (int tick = 1; tick <= 40; tick++) {
            Boxes.left(box).remove(1);
            Boxes.box(Boxes.left(box), 1);
            assertThat(stage.flush(Flush.of(tick), StageBodies.NOTHING)).isEmpty();
            peer.receive(tick);
            // The first state and three more, then the fourth begins anew.
            assertThat(peer.binds).isEqualTo(1 + tick / 4);
        }
    }

    @Test
    void whoFellBehindMayRememberRowsThatWentBeforeTheChildDid() {
        // Three rows of a child, and what the state is afterwards with another child in its place.
        CompactLimits limits = limits(2 + 2 + 3 + 2);
        for (int rows = 3; rows <= 4; rows++) {
            Kernel kernel = Boxes.kernel();
            Entity box = Boxes.box(kernel);
            Entity child = Boxes.box(Boxes.left(box), 1);
            for (int row = 1; row <= rows; row++) {
                child.findTable(Boxes.NOTES).orElseThrow().addRow(row);
            }
            kernel.flush(StageBodies.NOTHING);
            var stage = stage(kernel, limits);
            var behind = new Peer(stage, box, levels(box, 1), limits);
            behind.open(0);
            for (int row = 1; row <= rows; row++) {
                child.findTable(Boxes.NOTES).orElseThrow().removeRow(row);
            }
            stage.flush(Flush.of(1), StageBodies.NOTHING);
            Boxes.left(box).remove(1);
            Boxes.box(Boxes.left(box), 1);
            stage.flush(Flush.of(2), StageBodies.NOTHING);
            behind.receive(2);
            assertThat(behind.binds).isEqualTo(rows == 3 ? 1 : 2);
        }
    }

    @Test
    void whatAClassDoesNotShowDoesNotBeginItAnew() {
        CompactLimits limits = limits(12);
        Kernel kernel = Boxes.kernel();
        Entity box = Boxes.box(kernel);
        kernel.flush(StageBodies.NOTHING);
        var stage = stage(kernel, limits);
        ProjectionClass lefts =
                BoxClasses.holding(
                        Boxes.LEFT,
                        ChildClasses.of(BoxClasses.fields(Quantisation.NONE, Boxes.SIZE)));
        var all = new Peer(stage, box, levels(box, 1), limits);
        var left = new Peer(stage, box, lefts, limits);
        all.open(0);
        left.open(0);
        for (int tick = 1; tick <= 60; tick++) {
            Boxes.right(box).remove(1);
            Boxes.box(Boxes.right(box), 1);
            stage.flush(Flush.of(tick), StageBodies.NOTHING);
            all.receive(tick);
            left.receive(tick);
        }
        assertThat(all.binds).isGreaterThan(5);
        assertThat(left.binds).isEqualTo(1);
        assertThat(left.frame).isEqualTo(1);
    }

    @Test
    void aStateThatIsMoreThanAReceiverMayRememberIsRefusedByName() {
        CompactLimits limits = limits(4);
        Kernel kernel = Boxes.kernel();
        Entity box = Boxes.box(kernel);
        kernel.flush(StageBodies.NOTHING);
        var stage = stage(kernel, limits);
        var peer = new Peer(stage, box, levels(box, 1), limits);
        peer.open(0);
        var notes = box.findTable(Boxes.NOTES).orElseThrow();
        notes.addRow(1);
        notes.addRow(2);
        assertThat(stage.flush(Flush.of(1), StageBodies.NOTHING)).isEmpty();
        peer.receive(1);
        notes.addRow(3);
        List<StageBodies.Refused> refused = stage.flush(Flush.of(2), StageBodies.NOTHING);
        assertThat(refused).hasSize(1);
        assertThat(refused.getFirst().refusal())
                .isInstanceOfSatisfying(
                        Refusal.OverLimit.class,
                        over -> {
                            assertThat(over.limit()).isEqualTo(Refusal.Limit.LIFETIME_ENTRIES);
                            assertThat(over.max()).isEqualTo(4);
                            assertThat(over.actual()).isEqualTo(5);
                        });
        notes.removeRow(1);
        assertThat(stage.flush(Flush.of(3), StageBodies.NOTHING)).isEmpty();
        peer.receive(3);
        assertThat(peer.binds).isEqualTo(1);
    }

    @Test
    void noReceiverIsEverMadeToRefuse() {
        var coverage = new Coverage();
        Seeds.forEach(RUNS, random -> play(random, coverage));
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(100, "anew", "received", "behind", "late");
    }

    private static void play(SeededRandom random, Coverage coverage) {
        var boxes = new BoxChanges(random, new Coverage());
        CompactLimits limits = limits(random.between(14, 24));
        Entity root = boxes.seenRoot();
        // Often so little that who is behind needs a new stream for want of history.
        var bounds = new BodyLimits(16, 131_072, 1L << random.between(9, 18), limits);
        var stage = new StageBodies(boxes.seenKernel(), Flush.of(0), bounds, new BodyCounters());
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ProjectionClass projection =
                    i < 2 ? levels(root, 2) : BoxClasses.random(random, random.between(1, 3));
            peers.add(new Peer(stage, root, projection, limits));
            peers.getLast().open(0);
        }
        for (int tick = 1; tick <= FLUSHES; tick++) {
            for (int i = random.between(0, 12); i > 0; i--) {
                boxes.change();
            }
            var at = Flush.of(tick);
            boxes.flush(
                    also -> stage.flush(at, also).forEach(one -> assertTooMuch(one, coverage)),
                    also -> boxes.otherKernel().flush(also));
            for (int i = 0; i < peers.size(); i++) {
                if (i % 2 == 0 || random.oneIn(5)) {
                    int before = peers.get(i).binds;
                    peers.get(i).receive(tick);
                    coverage.count(i % 2 == 0 ? "received" : "behind");
                    coverage.count(peers.get(i).binds > before ? "anew" : "goes on");
                }
            }
            if (random.oneIn(20)) {
                var late = new Peer(stage, root, levels(root, 2), limits);
                late.open(tick);
                peers.add(late);
                coverage.count("late");
            }
        }
        peers.forEach(peer -> peer.streams.close());
        assertThat(stage.historyBytes()).isZero();
    }

    private static void assertTooMuch(StageBodies.Refused refused, Coverage coverage) {
        assertThat(((Refusal.OverLimit) refused.refusal()).limit())
                .isEqualTo(Refusal.Limit.LIFETIME_ENTRIES);
        coverage.count("state refused");
    }

    private static ProjectionClass levels(Entity box, int depth) {
        return ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(box, Boxes.levels(depth)));
    }

    private static StageBodies stage(Kernel kernel, CompactLimits limits) {
        return new StageBodies(kernel, Flush.of(0), BodyLimits.of(limits), new BodyCounters());
    }

    private static CompactLimits limits(int lifetimes) {
        var stream = new StreamLimits(SnapshotLimits.defaults(), 999, 999, 9_999, lifetimes);
        return new CompactLimits(stream, 99_999, 9_999, 9, 99, 9, GuidWidth.BITS_64);
    }

    /** One peer with one stream, which it opens anew whenever it is told to. */
    private static final class Peer implements ChildNames {
        private final StageBodies stage;
        private final PeerStreams streams;
        private final Entity root;
        private final ProjectionClass projection;
        private final List<ProjectionClass> layouts;
        private final FrameWriter writer;
        private final CompactReceiver receiver;
        private int handle = 1;
        private int binds;
        private long frame;
        private boolean waiting;

        Peer(StageBodies stage, Entity root, ProjectionClass projection, CompactLimits limits) {
            this.stage = stage;
            this.root = root;
            this.projection = projection;
            this.layouts = BoxClasses.all(projection);
            this.streams = stage.newPeer();
            this.writer = new FrameWriter(limits);
            this.receiver = new CompactReceiver(limits, 0);
            for (ProjectionClass layout : layouts) {
                assertThat(receiver.addLayout(layout(layout), layout)).isEmpty();
            }
        }

        void open(long tick) {
            BodyResult baseline = streams.bind(handle, root, projection);
            if (baseline instanceof BodyResult.Refused) {
                // Its state is over the limit now; tried again when something changed.
                waiting = true;
                return;
            }
            waiting = false;
            writer.begin(FrameHead.of(++frame, tick));
            writer.bind(
                    new Bind(handle, layout(projection), root.guid(), 7, root.lifetime()),
                    Compacts.body(baseline),
                    this);
            Compacts.applied(receiver.receive(writer.finish()));
            binds++;
            assertThat(receiver.find(handle).orElseThrow().replica().binding().generation())
                    .isEqualTo(binds);
            assertShown();
        }

        void receive(long tick) {
            if (waiting) {
                open(tick);
                return;
            }
            writer.begin(FrameHead.of(frame + 1, tick));
            List<PeerStreams.Refused> refused = streams.writeChanged(writer, this, BodyUse.SHARED);
            if (!refused.isEmpty()) {
                assertThat(((Refusal.Rejected) refused.getFirst().refusal()).reason())
                        .isEqualTo(Reason.GAP);
                streams.release(handle);
                assertThat(receiver.remove(handle, false)).isEmpty();
                handle = 3 - handle;
                open(tick);
            } else if (!writer.isEmpty()) {
                frame++;
                Compacts.applied(receiver.receive(writer.finish()));
                assertShown();
            }
        }

        private void assertShown() {
            var state = receiver.find(handle).orElseThrow().replica().state().orElseThrow();
            assertThat(BoxClasses.shown(state.root()))
                    .isEqualTo(BoxClasses.shown(stage.state(root, projection).root()));
        }

        @Override
        public int networkId(Guid child) {
            return (int) child.value();
        }

        @Override
        public int layout(ProjectionClass seen) {
            return layouts.indexOf(seen) + 1;
        }
    }
}
