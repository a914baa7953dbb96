package dev.terrane.core.entity.canonical;

import static dev.terrane.core.entity.GuestRoom.inventory;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publisher;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.entity.stream.StreamNumbering;
import dev.terrane.core.entity.stream.Streams;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Seeded life of one entity behind a random projection. After every flush, over real bytes: the
 * replica is the authorised capture; a publisher in another world that differs only in hidden
 * members says the same bytes; comparing everything naively finds a change exactly when the
 * publisher does.
 */
class StreamSimTest {
    private static final int RUNS = 200;
    private static final int FLUSHES = 25;

    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());

    @Test
    void replicasFollowExactlyWhatTheyMaySee() {
        var coverage = new Coverage();
        Seeds.forEach(RUNS, random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(
                100,
                "set field",
                "set column",
                "add row",
                "remove row",
                "clear",
                "hidden field",
                "hidden churn",
                "unchanged",
                "published",
                "row Add",
                "row Remove",
                "row Patch",
                "row Replace",
                "duplicate",
                "gap",
                "late",
                "removed");
    }

    /** One seed. */
    private final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final EntityProjection selection;
        private final World seen;
        private final World other;
        private final Replica replica;

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
            this.selection = projection();
            Kernel busy = GuestRoom.kernel();
            this.seen = new World(GuestRoom.guest(GuestRoom.kernel()), selection);
            this.other = new World(GuestRoom.guest(busy), selection);
            this.replica = new Replica(seen.binding, StreamLimits.defaults());
        }

        void play() {
            deliver(seen.baseline(), other.baseline());
            for (int flush = 0; flush < FLUSHES; flush++) {
                change();
                flush();
            }
            finish();
        }

        private void flush() {
            Snapshot authorised = seen.capture();
            boolean naive = !replica.state().equals(Optional.of(authorised));
            Optional<Delta> delta = seen.update(authorised);
            Optional<Delta> twin = other.update(other.capture());
            assertThat(delta.isPresent()).isEqualTo(naive);
            assertThat(twin).isEqualTo(delta);
            if (delta.isEmpty()) {
                coverage.count("unchanged");
                return;
            }
            coverage.count("published");
            delta.get()
                    .root()
                    .tables()
                    .values()
                    .forEach(
                            table ->
                                    table.rows()
                                            .values()
                                            .forEach(
                                                    row ->
                                                            coverage.count(
                                                                    "row "
                                                                            + row.getClass()
                                                                                    .getSimpleName())));
            if (random.oneIn(12)) {
                lose(delta.get());
            }
            ByteString bytes = seen.encode(delta.get());
            assertThat(other.encode(twin.get())).isEqualTo(bytes);
            Delta received = ok(codec.decodeDelta(bytes, seen.binding));
            assertThat(replica.apply(received))
                    .isEqualTo(new ApplyResult.Applied(seen.publisher.revision()));
            assertThat(replica.state()).contains(authorised);
            if (random.oneIn(5)) {
                assertThat(replica.apply(received)).isInstanceOf(ApplyResult.Duplicate.class);
                assertThat(replica.state()).contains(authorised);
                coverage.count("duplicate");
            }
            if (random.oneIn(5)) {
                joinLate();
            }
        }

        /** Another replica misses this delta and is lost with the next one it gets. */
        private void lose(Delta missed) {
            var unlucky = new Replica(seen.binding, StreamLimits.defaults());
            unlucky.apply(
                    new Baseline(1, missed.requiredRevision(), replica.state().orElseThrow()));
            var next =
                    new Delta(
                            missed.schemaId(),
                            1,
                            missed.revision(),
                            missed.revision() + 1,
                            missed.root(),
                            false);
            assertThat(unlucky.apply(next)).isInstanceOf(ApplyResult.Rejected.class);
            assertThat(unlucky.state()).isEmpty();
            assertThat(unlucky.apply(missed)).isInstanceOf(ApplyResult.Rejected.class);
            coverage.count("gap");
        }

        private void joinLate() {
            var late = new Replica(seen.binding, StreamLimits.defaults());
            late.apply(
                    ok(codec.decodeBaseline(seen.encode(seen.publisher.baseline()), seen.binding)));
            assertThat(late.state()).isEqualTo(replica.state());
            coverage.count("late");
        }

        private void deliver(Baseline baseline, Baseline twin) {
            ByteString bytes = seen.encode(baseline);
            assertThat(other.encode(twin)).isEqualTo(bytes);
            replica.apply(ok(codec.decodeBaseline(bytes, seen.binding)));
            assertThat(replica.state()).contains(baseline.snapshot());
        }

        private void finish() {
            var tombstone = Streams.published(seen.publisher.remove());
            assertThat(replica.apply(ok(codec.decodeDelta(seen.encode(tombstone), seen.binding))))
                    .isInstanceOf(ApplyResult.Removed.class);
            assertThat(replica.state()).isEmpty();
            coverage.count("removed");
        }

        private void change() {
            int changes = random.between(0, 4);
            for (int i = 0; i < changes; i++) {
                switch (random.nextInt(7)) {
                    case 0, 1 -> setField();
                    case 2 -> addRow();
                    case 3 -> setColumn();
                    case 4 -> removeRow();
                    case 5 -> replaceRow();
                    default -> hide();
                }
            }
            if (random.oneIn(12)) {
                both(entity -> inventory(entity).clear());
                coverage.count("clear");
            }
        }

        private void setField() {
            int position = random.nextInt(seen.entity.layout().fields().size());
            long index = seen.entity.layout().fields().keyAt(position);
            if (!selection.fields().contains(index)) {
                return;
            }
            Value value = value(seen.entity.layout().fields().valueAt(position));
            both(entity -> entity.set(index, value));
            coverage.count("set field");
        }

        private void addRow() {
            long number = random.between(1, 6);
            both(entity -> inventory(entity).addRow(number));
            coverage.count("add row");
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

        private void removeRow() {
            long number = random.between(1, 6);
            both(entity -> inventory(entity).removeRow(number));
            coverage.count("remove row");
        }

        private void replaceRow() {
            long number = random.between(1, 6);
            both(
                    entity -> {
                        if (inventory(entity).removeRow(number)) {
                            inventory(entity).addRow(number);
                        }
                    });
        }

        /** Changes of one world only, none of which the projection shows. */
        private void hide() {
            var fields = other.entity.layout().fields();
            int position = random.nextInt(fields.size());
            if (!selection.fields().contains(fields.keyAt(position))) {
                other.entity.set(fields.keyAt(position), value(fields.valueAt(position)));
                coverage.count("hidden field");
            }
            var effects = other.entity.findTable(GuestRoom.EFFECTS).orElseThrow();
            effects.addRow();
            // A row that comes and goes between flushes was never seen, but moves the kernel's
            // counter.
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
    }

    /** A kernel's entity with its stream. */
    private final class World {
        private final Entity entity;
        private final StreamBinding binding;
        private final StreamNumbering numbering;
        private final Publisher publisher;

        World(Entity entity, EntityProjection selection) {
            this.entity = entity;
            this.binding =
                    new StreamBinding(
                            GuestRoom.SCHEMA,
                            entity.guid(),
                            1,
                            1,
                            Streams.layout(entity, selection));
            this.numbering = new StreamNumbering(binding);
            this.publisher = Streams.publisher(binding, capture());
        }

        Baseline baseline() {
            return publisher.baseline();
        }

        Snapshot capture() {
            return Streams.numbered(numbering, Streams.capture(entity, binding));
        }

        Optional<Delta> update(Snapshot snapshot) {
            return switch (publisher.update(snapshot)) {
                case Publisher.Update.Published(Delta delta) -> Optional.of(delta);
                case Publisher.Update.Unchanged _ -> Optional.empty();
                case Publisher.Update.Refused(Refusal refusal) ->
                        throw new AssertionError(refusal.toString());
            };
        }

        ByteString encode(Publication publication) {
            return switch (codec.encode(publication, binding)) {
                case Encoded.Ok<ByteString>(ByteString bytes) -> bytes;
                case Encoded.Refused<ByteString>(Refusal refusal) ->
                        throw new AssertionError(refusal.toString());
            };
        }
    }

    private static <T> T ok(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> value;
            case Decoded.Refused<T>(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }
}
