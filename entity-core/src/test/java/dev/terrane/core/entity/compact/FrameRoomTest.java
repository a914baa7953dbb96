package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Refusal.Limit;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxChanges;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No frame is more than its receiver takes: the rest goes into the next one. */
class FrameRoomTest {
    private static final int ROOTS = 10;
    private static final int ROWS = 10;

    /** A size, and rows with one value each. */
    private static final int WORK = 1 + 2 * ROWS;

    private final Kernel kernel = Boxes.kernel();
    private final List<Entity> roots = new ArrayList<>();
    private long changes;

    @Test
    void bodiesAreSpreadOverFramesByTheWorkTheyMake() {
        assertThat(frames(limits(4_096, ROOTS * WORK))).containsExactly(1, 1);
        assertThat(frames(limits(4_096, ROOTS * WORK - 1))).containsExactly(2, 2);
        assertThat(frames(limits(4_096, 3 * WORK))).containsExactly(4, 4);
        assertThat(frames(limits(4_096, 3 * WORK - 1))).containsExactly(5, 5);
        assertThat(frames(limits(4_096, WORK))).containsExactly(10, 10);
    }

    @Test
    void bodiesAreSpreadOverFramesByTheirBytes() {
        assertThat(frames(limits(4_096, 9_999))).containsExactly(1, 1);
        for (int bytes = 120; bytes < 400; bytes++) {
            frames(limits(bytes, 9_999));
        }
    }

    /** A baseline that waited for its frame, and what changed meanwhile. */
    @Test
    void whatChangedSinceABaselineWasMadeGoesIntoTheFrameAfterItsBind() {
        Entity root = root();
        Entity other = root();
        CompactLimits limits = limits(4_096, 99);
        var stage = stage(limits);
        PeerStreams peer = stage.newPeer();
        CompactBody baseline = Compacts.body(peer.bind(1, root, seen(root)));
        CompactBody second = Compacts.body(peer.bind(2, other, seen(other)));
        var receiver = new CompactReceiver(limits, 0);
        receiver.addLayout(1, seen(root));
        var writer = new FrameWriter(limits);
        writer.begin(FrameHead.of(1, 0));
        assertThat(writer.bind(new Bind(2, 1, other.guid(), 2, other.lifetime()), second)).isTrue();
        Compacts.applied(receiver.receive(writer.finish()));
        root.set(Boxes.SIZE, new Value.UInt32(7));
        change(other);
        stage.flush(Flush.of(1), StageBodies.NOTHING);
        writer.begin(FrameHead.of(2, 1));
        assertThat(writer.bind(new Bind(1, 1, root.guid(), 1, root.lifetime()), baseline)).isTrue();
        assertThat(peer.writeChanged(writer, BodyUse.SHARED)).isEmpty();
        assertThat(writer.isFull()).isTrue();
        assertThat(Compacts.applied(receiver.receive(writer.finish())).updates()).hasSize(2);
        assertThat(peer.nextChanged(1)).isEqualTo(1);
        writer.begin(FrameHead.of(3, 1));
        assertThat(peer.writeChanged(writer, BodyUse.SHARED)).isEmpty();
        assertThat(writer.isFull()).isFalse();
        assertThat(Compacts.applied(receiver.receive(writer.finish())).updates()).hasSize(1);
        for (int handle = 1; handle <= 2; handle++) {
            Entity sent = handle == 1 ? root : other;
            var state = receiver.find(handle).orElseThrow().replica().state().orElseThrow();
            assertThat(BoxClasses.shown(state.root()))
                    .isEqualTo(BoxClasses.shown(stage.state(sent, seen(sent)).root()));
        }
    }

    /** One frame a tick: what had no room is first in the next, however much is before it. */
    @Test
    void noStreamWaitsForEver() {
        Entity low = root();
        Entity high = root();
        CompactLimits limits = limits(4_096, WORK + 1);
        var stage = stage(limits);
        PeerStreams peer = stage.newPeer();
        Compacts.body(peer.bind(1, low, seen(low)));
        Compacts.body(peer.bind(70, high, seen(high)));
        var writer = new FrameWriter(limits);
        var streams = new ArrayList<String>();
        for (int tick = 1; tick <= 6; tick++) {
            change(low);
            change(high);
            stage.flush(Flush.of(tick), StageBodies.NOTHING);
            writer.begin(FrameHead.of(tick, tick));
            assertThat(peer.writeChanged(writer, BodyUse.SHARED)).isEmpty();
            assertThat(writer.isFull()).isTrue();
            streams.add(peer.nextChanged(1) == 1 ? "high" : "low");
        }
        assertThat(streams).containsExactly("low", "high", "low", "high", "low", "high");
    }

    /** What the codec makes fits a frame too. */
    @Test
    void aPublicationThatFitsNoFrameIsRefusedByTheCodec() {
        Entity root = root();
        ProjectionClass seen = seen(root);
        var stage = stage(limits(4_096, WORK));
        assertThat(stage.join(root, seen)).isEmpty();
        var baseline = new Baseline(1, 1, stage.state(root, seen));
        var children = seen.tree().children();
        var binding =
                new StreamBinding(
                        Boxes.SCHEMA, root.guid(), root.lifetime(), 1, seen.layout(), children);
        var fits = new CompactCodec(seen, limits(4_096, WORK)).encode(binding, baseline);
        assertThat(fits).isEqualTo(stage.baseline(root, seen));
        assertOver(
                Limit.FRAME_WORK,
                root,
                new CompactCodec(seen, limits(4_096, WORK - 1)).encode(binding, baseline));
    }

    @Test
    void aBodyThatFitsNoFrameIsRefusedByName() {
        Entity root = root();
        assertOver(Limit.FRAME_WORK, root, open(root, limits(4_096, WORK - 1)));
        assertThat(open(root, limits(4_096, WORK))).isInstanceOf(BodyResult.Encoded.class);
        CompactBody body = Compacts.body(open(root, limits(4_096, WORK)));
        int least = FrameWriter.HEAD_BYTES + FrameWriter.RECORD_BYTES + body.size();
        assertOver(Limit.MESSAGE_BYTES, root, open(root, limits(least - 1, WORK)));
        assertThat(open(root, limits(least, WORK))).isEqualTo(new BodyResult.Encoded(body));
    }

    @Test
    void aChangeThatFitsNoFrameIsRefusedAndTheStateIsSentOnceItDoes() {
        Entity root = Boxes.box(kernel);
        CompactLimits limits = limits(4_096, 2 * ROWS - 1);
        var stage = stage(limits);
        PeerStreams peer = stage.newPeer();
        Compacts.body(peer.bind(1, root, seen(root)));
        fill(root);
        stage.flush(Flush.of(1), StageBodies.NOTHING);
        var writer = new FrameWriter(limits);
        writer.begin(FrameHead.of(1, 1));
        List<PeerStreams.Refused> refused = peer.writeChanged(writer, BodyUse.SHARED);
        assertThat(refused).hasSize(1);
        assertOver(Limit.FRAME_WORK, root, new BodyResult.Refused(refused.getFirst().refusal()));
        assertThat(writer.isFull()).isFalse();
        root.findTable(Boxes.NOTES).orElseThrow().removeRow(1);
        stage.flush(Flush.of(2), StageBodies.NOTHING);
        assertThat(peer.writeChanged(writer, BodyUse.SHARED)).isEmpty();
        assertThat(peer.isChanged()).isFalse();
    }

    /** A receiver that may do just the work a body says takes it, and with one less it does not. */
    @Test
    void aBodyIsTheWorkItsReceiverCounts() {
        var coverage = new Coverage();
        Seeds.forEach(
                200,
                random -> {
                    var boxes = new BoxChanges(random, new Coverage());
                    for (int i = 0; i < 40; i++) {
                        boxes.change();
                    }
                    Entity root = boxes.seenRoot();
                    ProjectionClass projection = BoxClasses.random(random, 3);
                    boxes.seenKernel().flush(StageBodies.NOTHING);
                    var stage =
                            new StageBodies(
                                    boxes.seenKernel(),
                                    Flush.of(0),
                                    BodyLimits.of(Compacts.LIMITS),
                                    new BodyCounters());
                    assertThat(stage.join(root, projection)).isEmpty();
                    CompactBody first = Compacts.body(stage.baseline(root, projection));
                    for (int i = 0; i < 20; i++) {
                        boxes.change();
                    }
                    stage.flush(Flush.of(1), StageBodies.NOTHING);
                    var next = stage.since(root, projection, Flush.of(0), BodyUse.SHARED);
                    receive(root, projection, first, next, coverage);
                });
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(3, "baseline", "patch");
    }

    private static void receive(
            Entity root,
            ProjectionClass projection,
            CompactBody first,
            BodyResult next,
            Coverage coverage) {
        if (first.work() > 1) {
            coverage.count("baseline");
            Compacts.applied(bind(root, projection, first, (int) first.work()).result());
            Refusal why =
                    Compacts.refused(
                            bind(root, projection, first, (int) first.work() - 1).result());
            assertFull(why);
        }
        if (next instanceof BodyResult.Encoded(CompactBody body)
                && body.work() > Math.max(1, first.work())) {
            coverage.count("patch");
            for (int less = 0; less < 2; less++) {
                Bound bound = bind(root, projection, first, (int) body.work() - less);
                Compacts.applied(bound.result());
                var writer = new FrameWriter(Compacts.LIMITS);
                writer.begin(FrameHead.of(2, 1));
                writer.body(1, body, names(projection));
                FrameResult result = bound.receiver().receive(writer.finish());
                if (less == 0) {
                    Compacts.applied(result);
                } else {
                    assertFull(Compacts.refused(result));
                }
            }
        }
    }

    /** A receiver and what it said of its first frame. */
    private record Bound(CompactReceiver receiver, FrameResult result) {}

    private static Bound bind(Entity root, ProjectionClass projection, CompactBody body, int work) {
        var receiver = new CompactReceiver(limits(1 << 20, work), 0);
        List<ProjectionClass> layouts = BoxClasses.all(projection);
        for (int i = 0; i < layouts.size(); i++) {
            assertThat(receiver.addLayout(i + 1, layouts.get(i))).isEmpty();
        }
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(1, 0));
        int layout = layouts.indexOf(projection) + 1;
        writer.bind(new Bind(1, layout, root.guid(), 1, root.lifetime()), body, names(projection));
        return new Bound(receiver, receiver.receive(writer.finish()));
    }

    private static ChildNames names(ProjectionClass root) {
        List<ProjectionClass> layouts = BoxClasses.all(root);
        return new ChildNames() {
            @Override
            public int networkId(Guid child) {
                return 1;
            }

            @Override
            public int layout(ProjectionClass projection) {
                return layouts.indexOf(projection) + 1;
            }
        };
    }

    /** Opens and then changes every root; the frames each took, all of which were applied. */
    private List<Integer> frames(CompactLimits limits) {
        while (roots.size() < ROOTS) {
            roots.add(root());
        }
        var stage = stage(limits);
        PeerStreams peer = stage.newPeer();
        List<CompactBody> baselines = new ArrayList<>();
        for (int i = 0; i < ROOTS; i++) {
            baselines.add(Compacts.body(peer.bind(i + 1, roots.get(i), seen(roots.get(i)))));
        }
        var writer = new FrameWriter(limits);
        var receiver = new CompactReceiver(limits, 0);
        receiver.addLayout(1, seen(roots.getFirst()));
        int next = 0;
        while (next < ROOTS) {
            writer.begin(FrameHead.of(receiver.frame() + 1, 0));
            while (next < ROOTS && writer.bind(bind(next), baselines.get(next))) {
                next++;
            }
            Compacts.applied(receiver.receive(writer.finish()));
        }
        int binding = (int) receiver.frame();
        roots.forEach(this::change);
        assertThat(stage.flush(Flush.of(1), StageBodies.NOTHING)).isEmpty();
        do {
            writer.begin(FrameHead.of(receiver.frame() + 1, 1));
            assertThat(peer.writeChanged(writer, BodyUse.SHARED)).isEmpty();
            Compacts.applied(receiver.receive(writer.finish()));
            assertThat(peer.isChanged()).isEqualTo(writer.isFull());
        } while (writer.isFull());
        for (int i = 0; i < ROOTS; i++) {
            var state = receiver.find(i + 1).orElseThrow().replica().state().orElseThrow();
            var sent = stage.state(roots.get(i), seen(roots.get(i)));
            assertThat(BoxClasses.shown(state.root())).isEqualTo(BoxClasses.shown(sent.root()));
        }
        return List.of(binding, (int) receiver.frame() - binding);
    }

    private Bind bind(int place) {
        return new Bind(place + 1, 1, roots.get(place).guid(), 1, 1);
    }

    private BodyResult open(Entity root, CompactLimits limits) {
        return stage(limits).newPeer().bind(1, root, seen(root));
    }

    private Entity root() {
        Entity root = Boxes.box(kernel);
        fill(root);
        return root;
    }

    /** Everything of a root is new. */
    private void change(Entity root) {
        root.set(Boxes.SIZE, new Value.UInt32(++changes));
        root.findTable(Boxes.NOTES).orElseThrow().clear();
        fill(root);
    }

    private static void fill(Entity root) {
        for (int row = 1; row <= ROWS; row++) {
            root.findTable(Boxes.NOTES).orElseThrow().addRow(row);
        }
    }

    private StageBodies stage(CompactLimits limits) {
        kernel.flush(StageBodies.NOTHING);
        return new StageBodies(kernel, Flush.of(0), BodyLimits.of(limits), new BodyCounters());
    }

    private static ProjectionClass seen(Entity root) {
        return ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(root, Boxes.levels(0)));
    }

    private static void assertFull(Refusal refusal) {
        assertThat(((Refusal.OverLimit) refusal).limit()).isEqualTo(Limit.FRAME_WORK);
    }

    private static void assertOver(Limit limit, Entity root, BodyResult result) {
        var over = (Refusal.OverLimit) ((BodyResult.Refused) result).refusal();
        assertThat(over.limit()).isEqualTo(limit);
        assertThat(over.location()).isEqualTo("root " + root.guid());
    }

    private static CompactLimits limits(int bytes, int work) {
        return new CompactLimits(
                StreamLimits.defaults(), bytes, work, 99, 99, 99, GuidWidth.BITS_64);
    }
}
