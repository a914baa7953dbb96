package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.Publication;
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
        Seeds.forEach(RUNS, random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(
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
                "late");
    }

    /** One seed: the same happens in both worlds, secrets differ. */
    private final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final World seen = new World();
        private final World other = new World();
        private final Replica replica = new Replica(seen.binding, StreamLimits.defaults());

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
        }

        void play() {
            replica.apply(seen.publisher.baseline());
            for (int flush = 0; flush < FLUSHES; flush++) {
                int changes = random.between(0, 5);
                for (int i = 0; i < changes; i++) {
                    change();
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
            ByteString bytes = encode(delta.get());
            Delta received = ok(codec.decodeDelta(bytes, seen.binding));
            assertThat(received).isEqualTo(delta.get());
            assertThat(replica.apply(received)).isInstanceOf(ApplyResult.Applied.class);
            assertThat(replica.state()).contains(state);
            if (random.oneIn(4)) {
                var late = new Replica(seen.binding, StreamLimits.defaults());
                ByteString baseline = encode(seen.publisher.baseline());
                late.apply(ok(codec.decodeBaseline(baseline, seen.binding)));
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

        private void change() {
            // Guids count up alike in both worlds, so a number names the same box.
            long box = random.between(1, 9);
            long second = random.oneIn(3) ? box : random.between(1, 9);
            boolean left = random.nextBoolean();
            boolean otherLeft = random.nextBoolean();
            long slot = random.between(1, 2);
            long target = random.between(1, 2);
            int value = random.between(0, 3);
            int kind = random.nextInt(10);
            for (World world : new World[] {seen, other}) {
                Entity entity = world.kernel.find(new Guid(box)).orElse(null);
                Entity peer = world.kernel.find(new Guid(second)).orElse(null);
                if (entity == null || peer == null) {
                    return;
                }
                Container container = left ? Boxes.left(entity) : Boxes.right(entity);
                Container destination = otherLeft ? Boxes.left(peer) : Boxes.right(peer);
                apply(kind, world, entity, container, destination, slot, target, value, box);
            }
        }

        private void apply(
                int kind,
                World world,
                Entity entity,
                Container container,
                Container destination,
                long slot,
                long target,
                int value,
                long box) {
            String name =
                    switch (kind) {
                        case 0 -> {
                            if (world.kernel.entities().size() < 9) {
                                container.create(slot, 0);
                            }
                            yield "create";
                        }
                        case 1 -> {
                            container.remove(slot);
                            yield "remove";
                        }
                        case 2 -> {
                            container.place(slot, destination.owner());
                            yield "place";
                        }
                        case 3, 4 -> {
                            container.swap(slot, destination, target);
                            yield container == destination ? "swap" : "swap across";
                        }
                        case 5 -> {
                            if (value == 0 && box > 1) {
                                world.kernel.destroy(new Guid(box));
                            }
                            yield "destroy";
                        }
                        case 6 -> {
                            entity.set(Boxes.SIZE, new Value.UInt32(value));
                            yield "size";
                        }
                        case 7 -> {
                            entity.findTable(Boxes.NOTES).orElseThrow().addRow(target);
                            yield "note";
                        }
                        case 8 -> {
                            entity.findTable(Boxes.NOTES).orElseThrow().removeRow(target);
                            yield "no note";
                        }
                        default -> {
                            entity.set(Boxes.SECRET, new Value.UInt32(world == seen ? 1 : 2));
                            reborn(world, container, slot);
                            yield "secret";
                        }
                    };
            if (world == seen) {
                coverage.count(name);
            }
        }

        /** The same identity lives again in the same slot. */
        private void reborn(World world, Container container, long slot) {
            Entity child = container.find(slot).orElse(null);
            if (child != null && child != world.root) {
                Guid guid = child.guid();
                world.kernel.destroy(guid);
                container.create(slot, guid, 0);
                if (world == seen) {
                    coverage.count("reborn");
                }
            }
        }

        private ByteString encode(Publication publication) {
            return switch (codec.encode(publication, seen.binding)) {
                case Encoded.Ok<ByteString>(ByteString bytes) -> bytes;
                case Encoded.Refused<ByteString>(Refusal refusal) ->
                        throw new AssertionError(refusal.toString());
            };
        }
    }

    /** A kernel with a root box and its stream. */
    private static final class World {
        private final Kernel kernel = Boxes.kernel();
        private final Entity root = Boxes.box(kernel);
        private final StreamBinding binding = Boxes.binding(root, Boxes.levels(3));
        private final StreamNumbering numbering;
        private final Publisher publisher;

        World() {
            for (int i = 0; i < 5; i++) {
                Boxes.box(kernel);
            }
            Boxes.left(root).place(1, kernel.find(new Guid(2)).orElseThrow());
            Boxes.right(root).place(1, kernel.find(new Guid(3)).orElseThrow());
            numbering = new StreamNumbering(binding, root.incarnation());
            publisher = Streams.publisher(binding, state());
        }

        Snapshot state() {
            return Streams.numbered(numbering, Streams.capture(root, binding));
        }

        Optional<Delta> update(Snapshot state) {
            return switch (publisher.update(state)) {
                case Publisher.Update.Published(Delta delta) -> Optional.of(delta);
                case Publisher.Update.Unchanged _ -> Optional.empty();
                case Publisher.Update.Refused(Refusal refusal) ->
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
