package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.GuestChanges;
import dev.terrane.core.entity.stream.LifetimeWatch;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
        Seeds.until(
                coverage.goal(
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
                        "late goes on",
                        "retired refused",
                        "removed"),
                RUNS,
                random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
    }

    /** One seed. */
    private final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final GuestChanges guests;
        private final World seen;
        private final World other;
        private final Replica replica;
        private final Replica deceived;
        private final LifetimeWatch watch = new LifetimeWatch();
        private @Nullable Replica late;
        private @Nullable RowChange retired;

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
            this.guests = new GuestChanges(random, coverage);
            this.seen = new World(guests.seen(), guests.selection());
            this.other = new World(guests.other(), guests.selection());
            this.replica = new Replica(seen.binding, StreamLimits.defaults());
            this.deceived = new Replica(seen.binding, StreamLimits.defaults());
        }

        void play() {
            deliver(seen.baseline(), other.baseline());
            for (int flush = 0; flush < FLUSHES; flush++) {
                guests.change();
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
            for (TablePatch table : delta.get().root().tables().values()) {
                table.rows().values().forEach(this::count);
            }
            if (random.oneIn(12)) {
                lose(delta.get());
            }
            ByteString bytes = seen.encode(delta.get());
            assertThat(other.encode(twin.get())).isEqualTo(bytes);
            Delta received = Forms.read(codec.decodeDelta(bytes, seen.binding));
            assertThat(replica.apply(received))
                    .isEqualTo(new ApplyResult.Applied(seen.publisher.revision()));
            assertThat(replica.state()).contains(authorised);
            deceived.apply(received);
            watch.note(authorised.root());
            if (late != null) {
                assertThat(late.apply(received)).isInstanceOf(ApplyResult.Applied.class);
                assertThat(late.state()).isEqualTo(replica.state());
                coverage.count("late goes on");
            }
            if (random.oneIn(5)) {
                assertThat(replica.apply(received)).isInstanceOf(ApplyResult.Duplicate.class);
                assertThat(replica.state()).contains(authorised);
                coverage.count("duplicate");
            }
            if (random.oneIn(5)) {
                joinLate();
            }
        }

        private void count(RowChange row) {
            coverage.count("row " + row.getClass().getSimpleName());
            switch (row) {
                case RowChange.Remove _, RowChange.Replace _ -> retired = row;
                case RowChange.Add _, RowChange.Patch _ -> {}
            }
        }

        /** Somebody brings back a row that is gone, with all it had. */
        private void reviveRetired() {
            RowChange gone = retired;
            if (gone == null) {
                return;
            }
            long lifetime =
                    switch (gone) {
                        case RowChange.Remove(long required) -> required;
                        case RowChange.Replace replace -> replace.required();
                        default -> throw new AssertionError(gone.toString());
                    };
            var columns = new IndexMap.Builder<Value>();
            seen.binding
                    .layout()
                    .tables()
                    .get(GuestRoom.INVENTORY)
                    .columns()
                    .forEach((column, index) -> columns.put(index, guests.value(column)));
            var add = IndexMap.of(77, (RowChange) new RowChange.Add(lifetime, columns.build()));
            var patch =
                    new EntityPatch(
                            seen.binding.root(),
                            1,
                            IndexMap.empty(),
                            IndexMap.of(GuestRoom.INVENTORY, new TablePatch(add)));
            long revision = deceived.revision();
            assertThat(
                            deceived.apply(
                                    new Delta(
                                            GuestRoom.SCHEMA,
                                            1,
                                            revision,
                                            revision + 1,
                                            patch,
                                            false)))
                    .isInstanceOfSatisfying(
                            ApplyResult.Rejected.class,
                            rejected ->
                                    assertThat(((Refusal.Rejected) rejected.refusal()).reason())
                                            .isEqualTo(Reason.INCARNATION));
            assertThat(deceived.state()).isEmpty();
            coverage.count("retired refused");
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

        /** From now on this one follows too, until the next joins. */
        private void joinLate() {
            var joined = new Replica(seen.binding, StreamLimits.defaults());
            joined.apply(
                    Forms.read(
                            codec.decodeBaseline(
                                    seen.encode(seen.publisher.baseline()), seen.binding)));
            assertThat(joined.state()).isEqualTo(replica.state());
            late = joined;
            coverage.count("late");
        }

        private void deliver(Baseline baseline, Baseline twin) {
            ByteString bytes = seen.encode(baseline);
            assertThat(other.encode(twin)).isEqualTo(bytes);
            replica.apply(Forms.read(codec.decodeBaseline(bytes, seen.binding)));
            assertThat(replica.state()).contains(baseline.snapshot());
            deceived.apply(baseline);
            watch.note(baseline.snapshot().root());
        }

        private void finish() {
            reviveRetired();
            var tombstone = Streams.published(seen.publisher.remove());
            assertThat(
                            replica.apply(
                                    Forms.read(
                                            codec.decodeDelta(
                                                    seen.encode(tombstone), seen.binding))))
                    .isInstanceOf(ApplyResult.Removed.class);
            assertThat(replica.state()).isEmpty();
            coverage.count("removed");
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
            return Streams.update(publisher, snapshot);
        }

        ByteString encode(Publication publication) {
            return Forms.made(codec.encode(publication, binding));
        }
    }
}
