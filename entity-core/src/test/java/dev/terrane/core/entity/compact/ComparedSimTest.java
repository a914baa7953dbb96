package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A stage with classes of both kinds, on entities inside and outside of others: classes with
 * containers say what comparing says, whatever changes in them or moves, and mark their streams.
 */
class ComparedSimTest {
    private static final int RUNS = 100;
    private static final int FLUSHES = 20;
    private static final ChildNames NAMES =
            new ChildNames() {
                @Override
                public int networkId(Guid child) {
                    return (int) child.value();
                }

                @Override
                public int layout(ProjectionClass projection) {
                    return 1;
                }
            };

    @Test
    void classesWithContainersAreComparedBesideTheOthers() {
        var coverage = new Coverage();
        Seeds.forEach(RUNS, random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(
                100, "nested body", "flat body", "nested unchanged", "inside another", "moved");
    }

    /** One seed. */
    private static final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final Kernel kernel = Boxes.kernel();
        private final BodyCounters counters = new BodyCounters();
        private final BodyCounters naiveCounters = new BodyCounters();
        private final StageBodies stage =
                new StageBodies(kernel, Flush.of(0), BodyLimits.of(Compacts.LIMITS), counters);
        private final List<Entity> boxes = new ArrayList<>();
        private final List<RootBodies> naive = new ArrayList<>();
        private final List<ProjectionClass> classes = new ArrayList<>();
        private final PeerStreams peer = stage.newPeer();
        private final FrameWriter ours = new FrameWriter(Compacts.LIMITS);
        private final FrameWriter theirs = new FrameWriter(Compacts.LIMITS);

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
        }

        void play() {
            for (int i = 0; i < 5; i++) {
                Entity box = Boxes.box(kernel);
                ProjectionClass projection =
                        random.oneIn(3)
                                ? BoxClasses.fields(Quantisation.NONE, Boxes.SIZE)
                                : BoxClasses.random(random, 2);
                boxes.add(box);
                classes.add(projection);
                var bodies = new RootBodies(box, 16, Compacts.LIMITS, naiveCounters);
                assertThat(bodies.join(projection, Flush.of(0))).isEmpty();
                naive.add(bodies);
                assertThat(peer.bind(i + 1, box, projection))
                        .isEqualTo(bodies.baseline(projection));
            }
            for (int tick = 1; tick <= FLUSHES; tick++) {
                for (int i = random.between(0, 3); i > 0; i--) {
                    change();
                }
                flush(tick);
            }
            assertThat(counters.shared()).isEqualTo(naiveCounters.shared());
            peer.close();
        }

        private void flush(int tick) {
            assertThat(stage.flush(Flush.of(tick), StageBodies.NOTHING)).isEmpty();
            stage.keepFrom(Flush.of(tick - 1L));
            ours.begin(FrameHead.of(tick, tick));
            theirs.begin(FrameHead.of(tick, tick));
            for (int i = 0; i < boxes.size(); i++) {
                assertThat(naive.get(i).flush(Flush.of(tick))).isEmpty();
                ProjectionClass projection = classes.get(i);
                Flush base = Flush.of(tick - 1L);
                BodyResult body = naive.get(i).since(projection, base, RootBodies.Use.SHARED);
                assertThat(stage.since(boxes.get(i), projection, base, RootBodies.Use.SHARED))
                        .isEqualTo(body);
                assertThat(stage.state(boxes.get(i), projection))
                        .isEqualTo(naive.get(i).state(projection));
                boolean nested = !projection.children().isEmpty();
                if (body instanceof BodyResult.Encoded(CompactBody bytes)) {
                    theirs.body(i + 1, bytes, NAMES);
                    coverage.count(nested ? "nested body" : "flat body");
                } else {
                    coverage.count(nested ? "nested unchanged" : "flat unchanged");
                }
                if (boxes.get(i).findHolder().isPresent()) {
                    coverage.count("inside another");
                }
            }
            assertThat(peer.writeChanged(ours, NAMES, RootBodies.Use.SHARED)).isEmpty();
            assertThat(ours.finish()).isEqualTo(theirs.finish());
        }

        private void change() {
            Entity box = random.choice(boxes);
            switch (random.nextInt(4)) {
                case 0, 1 -> box.set(Boxes.SIZE, new Value.UInt32(random.between(0, 9)));
                case 2 -> box.findTable(Boxes.NOTES).orElseThrow().addRow(random.between(1, 4));
                default -> move(box);
            }
        }

        private void move(Entity box) {
            Container holder = box.findHolder().orElse(null);
            if (holder != null) {
                holder.remove(box.slot());
            } else {
                Entity owner = random.choice(boxes);
                (random.nextBoolean() ? Boxes.left(owner) : Boxes.right(owner))
                        .place(random.between(1, 3), box);
            }
            coverage.count("moved");
        }
    }
}
