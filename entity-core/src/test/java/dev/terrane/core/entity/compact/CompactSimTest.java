package dev.terrane.core.entity.compact;

import static dev.terrane.core.entity.GuestRoom.inventory;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Decoded;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.FixedPoint;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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

    private final CanonicalCodec canonical = new CanonicalCodec(CodecLimits.defaults());

    @Test
    void bothCodecsAndEverySpanShowWhatMayBeSeen() {
        var coverage = new Coverage();
        Seeds.forEach(RUNS, random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(
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
                "gap");
    }

    /** One seed. */
    private final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final EntityProjection selection;
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
            this.selection = projection();
            IndexMap<FixedPoint> precision = precision(selection);
            this.seen = new World(GuestRoom.guest(GuestRoom.kernel()), selection, precision);
            Kernel busy = GuestRoom.kernel();
            this.other = new World(GuestRoom.guest(busy), selection, precision);
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
                    seen.roots.since(seen.projection, Flush.of(tick - 1L), RootBodies.Use.SHARED);
            BodyResult hidden =
                    other.roots.since(other.projection, Flush.of(tick - 1L), RootBodies.Use.SHARED);
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
            assertThat(canonically(delta)).isEqualTo(received);
            assertThat(steady.replica().state()).contains(seen.publisher.baseline().snapshot());
            twin.receiver.receive(frame);
            if (random.oneIn(4)) {
                assertThat(steady.receiver.receive(frame))
                        .isEqualTo(new FrameResult.Duplicate(applied.head().number()));
                assertThat(steady.replica().state()).contains(seen.publisher.baseline().snapshot());
                coverage.count("duplicate");
            }
        }

        private void catchUp(Flush at) {
            BodyResult span =
                    seen.roots.since(seen.projection, laggingBase, RootBodies.Use.DEFERRED);
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

        private Publication canonically(Delta delta) {
            var bytes =
                    (Encoded.Ok<ByteString>) canonical.encode((Publication) delta, seen.binding);
            return ((Decoded.Ok<Delta>) canonical.decodeDelta(bytes.form(), seen.binding)).value();
        }

        private void change() {
            Runnable back = undo;
            undone = back != null;
            if (back != null) {
                back.run();
                undo = null;
            } else if (laggedFlushes == 0 && !selection.fields().isEmpty() && random.oneIn(5)) {
                thereAndBack();
            } else {
                changeAnything();
            }
        }

        /** A value that the lagging peer will never have seen changed. */
        private void thereAndBack() {
            long index = random.choice(selection.fields().toArray(Long[]::new));
            int position = seen.entity.layout().fields().positionOf(index);
            Value value = value(seen.entity.layout().fields().valueAt(position));
            Value before = seen.entity.get(index);
            both(entity -> entity.set(index, value));
            undo = () -> both(entity -> entity.set(index, before));
        }

        private void changeAnything() {
            int changes = random.between(0, 4);
            for (int i = 0; i < changes; i++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> setField();
                    case 3 -> addRow();
                    case 4 -> setColumn();
                    case 5 -> {
                        long number = random.between(1, 6);
                        both(entity -> inventory(entity).removeRow(number));
                        coverage.count("remove row");
                    }
                    case 6 -> replaceRow();
                    default -> hide();
                }
            }
            if (random.oneIn(12)) {
                both(entity -> inventory(entity).clear());
                coverage.count("clear");
            }
        }

        private void addRow() {
            long number = random.between(1, 6);
            both(entity -> inventory(entity).addRow(number));
            coverage.count("add row");
        }

        private void setField() {
            var fields = seen.entity.layout().fields();
            int position = random.nextInt(fields.size());
            long index = fields.keyAt(position);
            if (!selection.fields().contains(index)) {
                return;
            }
            Value value = value(fields.valueAt(position));
            both(entity -> entity.set(index, value));
            boolean quantised = seen.projection.quantisation().fields().has(index);
            coverage.count(quantised ? "set quantised" : "set field");
        }

        private void setColumn() {
            long number = random.between(1, 6);
            Value value = new Value.UInt32(random.between(0, 3));
            both(
                    entity ->
                            inventory(entity)
                                    .findRow(number)
                                    .ifPresent(row -> row.set(GuestRoom.COUNT, value)));
            coverage.count("set column");
        }

        private void replaceRow() {
            long number = random.between(1, 6);
            both(
                    entity -> {
                        if (inventory(entity).removeRow(number)) {
                            inventory(entity).addRow(number);
                        }
                    });
            coverage.count("replace row");
        }

        /** Changes of one world only, none of which the projection shows. */
        private void hide() {
            var fields = other.entity.layout().fields();
            int position = random.nextInt(fields.size());
            if (!selection.fields().contains(fields.keyAt(position))) {
                other.entity.set(fields.keyAt(position), value(fields.valueAt(position)));
                coverage.count("hidden field");
            }
            other.entity.findTable(GuestRoom.EFFECTS).orElseThrow().addRow();
            inventory(other.entity).addRow(99);
            inventory(other.entity).removeRow(99);
            coverage.count("hidden churn");
        }

        private void both(Consumer<Entity> change) {
            change.accept(seen.entity);
            change.accept(other.entity);
        }

        private Value value(FieldLayout field) {
            return switch (field.type()) {
                case BOOL -> new Value.Bool(random.nextBoolean());
                case INT32 -> new Value.Int32(random.edgyInt());
                case UINT32 -> new Value.UInt32(random.edgyInt() & 0xFFFF_FFFFL);
                case INT64 -> new Value.Int64(random.edgyLong());
                case UINT64 -> new Value.UInt64(random.edgyLong());
                case FLOAT -> new Value.Float32(random.between(-5, 5) / 3f);
                case DOUBLE -> new Value.Float64(random.edgyDouble());
                case STRING -> new Value.Text(ByteText.copyOf(random.bytes(random.between(0, 9))));
                case GUID -> new Value.GuidRef(random.edgyLong());
            };
        }

        /** Some fields, and the inventory with some of its columns; the effects stay hidden. */
        private EntityProjection projection() {
            List<Long> fields = new ArrayList<>();
            GuestRoom.player()
                    .fields()
                    .forEach(
                            (field, index) -> {
                                if (random.nextBoolean()) {
                                    fields.add(index);
                                }
                            });
            List<Long> columns = random.nextBoolean() ? List.of(GuestRoom.COUNT) : List.of(1L, 2L);
            return EntityProjection.of(
                    GuestRoom.PLAYER,
                    fields,
                    List.of(new TableSelection(GuestRoom.INVENTORY, columns)));
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
        private final RootBodies roots;

        World(Entity entity, EntityProjection selection, IndexMap<FixedPoint> precision) {
            this.entity = entity;
            this.projection = Compacts.quantised(entity, selection, precision);
            this.binding =
                    new StreamBinding(GuestRoom.SCHEMA, entity.guid(), 1, 1, projection.layout());
            this.numbering = new StreamNumbering(binding);
            this.publisher = Streams.publisher(binding, numbered());
            this.codec = new CompactCodec(projection, Compacts.LIMITS);
            this.roots =
                    new RootBodies(
                            entity, RootBodies.CLASSES_MAX, Compacts.LIMITS, new BodyCounters());
            assertThat(roots.join(projection, Flush.of(0))).isEmpty();
        }

        void flush(Flush at) {
            assertThat(roots.flush(at)).isEmpty();
        }

        Optional<Delta> update() {
            return switch (publisher.update(numbered())) {
                case Publisher.Update.Published(Delta delta) -> Optional.of(delta);
                case Publisher.Update.Unchanged _ -> Optional.empty();
                case Publisher.Update.Refused(Refusal refusal) -> throw Compacts.fail(refusal);
            };
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
                    Compacts.body(world.roots.baseline(world.projection)));
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
