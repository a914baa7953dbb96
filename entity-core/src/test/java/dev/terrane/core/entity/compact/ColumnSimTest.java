package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.Table;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.Spans;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Seeded life of entities of a random class behind random projection classes, published twice: from
 * dirty columns, and by comparing whole captures. After every flush, for every class and every base
 * in use, both say the same: bytes, no change, and how many bodies were encoded.
 */
class ColumnSimTest {
    private static final int RUNS = 200;
    private static final int FLUSHES = 30;
    private static final int BASES = 6;

    @Test
    void dirtyColumnsSayWhatComparingWholeStatesSays() {
        var coverage = new Coverage();
        Seeds.forEach(RUNS, random -> new Run(random, coverage).play());
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(
                100,
                "set field",
                "set and set back",
                "add row",
                "set column",
                "remove row",
                "replace row",
                "clear",
                "many rows",
                "created",
                "destroyed",
                "tick flush",
                "real-time flush",
                "class joined",
                "class left",
                "body of one flush",
                "body of several flushes",
                "came back",
                "unchanged",
                "hidden or below precision",
                "peer sent",
                "peer sent late");
    }

    /** One seed. */
    private static final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final RandomClass world;
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
            this.stage =
                    new StageBodies(
                            world.kernel(),
                            Flush.of(0),
                            BodyLimits.of(Compacts.LIMITS),
                            columnCount);
            this.peer = stage.newPeer();
        }

        void play() {
            create();
            create();
            publish(Flush.of(1), false);
            for (int tick = 2; tick <= FLUSHES; tick++) {
                change();
                boolean realTime = random.oneIn(3);
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
            assertThat(refused).isEmpty();
            for (Subject subject : subjects) {
                assertThat(
                                realTime
                                        ? subject.naive.flushRealTime(at, world.realTime())
                                        : subject.naive.flush(at))
                        .isEmpty();
            }
            flushes.add(at);
            subjects.forEach(subject -> subject.note(at));
        }

        private void compare() {
            for (Subject subject : subjects) {
                for (ProjectionClass projection : subject.classes) {
                    for (Flush base : flushes) {
                        compare(subject, projection, base);
                    }
                    assertThat(stage.baseline(subject.entity, projection))
                            .isEqualTo(subject.naive.baseline(projection));
                    assertThat(stage.state(subject.entity, projection))
                            .isEqualTo(subject.naive.state(projection));
                }
            }
        }

        private void compare(Subject subject, ProjectionClass projection, Flush base) {
            if (base.compareTo(subject.since.get(projection)) < 0) {
                return;
            }
            BodyResult ours = stage.since(subject.entity, projection, base, RootBodies.Use.SHARED);
            BodyResult theirs = subject.naive.since(projection, base, RootBodies.Use.SHARED);
            assertThat(ours).isEqualTo(theirs);
            boolean sees = subject.naive.isChanged(projection, base);
            assertThat(stage.isChanged(subject.entity, projection, base)).isEqualTo(sees);
            boolean last = base.equals(flushes.get(flushes.size() - 2));
            if (ours instanceof BodyResult.Encoded) {
                coverage.count(last ? "body of one flush" : "body of several flushes");
                viewsAgree(subject, projection, base);
            } else if (sees) {
                coverage.count("came back");
            } else if (last) {
                coverage.count(changed ? "hidden or below precision" : "unchanged");
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
            Flush now = flushes.getLast();
            boolean everything = random.nextBoolean();
            List<Integer> handles = new ArrayList<>(sent.keySet());
            Collections.sort(handles);
            for (int handle : handles) {
                Sent stream = sent.get(handle);
                if (!everything && random.nextBoolean()) {
                    stream.waits = true;
                    continue;
                }
                BodyResult body =
                        stream.subject.naive.since(
                                stream.projection, stream.base, RootBodies.Use.SHARED);
                if (body instanceof BodyResult.Encoded(CompactBody bytes)) {
                    naiveWriter.body(handle, bytes);
                    coverage.count(stream.waits ? "peer sent late" : "peer sent");
                }
                stream.base = now;
                stream.waits = false;
                if (!everything) {
                    assertThat(
                                    peer.write(
                                            writer,
                                            handle,
                                            FrameWriter.NOBODY,
                                            RootBodies.Use.SHARED))
                            .isNull();
                }
            }
            if (everything) {
                assertThat(peer.writeChanged(writer, RootBodies.Use.SHARED)).isEmpty();
                assertThat(peer.isChanged()).isFalse();
            }
            assertThat(writer.finish()).isEqualTo(naiveWriter.finish());
        }

        /** Classes and streams that come and go right after a flush. */
        private void coming(Flush at) {
            Subject subject = random.choice(subjects);
            // Comparing gives a new class what waits for the tick; columns what was published.
            if (at.part() == 0 && random.oneIn(3) && subject.classes.size() < 4) {
                join(subject, world.projection(subject.entity), at);
            }
            if (random.oneIn(3)) {
                ProjectionClass projection = random.choice(subject.classes);
                assertThat(subject.naive.join(projection, at)).isEmpty();
                BodyResult baseline = peer.bind(nextHandle, subject.entity, projection);
                assertThat(baseline).isEqualTo(subject.naive.baseline(projection));
                sent.put(nextHandle, new Sent(subject, projection, at));
                nextHandle++;
            }
            if (random.oneIn(4) && !sent.isEmpty()) {
                release(random.choice(List.copyOf(sent.keySet())));
            }
        }

        private void join(Subject subject, ProjectionClass projection, Flush at) {
            if (subject.classes.contains(projection)) {
                return;
            }
            assertThat(stage.join(subject.entity, projection)).isEmpty();
            assertThat(subject.naive.join(projection, at)).isEmpty();
            subject.classes.add(projection);
            subject.since.put(projection, at);
            subject.states.put(
                    projection, new HashMap<>(Map.of(at, subject.naive.state(projection))));
            coverage.count("class joined");
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
            Entity entity = GuestRoom.created(world.kernel().create(Creation.of(RandomClass.NAME)));
            var subject = new Subject(entity, naiveCount);
            Flush at = flushes.getLast();
            join(subject, world.projection(entity), at);
            join(subject, world.projection(entity), at);
            subjects.add(subject);
        }

        private void change() {
            changed = false;
            for (int i = random.between(0, 5); i > 0; i--) {
                Entity entity = random.choice(subjects).entity;
                switch (random.nextInt(4)) {
                    case 0, 1 -> setField(entity);
                    default -> changeRows(entity);
                }
                changed = true;
            }
            if (random.oneIn(12)) {
                create();
                coverage.count("created");
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

        private void setField(Entity entity) {
            var fields = world.layout().fields();
            int position = random.nextInt(fields.size());
            long index = fields.keyAt(position);
            var before = entity.get(index);
            entity.set(index, world.value(fields.valueAt(position).type()));
            coverage.count("set field");
            if (random.oneIn(4)) {
                entity.set(index, before);
                coverage.count("set and set back");
            }
        }

        private void changeRows(Entity entity) {
            var tables = world.layout().tables();
            if (tables.isEmpty()) {
                return;
            }
            long index = tables.keyAt(random.nextInt(tables.size()));
            Table table = entity.findTable(index).orElseThrow();
            long number = random.between(1, 6);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    table.addRow(number);
                    coverage.count("add row");
                }
                case 2 -> {
                    table.findRow(number).ifPresent(row -> setColumn(row, table));
                    coverage.count("set column");
                }
                case 3 -> {
                    table.removeRow(number);
                    coverage.count("remove row");
                }
                case 4 -> {
                    if (table.removeRow(number)) {
                        table.addRow(number);
                    }
                    coverage.count("replace row");
                }
                default -> manyRows(table);
            }
        }

        private void setColumn(Row row, Table table) {
            var columns = table.layout().columns();
            if (!columns.isEmpty()) {
                int position = random.nextInt(columns.size());
                row.set(columns.keyAt(position), world.value(columns.valueAt(position).type()));
            }
        }

        private void manyRows(Table table) {
            if (random.oneIn(3)) {
                table.clear();
                coverage.count("clear");
            }
            if (random.nextBoolean()) {
                for (int i = 0; i < 5; i++) {
                    table.addRow(random.between(1, 9));
                }
                coverage.count("many rows");
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

        Subject(Entity entity, BodyCounters counters) {
            this.entity = entity;
            this.naive = new RootBodies(entity, RootBodies.CLASSES_MAX, Compacts.LIMITS, counters);
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
