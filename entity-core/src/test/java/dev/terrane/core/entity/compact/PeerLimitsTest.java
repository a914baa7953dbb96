package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a receiver with the same limits would close its connection for is not sent to it. */
class PeerLimitsTest {
    private static final long NARROW_MAX = Integer.MAX_VALUE;

    @Test
    void rootsAreCountedForEverAsTheirReceiverCountsThem() {
        CompactLimits limits = limits(3, GuidWidth.BITS_64);
        Kernel kernel = Boxes.kernel();
        List<Entity> roots =
                List.of(Boxes.box(kernel), Boxes.box(kernel), Boxes.box(kernel), Boxes.box(kernel));
        StageBodies stage = stage(kernel, limits);
        PeerStreams peer = stage.newPeer();
        var receiver = receiver(limits, seen(roots.getFirst()));
        var small = receiver(limits(2, GuidWidth.BITS_64), seen(roots.getFirst()));
        for (int i = 0; i < 3; i++) {
            byte[] frame = bind(peer, i + 1, roots.get(i), i + 1);
            Compacts.applied(receiver.receive(frame));
            FrameResult less = small.receive(frame);
            if (i == 2) {
                assertThat(Compacts.refused(less)).isEqualTo(tooManyRoots(2, roots.get(2)));
            }
        }
        BodyResult fourth = peer.bind(4, roots.get(3), seen(roots.get(3)));
        assertThat(fourth).isEqualTo(new BodyResult.Refused(tooManyRoots(3, roots.get(3))));
        // A root that was given before is none more, and one that ended still counts.
        peer.release(1);
        assertThat(receiver.remove(1, false)).isEmpty();
        Compacts.applied(receiver.receive(bind(peer, 4, roots.getFirst(), 4)));
        assertThat(peer.bind(1, roots.get(3), seen(roots.get(3)))).isEqualTo(fourth);
        assertThat(stage.newPeer().bind(1, roots.get(3), seen(roots.get(3))))
                .isInstanceOf(BodyResult.Encoded.class);
    }

    @Test
    void aRootWithAGuidThatStreamsDoNotHoldIsRefused() {
        CompactLimits limits = limits(9, GuidWidth.BITS_32);
        Kernel kernel = kernel(NARROW_MAX - 1);
        Entity last = Boxes.box(kernel);
        Entity beyond = Boxes.box(kernel);
        assertThat(last.guid().value()).isEqualTo(NARROW_MAX);
        StageBodies stage = stage(kernel, limits);
        PeerStreams peer = stage.newPeer();
        Compacts.applied(receiver(limits, seen(last)).receive(bind(peer, 1, last, 1)));
        var refused = new BodyResult.Refused(outOfRange("root 2147483648"));
        assertThat(peer.bind(2, beyond, seen(beyond))).isEqualTo(refused);
        ProjectionClass seen = seen(beyond);
        var wide = stage(kernel, limits(9, GuidWidth.BITS_64));
        assertThat(wide.join(beyond, seen)).isEmpty();
        var baseline = new Baseline(1, 1, wide.state(beyond, seen));
        var children = seen.tree().children();
        var binding =
                new StreamBinding(
                        Boxes.SCHEMA, beyond.guid(), beyond.lifetime(), 1, seen.layout(), children);
        assertThat(new CompactCodec(seen, limits).encode(binding, baseline)).isEqualTo(refused);
    }

    @Test
    void aChildWithAGuidThatStreamsDoNotHoldIsRefusedAndTheOthersGoOn() {
        CompactLimits limits = limits(9, GuidWidth.BITS_32);
        Kernel kernel = kernel(NARROW_MAX - 3);
        Entity owner = Boxes.box(kernel);
        Entity other = Boxes.box(kernel);
        Boxes.box(Boxes.left(owner), 1);
        StageBodies stage = stage(kernel, limits);
        var naive = new RootBodies(owner, 9, limits, new BodyCounters());
        ProjectionClass seen = seen(owner);
        assertThat(naive.join(seen, Flush.of(0))).isEmpty();
        PeerStreams peer = stage.newPeer();
        var receiver = receiver(limits, seen);
        var writer = new FrameWriter(limits);
        writer.begin(FrameHead.of(1, 0));
        writer.bind(bind(1, owner), Compacts.body(peer.bind(1, owner, seen)), names(seen));
        writer.bind(bind(2, other), Compacts.body(peer.bind(2, other, seen(other))), names(seen));
        Compacts.applied(receiver.receive(writer.finish()));

        assertThat(Boxes.box(Boxes.left(owner), 2).guid().value()).isEqualTo(NARROW_MAX + 1);
        other.set(Boxes.SIZE, new Value.UInt32(5));
        assertThat(stage.flush(Flush.of(1), StageBodies.NOTHING)).isEmpty();
        assertThat(naive.flush(Flush.of(1))).isEmpty();
        writer.begin(FrameHead.of(2, 1));
        var why = outOfRange("child 2147483648");
        assertThat(peer.writeChanged(writer, names(seen), BodyUse.SHARED))
                .containsExactly(new PeerStreams.Refused(1, why));
        Compacts.applied(receiver.receive(writer.finish()));
        assertThat(naive.since(seen, Flush.of(0), BodyUse.SHARED))
                .isEqualTo(new BodyResult.Refused(why));
        assertThat(naive.baseline(seen)).isEqualTo(stage.baseline(owner, seen));
        assertThat(stage.newPeer().bind(1, owner, seen)).isEqualTo(new BodyResult.Refused(why));

        Boxes.left(owner).remove(2);
        stage.flush(Flush.of(2), StageBodies.NOTHING);
        writer.begin(FrameHead.of(3, 2));
        assertThat(peer.writeChanged(writer, names(seen), BodyUse.SHARED)).isEmpty();
        assertThat(peer.isChanged()).isFalse();
    }

    private static Refusal tooManyRoots(int max, Entity root) {
        return new Refusal.OverLimit(
                Refusal.Limit.CONNECTION_ROOTS, max, max + 1, "root " + root.guid());
    }

    private static Refusal outOfRange(String location) {
        return new Refusal.Rejected(Reason.GUID_RANGE, location);
    }

    private static byte[] bind(PeerStreams peer, int handle, Entity root, long frame) {
        ProjectionClass seen = seen(root);
        var writer = new FrameWriter(Compacts.LIMITS);
        writer.begin(FrameHead.of(frame, 0));
        writer.bind(bind(handle, root), Compacts.body(peer.bind(handle, root, seen)), names(seen));
        return writer.finish();
    }

    private static Bind bind(int handle, Entity root) {
        return new Bind(handle, 1, root.guid(), handle, root.lifetime());
    }

    private static ChildNames names(ProjectionClass root) {
        return new ChildNames() {
            @Override
            public int networkId(Guid child) {
                return 9;
            }

            @Override
            public int layout(ProjectionClass projection) {
                return projection.equals(root) ? 1 : 2;
            }
        };
    }

    private static CompactReceiver receiver(CompactLimits limits, ProjectionClass seen) {
        var receiver = new CompactReceiver(limits, 0);
        assertThat(receiver.addLayout(1, seen)).isEmpty();
        ProjectionClass child = seen.children().valueAt(0).every();
        if (child != null) {
            assertThat(receiver.addLayout(2, child)).isEmpty();
        }
        return receiver;
    }

    private static ProjectionClass seen(Entity root) {
        return ProjectionClass.exact(Boxes.SCHEMA, Boxes.layout(root, Boxes.levels(1)));
    }

    private static Kernel kernel(long lastGuid) {
        var last = new long[] {lastGuid};
        return new Kernel(Boxes.catalog(), () -> new Guid(++last[0]), KernelLimits.defaults());
    }

    private static StageBodies stage(Kernel kernel, CompactLimits limits) {
        kernel.flush(StageBodies.NOTHING);
        return new StageBodies(kernel, Flush.of(0), BodyLimits.of(limits), new BodyCounters());
    }

    private static CompactLimits limits(int roots, GuidWidth width) {
        return new CompactLimits(StreamLimits.defaults(), 9_999, 9_999, 9, 9, roots, width);
    }
}
