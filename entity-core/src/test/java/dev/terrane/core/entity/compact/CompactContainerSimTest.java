package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FlushListener;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.stream.BoxChanges;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.LifetimeWatch;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publisher;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamNumbering;
import dev.terrane.core.entity.stream.Streams;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Seeded life of a box of boxes behind a random projection class over compact frames. After every
 * flush: the publication is what the canonical codec gives; a peer that was sent one body for
 * several flushes shows the same; one that joined late goes on with the same bodies, which are
 * those of somebody who knows nothing of what was before; frames of another world that differs in
 * secrets are the same bytes; and nobody needed a new generation.
 */
class CompactContainerSimTest {
    private static final int RUNS = 500;
    private static final int FLUSHES = 25;

    @Test
    void bothCodecsAndEverySpanShowTheSameChildren() {
        var coverage = new Coverage();
        Seeds.until(
                coverage.goal(
                        100,
                        "create",
                        "remove",
                        "place",
                        "swap",
                        "swap across",
                        "destroy",
                        "reborn",
                        "size",
                        "weight",
                        "note",
                        "no note",
                        "secret",
                        "replacement",
                        "patch",
                        "new child",
                        "known child",
                        "told",
                        "not told",
                        "same without a past",
                        "unchanged",
                        "span of one",
                        "span of several",
                        "late",
                        "late goes on",
                        "duplicate",
                        "gap"),
                RUNS,
                random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
    }

    /** One seed. */
    private static final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final BoxChanges boxes;
        private final World seen;
        private final World other;
        private final Peer steady;
        private final Peer twin;
        private final Peer lagging;
        private final Publisher spans;
        private final StreamNumbering spanNumbering;
        private final LifetimeWatch watch = new LifetimeWatch();
        private @Nullable Peer late;
        private @Nullable RootBodies newcomer;
        private int published;
        private Flush laggingBase = Flush.of(0);
        private int laggedFlushes;

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
            this.boxes = new BoxChanges(random, coverage);
            ProjectionClass projection = BoxClasses.random(random, 3);
            this.seen = new World(boxes.seenKernel(), boxes.seenRoot(), projection);
            this.other = new World(boxes.otherKernel(), boxes.otherRoot(), projection);
            this.steady = new Peer(seen);
            this.twin = new Peer(other);
            this.lagging = new Peer(seen);
            this.spanNumbering = new StreamNumbering(seen.binding, projection);
            this.spans =
                    Streams.publisher(
                            seen.binding, Streams.numbered(spanNumbering, seen.captured()));
        }

        void play() {
            assertThat(steady.open(0)).isEqualTo(twin.open(0));
            lagging.open(0);
            assertThat(steady.state()).isEqualTo(seen.publisher.baseline().snapshot());
            for (int tick = 1; tick <= FLUSHES; tick++) {
                int changes = random.between(0, 5);
                for (int i = 0; i < changes; i++) {
                    boxes.change();
                }
                flush(tick);
            }
            assertThat(steady.replica().binding().generation()).isEqualTo(1);
            assertThat(steady.binds).isEqualTo(1);
            // One class and one base: at most one body for each flush that showed a change.
            assertThat(seen.counters.shared()).isLessThanOrEqualTo(published);
        }

        private void flush(int tick) {
            Flush before = Flush.of(tick - 1L);
            RootBodies ignorant = newcomer;
            boolean told =
                    boxes.flush(also -> seen.flush(tick, also), also -> other.flush(tick, also));
            if (told && ignorant != null) {
                assertThat(ignorant.flush(Flush.of(tick))).isEmpty();
            }
            coverage.count(told ? "told" : "not told");
            BodyResult body = seen.since(before, BodyUse.SHARED);
            assertThat(other.since(before, BodyUse.SHARED)).isEqualTo(body);
            if (ignorant != null) {
                assertThat(ignorant.since(seen.projection, before, BodyUse.SHARED)).isEqualTo(body);
                coverage.count("same without a past");
            }
            Optional<Delta> delta = seen.update();
            if (delta.isEmpty()) {
                assertThat(body).isEqualTo(new BodyResult.Unchanged());
                coverage.count("unchanged");
            } else {
                publish(delta.get(), Compacts.body(body), tick);
            }
            laggedFlushes++;
            if (random.oneIn(3)) {
                catchUp(Flush.of(tick));
            }
            if (random.oneIn(6)) {
                joinLate(tick);
            }
        }

        private void publish(Delta delta, CompactBody body, int tick) {
            List<Guid> known = BoxClasses.children(steady.state().root());
            count(delta.root(), known);
            published++;
            byte[] frame = steady.write(body, tick);
            assertThat(twin.write(body, tick)).isEqualTo(frame);
            if (random.oneIn(10)) {
                loseOne(body, tick);
            }
            var applied = Compacts.applied(steady.receiver.receive(frame));
            Publication received = applied.updates().getFirst().publication();
            assertThat(received).isEqualTo(delta);
            assertThat(Compacts.canonically(seen.binding, delta)).isEqualTo(received);
            assertThat(steady.state()).isEqualTo(seen.publisher.baseline().snapshot());
            twin.receiver.receive(frame);
            watch.note(steady.state().root());
            Peer follower = late;
            if (follower != null) {
                follower.deliver(follower.write(body, tick));
                assertThat(follower.shown()).isEqualTo(steady.shown());
                coverage.count("late goes on");
            }
            if (random.oneIn(4)) {
                assertThat(steady.receiver.receive(frame))
                        .isEqualTo(new FrameResult.Duplicate(applied.head().number()));
                coverage.count("duplicate");
            }
            body.children().forEach(_ -> coverage.count("new child"));
        }

        private void count(EntityPatch patch, List<Guid> known) {
            for (ContainerChange change : patch.containers().values()) {
                switch (change) {
                    case ContainerChange.Replacement(var slots) -> {
                        coverage.count("replacement");
                        slots.values().stream()
                                .filter(child -> known.contains(child.guid()))
                                .forEach(_ -> coverage.count("known child"));
                    }
                    case ContainerChange.Patch(var slots) -> {
                        coverage.count("patch");
                        slots.values().forEach(child -> count(child, known));
                    }
                }
            }
        }

        private void catchUp(Flush at) {
            BodyResult span = seen.since(laggingBase, BodyUse.DEFERRED);
            var expected = spans.update(Streams.numbered(spanNumbering, seen.captured()));
            if (span instanceof BodyResult.Encoded(CompactBody body)) {
                var applied =
                        Compacts.applied(lagging.receiver.receive(lagging.write(body, at.tick())));
                assertThat(applied.updates().getFirst().publication())
                        .isEqualTo(Streams.published(expected));
                coverage.count(laggedFlushes > 1 ? "span of several" : "span of one");
            } else {
                assertThat(span).isEqualTo(new BodyResult.Unchanged());
                assertThat(expected).isEqualTo(new Publisher.Update.Unchanged());
            }
            assertThat(lagging.shown()).isEqualTo(steady.shown());
            laggingBase = at;
            laggedFlushes = 0;
            seen.stage.keepFrom(at);
        }

        private void joinLate(int tick) {
            var joined = new Peer(seen);
            assertThat(new Peer(other).open(tick)).isEqualTo(joined.open(tick));
            newcomer =
                    new RootBodies(
                            seen.root, BodyLimits.CLASSES_MAX, Compacts.LIMITS, new BodyCounters());
            assertThat(newcomer.join(seen.projection, Flush.of(tick))).isEmpty();
            assertThat(newcomer.baseline(seen.projection)).isEqualTo(seen.baseline());
            assertThat(joined.shown()).isEqualTo(steady.shown());
            var numbering = new StreamNumbering(seen.binding, seen.projection);
            assertThat(joined.state()).isEqualTo(Streams.numbered(numbering, seen.captured()));
            late = joined;
            coverage.count("late");
        }

        private void loseOne(CompactBody body, int tick) {
            var unlucky = new Peer(seen);
            unlucky.open(tick);
            unlucky.write(body, tick);
            assertThat(unlucky.receiver.receive(unlucky.write(body, tick)))
                    .isInstanceOf(FrameResult.Refused.class);
            assertThat(unlucky.replica().status()).isEqualTo(Replica.Status.REJECTED);
            coverage.count("gap");
        }
    }

    /** A root box with what all its recipients share. */
    private static final class World {
        private final Entity root;
        private final ProjectionClass projection;
        private final StreamBinding binding;
        private final StreamNumbering numbering;
        private final Publisher publisher;
        private final BodyCounters counters = new BodyCounters();
        private final StageBodies stage;

        World(Kernel kernel, Entity root, ProjectionClass projection) {
            this.root = root;
            this.projection = projection;
            this.binding = BoxClasses.binding(root, projection);
            this.numbering = new StreamNumbering(binding, projection);
            this.publisher = Streams.publisher(binding, Streams.numbered(numbering, captured()));
            this.stage =
                    new StageBodies(kernel, Flush.of(0), BodyLimits.of(Compacts.LIMITS), counters);
            assertThat(stage.join(root, projection)).isEmpty();
        }

        void flush(int tick, FlushListener also) {
            assertThat(stage.flush(Flush.of(tick), also)).isEmpty();
        }

        BodyResult since(Flush base, BodyUse use) {
            return stage.since(root, projection, base, use);
        }

        BodyResult baseline() {
            return stage.baseline(root, projection);
        }

        Snapshot captured() {
            return Compacts.capture(root, projection);
        }

        Optional<Delta> update() {
            return Streams.update(publisher, Streams.numbered(numbering, captured()));
        }
    }

    /** One recipient of a world. */
    private static final class Peer implements ChildNames {
        private static final int HANDLE = 3;

        private final World world;
        private final List<ProjectionClass> layouts;
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private final CompactReceiver receiver = new CompactReceiver(Compacts.LIMITS, 0);
        private long frame;
        private int binds;

        Peer(World world) {
            this.world = world;
            this.layouts = BoxClasses.all(world.projection);
        }

        byte[] open(long tick) {
            for (ProjectionClass layout : layouts) {
                assertThat(receiver.addLayout(layout(layout), layout)).isEmpty();
            }
            writer.begin(FrameHead.of(++frame, tick));
            writer.bind(
                    new Bind(HANDLE, layout(world.projection), world.root.guid(), 77, 1),
                    Compacts.body(world.baseline()),
                    this);
            byte[] bytes = writer.finish();
            var applied = Compacts.applied(receiver.receive(bytes));
            assertThat(applied.updates().getFirst().publication()).isInstanceOf(Baseline.class);
            binds++;
            return bytes;
        }

        byte[] write(CompactBody body, long tick) {
            writer.begin(FrameHead.of(++frame, tick));
            writer.body(HANDLE, body, this);
            return writer.finish();
        }

        void deliver(byte[] bytes) {
            Compacts.applied(receiver.receive(bytes));
            BoundStream stream = receiver.find(HANDLE).orElseThrow();
            List<Guid> shown = new ArrayList<>(stream.children().keySet());
            assertThat(shown).isEqualTo(BoxClasses.children(state().root()));
            stream.children()
                    .forEach(
                            (guid, child) ->
                                    assertThat(child.networkId()).isEqualTo(networkId(guid)));
        }

        @Override
        public int networkId(Guid child) {
            return (int) child.value() * 1_000;
        }

        @Override
        public int layout(ProjectionClass projection) {
            return layouts.indexOf(projection) + 1;
        }

        Replica replica() {
            return receiver.find(HANDLE).orElseThrow().replica();
        }

        Snapshot state() {
            return replica().state().orElseThrow();
        }

        List<Object> shown() {
            return BoxClasses.shown(state().root());
        }
    }
}
