package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.GuestChanges;
import dev.terrane.core.entity.stream.LifetimeWatch;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publisher;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamNumbering;
import dev.terrane.core.entity.stream.Streams;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Seeded life of one entity behind a random projection and precision, over real frames. After every
 * flush: the compact publication is the publisher's and what the canonical codec gives; a peer that
 * was sent one body for several flushes shows the same state; a late joiner too; and the frames of
 * another world that differs only in what is hidden are the same bytes.
 */
class CompactSimTest {
    private static final int RUNS = 200;
    private static final int FLUSHES = 25;

    @Test
    void bothCodecsAndEverySpanShowWhatMayBeSeen() {
        var coverage = new Coverage();
        Seeds.until(
                coverage.goal(
                        100,
                        "set field",
                        "set quantised",
                        "add row",
                        "set column",
                        "remove row",
                        "replace row",
                        "clear",
                        "hidden field",
                        "hidden churn",
                        "unchanged",
                        "published",
                        "span of one",
                        "span of several",
                        "span that came back",
                        "late",
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
        private final GuestChanges guests;
        private final LifetimeWatch watch = new LifetimeWatch();
        private final World seen;
        private final World other;
        private final Peer steady;
        private final Peer twin;
        private final Peer lagging;
        private Flush laggingBase = Flush.of(0);
        private int laggedFlushes;
        private @Nullable Runnable undo;
        private boolean undone;

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
            this.guests = new GuestChanges(random, coverage);
            IndexMap<FixedPoint> precision = precision(guests.selection());
            guests.quantise(keys(precision));
            this.seen =
                    new World(guests.seenKernel(), guests.seen(), guests.selection(), precision);
            this.other =
                    new World(guests.otherKernel(), guests.other(), guests.selection(), precision);
            this.steady = new Peer(seen);
            this.twin = new Peer(other);
            this.lagging = new Peer(seen);
        }

        void play() {
            assertThat(steady.open(0)).isEqualTo(twin.open(0));
            lagging.open(0);
            assertThat(steady.replica().state()).contains(seen.publisher.baseline().snapshot());
            for (int tick = 1; tick <= FLUSHES; tick++) {
                change();
                flush(tick);
            }
        }

        private void flush(int tick) {
            Flush at = Flush.of(tick);
            seen.flush(at);
            other.flush(at);
            Optional<Delta> delta = seen.update();
            BodyResult body =
                    seen.roots.since(seen.projection, Flush.of(tick - 1L), BodyUse.SHARED);
            BodyResult hidden =
                    other.roots.since(other.projection, Flush.of(tick - 1L), BodyUse.SHARED);
            assertThat(hidden).isEqualTo(body);
            if (delta.isEmpty()) {
                assertThat(body).isEqualTo(new BodyResult.Unchanged());
                coverage.count("unchanged");
            } else {
                publish(delta.get(), Compacts.body(body), tick);
            }
            laggedFlushes++;
            if (undone || (undo == null && random.oneIn(3))) {
                catchUp(at);
            }
            if (random.oneIn(6)) {
                joinLate(tick);
            }
        }

        private void publish(Delta delta, CompactBody body, int tick) {
            coverage.count("published");
            assertThat(Compacts.body(seen.codec.encode(seen.binding, delta))).isEqualTo(body);
            byte[] frame = steady.write(body, tick);
            assertThat(twin.write(body, tick)).isEqualTo(frame);
            if (random.oneIn(10)) {
                loseOne(body, tick);
            }
            var applied = Compacts.applied(steady.receiver.receive(frame));
            Publication received = applied.updates().getFirst().publication();
            assertThat(received).isEqualTo(delta);
            assertThat(Compacts.canonically(seen.binding, delta)).isEqualTo(received);
            assertThat(steady.replica().state()).contains(seen.publisher.baseline().snapshot());
            twin.receiver.receive(frame);
            watch.note(steady.replica().state().orElseThrow().root());
            if (random.oneIn(4)) {
                assertThat(steady.receiver.receive(frame))
                        .isEqualTo(new FrameResult.Duplicate(applied.head().number()));
                assertThat(steady.replica().state()).contains(seen.publisher.baseline().snapshot());
                coverage.count("duplicate");
            }
        }

        private void catchUp(Flush at) {
            BodyResult span = seen.roots.since(seen.projection, laggingBase, BodyUse.DEFERRED);
            if (span instanceof BodyResult.Encoded(CompactBody body)) {
                lagging.deliver(lagging.write(body, at.tick()));
                coverage.count(laggedFlushes > 1 ? "span of several" : "span of one");
            } else {
                assertThat(span).isEqualTo(new BodyResult.Unchanged());
                coverage.count(
                        seen.roots.isChanged(seen.projection, laggingBase)
                                ? "span that came back"
                                : "nothing to span");
            }
            assertThat(lagging.shown()).isEqualTo(steady.shown());
            laggingBase = at;
            laggedFlushes = 0;
            seen.roots.keepFrom(at);
        }

        private void joinLate(int tick) {
            var late = new Peer(seen);
            late.open(tick);
            assertThat(late.shown()).isEqualTo(steady.shown());
            late.replica()
                    .state()
                    .orElseThrow()
                    .root()
                    .tables()
                    .values()
                    .forEach(
                            table -> {
                                for (int i = 0; i < table.rows().size(); i++) {
                                    assertThat(table.rows().valueAt(i).incarnation())
                                            .isEqualTo(i + 1L);
                                }
                            });
            coverage.count("late");
        }

        private void loseOne(CompactBody body, int tick) {
            var unlucky = new Peer(seen);
            unlucky.open(tick);
            unlucky.write(body, tick);
            assertThat(unlucky.receiver.receive(unlucky.write(body, tick)))
                    .isInstanceOf(FrameResult.Refused.class);
            assertThat(unlucky.replica().status()).isEqualTo(Replica.Status.REJECTED);
            assertThat(unlucky.replica().state()).isEmpty();
            coverage.count("gap");
        }

        private void change() {
            Runnable back = undo;
            undone = back != null;
            if (back != null) {
                back.run();
                undo = null;
            } else if (laggedFlushes == 0
                    && !guests.selection().fields().isEmpty()
                    && random.oneIn(5)) {
                thereAndBack();
            } else {
                guests.change();
            }
        }

        /** A value that the lagging peer will never have seen changed. */
        private void thereAndBack() {
            long index = random.choice(guests.selection().fields().toArray(Long[]::new));
            int position = seen.entity.layout().fields().positionOf(index);
            Value value = guests.value(seen.entity.layout().fields().valueAt(position));
            Value before = seen.entity.get(index);
            guests.both(entity -> entity.set(index, value));
            undo = () -> guests.both(entity -> entity.set(index, before));
        }

        private static Set<Long> keys(IndexMap<?> map) {
            Set<Long> keys = new HashSet<>();
            map.forEach((_, index) -> keys.add(index));
            return keys;
        }

        private IndexMap<FixedPoint> precision(EntityProjection chosen) {
            var precision = new IndexMap.Builder<FixedPoint>();
            for (long index : List.of(GuestRoom.X, GuestRoom.FLOAT)) {
                if (chosen.fields().contains(index) && random.nextBoolean()) {
                    precision.put(index, new FixedPoint(random.between(-8, 16)));
                }
            }
            return precision.build();
        }
    }

    /** A kernel's entity with what all its recipients share. */
    private static final class World {
        private final Entity entity;
        private final ProjectionClass projection;
        private final StreamBinding binding;
        private final StreamNumbering numbering;
        private final Publisher publisher;
        private final CompactCodec codec;
        private final OneRoot roots;

        World(
                Kernel kernel,
                Entity entity,
                EntityProjection selection,
                IndexMap<FixedPoint> precision) {
            this.entity = entity;
            this.projection = Compacts.quantised(entity, selection, precision);
            this.binding =
                    new StreamBinding(GuestRoom.SCHEMA, entity.guid(), 1, 1, projection.layout());
            this.numbering = new StreamNumbering(binding);
            this.publisher = Streams.publisher(binding, numbered());
            this.codec = new CompactCodec(projection, Compacts.LIMITS);
            this.roots = new OneRoot(kernel, entity);
            roots.join(projection);
        }

        void flush(Flush at) {
            roots.flush(at);
        }

        Optional<Delta> update() {
            return Streams.update(publisher, numbered());
        }

        private Snapshot numbered() {
            return Streams.numbered(numbering, Compacts.capture(entity, projection));
        }
    }

    /** One recipient of a world. */
    private static final class Peer {
        private static final int HANDLE = 3;

        private final World world;
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private final CompactReceiver receiver = new CompactReceiver(Compacts.LIMITS, 0);
        private long frame;

        Peer(World world) {
            this.world = world;
        }

        byte[] open(long tick) {
            assertThat(receiver.addLayout(1, world.projection)).isEmpty();
            writer.begin(FrameHead.of(++frame, tick));
            writer.bind(
                    new Bind(HANDLE, 1, world.entity.guid(), 77, 1),
                    world.roots.baseline(world.projection));
            byte[] bytes = writer.finish();
            var applied = Compacts.applied(receiver.receive(bytes));
            assertThat(applied.updates().getFirst().publication()).isInstanceOf(Baseline.class);
            return bytes;
        }

        byte[] write(CompactBody body, long tick) {
            writer.begin(FrameHead.of(++frame, tick));
            writer.body(HANDLE, body);
            return writer.finish();
        }

        void deliver(byte[] bytes) {
            Compacts.applied(receiver.receive(bytes));
        }

        Replica replica() {
            return receiver.find(HANDLE).orElseThrow().replica();
        }

        List<Object> shown() {
            return Compacts.shown(replica().state().orElseThrow().root());
        }
    }
}
