package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.BoxChanges;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.LifetimeWatch;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
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
import org.junit.jupiter.api.Test;

/**
 * Seeded life of a box of boxes over canonical bytes: after every flush the replica is the
 * authorised capture, a delta is there exactly when a naive comparison finds a change, a late
 * baseline is the same state, and another world that differs in secrets says the same bytes.
 */
class ContainerSimTest {
    private static final int RUNS = 600;
    private static final int FLUSHES = 20;

    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());

    @Test
    void replicasFollowChildrenWhereverTheyGo() {
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
                        "note",
                        "no note",
                        "secret",
                        "replacement",
                        "patch",
                        "unchanged",
                        "late"),
                RUNS,
                random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
    }

    /** One seed: the same happens in both worlds, secrets differ. */
    private final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final BoxChanges boxes;
        private final World seen;
        private final World other;
        private final Replica replica;
        private final LifetimeWatch watch = new LifetimeWatch();

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
            this.boxes = new BoxChanges(random, coverage);
            this.seen = new World(boxes.seenRoot());
            this.other = new World(boxes.otherRoot());
            this.replica = new Replica(seen.binding, StreamLimits.defaults());
        }

        void play() {
            replica.apply(seen.publisher.baseline());
            for (int flush = 0; flush < FLUSHES; flush++) {
                int changes = random.between(0, 5);
                for (int i = 0; i < changes; i++) {
                    boxes.change();
                }
                flush();
            }
        }

        private void flush() {
            Snapshot state = seen.state();
            boolean naive = !replica.state().equals(Optional.of(state));
            Optional<Delta> delta = seen.update(state);
            assertThat(delta.isPresent()).isEqualTo(naive);
            assertThat(other.update(other.state())).isEqualTo(delta);
            if (delta.isEmpty()) {
                coverage.count("unchanged");
                return;
            }
            count(delta.get().root());
            ByteString bytes = Forms.made(codec.encode(delta.get(), seen.binding));
            Delta received = Forms.read(codec.decodeDelta(bytes, seen.binding));
            assertThat(received).isEqualTo(delta.get());
            assertThat(replica.apply(received)).isInstanceOf(ApplyResult.Applied.class);
            assertThat(replica.state()).contains(state);
            watch.note(state.root());
            if (random.oneIn(4)) {
                var late = new Replica(seen.binding, StreamLimits.defaults());
                ByteString baseline =
                        Forms.made(codec.encode(seen.publisher.baseline(), seen.binding));
                late.apply(Forms.read(codec.decodeBaseline(baseline, seen.binding)));
                assertThat(late.state()).isEqualTo(replica.state());
                coverage.count("late");
            }
        }

        private void count(EntityPatch patch) {
            for (ContainerChange change : patch.containers().values()) {
                switch (change) {
                    case ContainerChange.Replacement _ -> coverage.count("replacement");
                    case ContainerChange.Patch(var slots) -> {
                        coverage.count("patch");
                        slots.values().forEach(this::count);
                    }
                }
            }
        }
    }

    /** A root box with its stream. */
    private static final class World {
        private final Entity root;
        private final StreamBinding binding;
        private final StreamNumbering numbering;
        private final Publisher publisher;

        World(Entity root) {
            this.root = root;
            this.binding = Boxes.binding(root, Boxes.levels(3));
            this.numbering = new StreamNumbering(binding);
            this.publisher = Streams.publisher(binding, state());
        }

        Optional<Delta> update(Snapshot state) {
            return Streams.update(publisher, state);
        }

        Snapshot state() {
            return Streams.numbered(numbering, Streams.capture(root, binding));
        }
    }
}
