package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.Spans;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Seeded life of entities of a random class, inside and outside of each other, behind random
 * projection classes, published twice: from dirty columns, and by comparing whole captures. After
 * every flush, for every class and every base in use, both say the same: bytes and children, no
 * change, refusals, and how many bodies were encoded.
 */
class ColumnSimTest {
    private static final int RUNS = 500;
    private static final int FLUSHES = 25;
    private static final int BASES = 6;
    private static final int SUBJECTS_MAX = 5;

    @Test
    void dirtyColumnsSayWhatComparingWholeStatesSays() {
        var coverage = new Coverage();
        Seeds.until(
                coverage.goal(
                        100,
                        "set field",
                        "set child's field",
                        "set and set back",
                        "child's rows",
                        "add row",
                        "set column",
                        "remove row",
                        "replace row",
                        "clear",
                        "many rows",
                        "child created",
                        "child placed",
                        "child removed",
                        "child removed and put back",
                        "child destroyed",
                        "new incarnation",
                        "moved between slots",
                        "moved inside",
                        "moved across roots",
                        "swapped between slots",
                        "swapped inside",
                        "swapped across roots",
                        "stacked",
                        "as deep as may be",
                        "created",
                        "destroyed",
                        "tick flush",
                        "real-time flush",
                        "class joined",
                        "class left",
                        "body of one flush",
                        "body of several flushes",
                        "body with new children",
                        "body with children",
                        "inside another",
                        "came back",
                        "unchanged",
                        "hidden or below precision",
                        "peer sent",
                        "peer sent late",
                        "state refused",
                        "state published after all",
                        "body refused"),
                RUNS,
                random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
    }

    /** One seed. */
    private static final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final RandomClass world;
        private final ThingChanges things;

        /** Whether limits are reached, depth among them. */
        private final boolean tight;

        private final CompactLimits limits;
        private final BodyCounters columnCount = new BodyCounters();
        private final BodyCounters naiveCount = new BodyCounters();
        private final StageBodies stage;
        private final List<Subject> subjects = new ArrayList<>();
        private final List<Flush> flushes = new ArrayList<>(List.of(Flush.of(0)));
        private final PeerStreams peer;
        private final Map<Integer, Sent> sent = new HashMap<>();
        private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
        private final FrameWriter naiveWriter = new FrameWriter(Compacts.LIMITS);
        private int nextHandle = 1;
        private boolean changed;

        Run(SeededRandom random, Coverage coverage) {
            this.random = random;
            this.coverage = coverage;
            this.world = new RandomClass(random);
            this.things = new ThingChanges(random, coverage, world);
            this.tight = !random.oneIn(3);
            this.limits = tight ? tightLimits(random) : Compacts.LIMITS;
            this.stage =
                    new StageBodies(
                            world.kernel(), Flush.of(0), BodyLimits.of(limits), columnCount);
            this.peer = stage.newPeer();
        }

        private static CompactLimits tightLimits(SeededRandom random) {
            boolean state = !random.oneIn(3);
            var snapshot =
                    new SnapshotLimits(
                            RandomClass.DEPTH_MAX,
                            1_024,
                            state ? random.between(2, 9) : 65_536,
                            state ? random.between(20, 200) : 65_536,
                            state ? random.between(60, 300) : 1 << 20,
                            state ? random.between(7, 9) : 65_536);
            var stream =
                    new StreamLimits(
                            snapshot,
                            state ? 65_536 : random.between(2, 9),
                            state ? 65_536 : random.between(3, 30),
                            state ? 1 << 20 : random.between(30, 90),
                            132_096);
            return new CompactLimits(stream, 4 << 20, 262_144, 4_095, 4_096, 9, GuidWidth.BITS_64);
        }

        void play() {
            create();
            create();
            publish(Flush.of(1), false);
            for (int tick = 2; tick <= FLUSHES; tick++) {
                change();
                // Comparing judges what waits for the tick too.
                boolean realTime = !tight && random.oneIn(3);
                Flush at = realTime ? new Flush(tick, random.between(1, 2)) : Flush.of(tick);
                publish(at, realTime);
                coverage.count(realTime ? "real-time flush" : "tick flush");
                compare();
                send();
                coming(at);
                if (flushes.size() > BASES) {
                    keep();
                }
            }
            assertThat(columnCount.shared()).isEqualTo(naiveCount.shared());
            assertThat(columnCount.deferred()).isEqualTo(naiveCount.deferred());
            assertThat(columnCount.baselines()).isEqualTo(naiveCount.baselines());
        }

        private void publish(Flush at, boolean realTime) {
            var refused =
                    realTime
                            ? stage.flushRealTime(at, StageBodies.NOTHING)
                            : stage.flush(at, StageBodies.NOTHING);
            List<StageBodies.Refused> expected = new ArrayList<>();
            for (Subject subject : subjects) {
                Optional<Refusal> refusal =
                        realTime
                                ? subject.naive.flushRealTime(at, world.realTime())
                                : subject.naive.flush(at);
                refusal.ifPresent(
                        why -> expected.add(new StageBodies.Refused(subject.entity, why)));
                refusal.ifPresent(_ -> coverage.count("state refused"));
                if (subject.refused && refusal.isEmpty()) {
                    coverage.count("state published after all");
                }
                subject.refused = refusal.isPresent();
            }
            assertThat(refused).containsExactlyInAnyOrderElementsOf(expected);
            flushes.add(at);
            subjects.forEach(subject -> subject.note(at));
        }

        private void compare() {
            for (Subject subject : subjects) {
                if (subject.entity.findHolder().isPresent()) {
                    coverage.count("inside another");
                }
                for (ProjectionClass projection : subject.classes) {
                    for (Flush base : flushes) {
                        compare(subject, projection, base);
                    }
                    assertThat(stage.baseline(subject.entity, projection))
                            .isEqualTo(subject.naive.baseline(projection));
                    Snapshot state = subject.naive.state(projection);
                    assertThat(stage.state(subject.entity, projection)).isEqualTo(state);
                    if (depth(state.root()) == RandomClass.DEPTH_MAX) {
                        coverage.count("as deep as may be");
                    }
                }
            }
        }

        private static int depth(EntitySnapshot entity) {
            int depth = 0;
            for (EntitySnapshot.ContainerSnapshot container : entity.containers().values()) {
                for (EntitySnapshot child : container.slots().values()) {
                    depth = Math.max(depth, 1 + depth(child));
                }
            }
            return depth;
        }

        private void compare(Subject subject, ProjectionClass projection, Flush base) {
            if (base.compareTo(subject.since.get(projection)) < 0) {
                return;
            }
            BodyResult ours = stage.since(subject.entity, projection, base, BodyUse.SHARED);
            BodyResult theirs = subject.naive.since(projection, base, BodyUse.SHARED);
            assertThat(ours).isEqualTo(theirs);
            if (ours instanceof BodyResult.Encoded(CompactBody body)) {
                assertThat(body.work()).isEqualTo(Compacts.body(theirs).work());
            }
            boolean sees = subject.naive.isChanged(projection, base);
            assertThat(stage.isChanged(subject.entity, projection, base)).isEqualTo(sees);
            boolean last = base.equals(flushes.get(flushes.size() - 2));
            switch (ours) {
                case BodyResult.Encoded(CompactBody body) -> {
                    coverage.count(last ? "body of one flush" : "body of several flushes");
                    if (!projection.children().isEmpty()) {
                        coverage.count("body with children");
                    }
                    if (!body.children().isEmpty()) {
                        coverage.count("body with new children");
                    }
                    viewsAgree(subject, projection, base);
                }
                case BodyResult.Refused _ -> coverage.count("body refused");
                case BodyResult.Unchanged _ -> {
                    if (sees) {
                        coverage.count("came back");
                    } else if (last) {
                        coverage.count(changed ? "hidden or below precision" : "unchanged");
                    }
                }
            }
        }

        private void viewsAgree(Subject subject, ProjectionClass projection, Flush base) {
            Snapshot before = subject.states.get(projection).get(base);
            EntityPatch expected = Spans.between(before, subject.naive.state(projection));
            assertThat(stage.patch(subject.entity, projection, base)).isEqualTo(expected);
        }

        /** The peer's frame, and the same from comparing; some streams wait for a later one. */
        private void send() {
            writer.begin(FrameHead.of(1, 1));
            naiveWriter.begin(FrameHead.of(1, 1));
            boolean everything = random.nextBoolean();
            List<Integer> handles = new ArrayList<>(sent.keySet());
            Collections.sort(handles);
            List<PeerStreams.Refused> refused = new ArrayList<>();
            for (int handle : handles) {
                Sent stream = sent.get(handle);
                if (!everything && random.nextBoolean()) {
                    stream.waits = true;
                    continue;
                }
                Refusal refusal = sendNaively(handle, stream);
                if (refusal != null) {
                    refused.add(new PeerStreams.Refused(handle, refusal));
                }
                if (!everything) {
                    assertThat(peer.write(writer, handle, Compacts.NAMES, BodyUse.SHARED))
                            .isEqualTo(refusal);
                }
            }
            if (everything) {
                assertThat(peer.writeChanged(writer, Compacts.NAMES, BodyUse.SHARED))
                        .isEqualTo(refused);
                assertThat(peer.isChanged()).isEqualTo(!refused.isEmpty());
            }
            assertThat(writer.finish()).isEqualTo(naiveWriter.finish());
        }

        private @Nullable Refusal sendNaively(int handle, Sent stream) {
            switch (stream.subject.naive.since(stream.projection, stream.base, BodyUse.SHARED)) {
                case BodyResult.Encoded(CompactBody bytes) -> {
                    naiveWriter.body(handle, bytes, Compacts.NAMES);
                    coverage.count(stream.waits ? "peer sent late" : "peer sent");
                }
                case BodyResult.Refused(Refusal why) -> {
                    stream.waits = true;
                    return why;
                }
                case BodyResult.Unchanged _ -> {}
            }
            stream.base = flushes.getLast();
            stream.waits = false;
            return null;
        }

        /** Classes and streams that come and go right after a flush. */
        private void coming(Flush at) {
            Subject subject = random.choice(subjects);
            // No stream begins at a real-time flush, and no class at a state that was refused.
            boolean begins = at.part() == 0 && !subject.refused;
            if (begins && random.nextBoolean() && subject.classes.size() < 4) {
                join(subject, at);
            }
            if (begins && random.nextBoolean() && !subject.classes.isEmpty()) {
                ProjectionClass projection = random.choice(subject.classes);
                BodyResult baseline = peer.bind(nextHandle, subject.entity, projection);
                assertThat(baseline).isEqualTo(subject.naive.baseline(projection));
                if (baseline instanceof BodyResult.Encoded) {
                    assertThat(subject.naive.join(projection, at)).isEmpty();
                    sent.put(nextHandle, new Sent(subject, projection, at));
                    nextHandle++;
                }
            }
            if (random.oneIn(4) && !sent.isEmpty()) {
                release(random.choice(List.copyOf(sent.keySet())));
            }
        }

        private void join(Subject subject, Flush at) {
            ProjectionClass projection = world.projection(tight);
            if (subject.classes.contains(projection)) {
                return;
            }
            Optional<Refusal> refusal = stage.join(subject.entity, projection);
            assertThat(refusal).isEqualTo(subject.naive.join(projection, at));
            if (refusal.isEmpty()) {
                subject.classes.add(projection);
                subject.since.put(projection, at);
                subject.states.put(
                        projection, new HashMap<>(Map.of(at, subject.naive.state(projection))));
                coverage.count("class joined");
            }
        }

        private void release(int handle) {
            Sent stream = sent.remove(handle);
            peer.release(handle);
            stream.subject.naive.leave(stream.projection);
            coverage.count("class left");
        }

        private void keep() {
            Flush oldest = flushes.get(flushes.size() - random.between(2, BASES));
            for (Sent stream : sent.values()) {
                oldest = stream.base.compareTo(oldest) < 0 ? stream.base : oldest;
            }
            Flush kept = oldest;
            stage.keepFrom(kept);
            subjects.forEach(subject -> subject.naive.keepFrom(kept));
            flushes.removeIf(flush -> flush.compareTo(kept) < 0);
            assertThat(peer.oldestBase()).isGreaterThanOrEqualTo(kept);
        }

        private void create() {
            var subject = new Subject(things.create(), limits, naiveCount);
            join(subject, flushes.getLast());
            join(subject, flushes.getLast());
            subjects.add(subject);
        }

        private void change() {
            // What is there already may become a root of its own.
            if (subjects.size() < SUBJECTS_MAX
                    && flushes.getLast().part() == 0
                    && random.oneIn(8)) {
                create();
                coverage.count("created");
            }
            changed = false;
            List<Entity> kept = subjects.stream().map(subject -> subject.entity).toList();
            for (Subject subject : subjects) {
                if (subject.refused) {
                    things.relieve(subject.entity);
                    changed = true;
                }
            }
            for (int i = random.between(0, 7); i > 0; i--) {
                things.change(kept);
                changed = true;
            }
            if (subjects.size() > 2 && random.oneIn(8)) {
                Subject gone = random.choice(subjects);
                List.copyOf(sent.keySet()).stream()
                        .filter(handle -> sent.get(handle).subject == gone)
                        .forEach(this::release);
                subjects.remove(gone);
                world.kernel().destroy(gone.entity.guid());
                coverage.count("destroyed");
            }
        }
    }

    /** One entity with both publishers' view of it. */
    private static final class Subject {
        private final Entity entity;
        private final RootBodies naive;
        private final List<ProjectionClass> classes = new ArrayList<>();
        private final Map<ProjectionClass, Flush> since = new HashMap<>();
        private final Map<ProjectionClass, Map<Flush, Snapshot>> states = new HashMap<>();
        private boolean refused;

        Subject(Entity entity, CompactLimits limits, BodyCounters counters) {
            this.entity = entity;
            this.naive = new RootBodies(entity, BodyLimits.CLASSES_MAX, limits, counters);
        }

        void note(Flush at) {
            classes.forEach(projection -> states.get(projection).put(at, naive.state(projection)));
        }
    }

    /** One stream of the peer. */
    private static final class Sent {
        private final Subject subject;
        private final ProjectionClass projection;
        private Flush base;
        private boolean waits;

        Sent(Subject subject, ProjectionClass projection, Flush base) {
            this.subject = subject;
            this.projection = projection;
            this.base = base;
        }
    }
}
