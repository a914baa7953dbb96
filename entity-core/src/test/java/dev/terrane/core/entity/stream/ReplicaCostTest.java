package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.testing.AllocationMeter;
import org.junit.jupiter.api.Test;

/**
 * What applying a delta allocates follows what it says: not what was shown once, nor what stays.
 * The least of several deltas counts, so that what a JVM does beside them does not.
 */
class ReplicaCostTest {
    private static final int DELTAS = 40;

    /** A table of a hash map may be there once more or not, and a class a lambda makes. */
    private static final long SPARE = 2_048;

    private static final long SIZE = 1;
    private static final long NOTES = 2;
    private static final long OLD_NOTES = 3;
    private static final long BAG = 4;
    private static final long SHELF = 5;

    @Test
    void whatWasShownOnceCostsNothing() {
        assertSame(Kind.FIELD, new Shape(1, 1, 0), new Shape(1, 1, 20_000));
        assertSame(Kind.ROW, new Shape(1, 1, 0), new Shape(1, 1, 20_000));
        assertSame(Kind.CHILD, new Shape(1, 1, 0), new Shape(1, 1, 20_000));
        assertSame(Kind.SWAP, new Shape(1, 1, 0), new Shape(1, 1, 20_000));
    }

    @Test
    void whatStaysCostsNothing() {
        assertSame(Kind.FIELD, new Shape(1, 1, 0), new Shape(500, 20_000, 0));
        assertSame(Kind.ROW, new Shape(1, 1, 0), new Shape(500, 20_000, 0));
        assertSame(Kind.CHILD, new Shape(1, 1, 0), new Shape(500, 20_000, 0));
        assertSame(Kind.SWAP, new Shape(1, 1, 0), new Shape(500, 20_000, 0));
    }

    private static void assertSame(Kind kind, Shape small, Shape large) {
        long less = cost(kind, small);
        long more = cost(kind, large);
        System.out.println(kind + " " + small + " " + less + " B, " + large + " " + more + " B");
        assertThat(more).as(kind + " " + large).isLessThanOrEqualTo(less + SPARE);
    }

    /** What a delta says. */
    private enum Kind {
        /** A field of the root. */
        FIELD,
        /** A row of a table that has ten: a column, and a row that is replaced. */
        ROW,
        /** A field of the child in the bag. */
        CHILD,
        /** Another child in the bag. */
        SWAP
    }

    /**
     * A root.
     *
     * @param shelf children that stay, with a row each
     * @param oldNotes rows of a table that stays
     * @param gone children that were in the bag once
     */
    private record Shape(int shelf, int oldNotes, int gone) {}

    private static long cost(Kind kind, Shape shape) {
        var stream = new Stream(shape);
        for (int i = 0; i < shape.gone(); i++) {
            stream.apply(Kind.SWAP);
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < DELTAS; i++) {
            least = Math.min(least, stream.apply(kind));
        }
        return least;
    }

    /** A replica and the state it was sent last. */
    private static final class Stream {
        private static final StreamBinding BINDING = binding();

        private final Replica replica = new Replica(BINDING, StreamLimits.defaults());
        private EntitySnapshot root;
        private long revision = 1;
        private long count;

        Stream(Shape shape) {
            root =
                    new EntitySnapshot(
                            new Guid(1),
                            1,
                            "Box",
                            IndexMap.of(SIZE, new Value.UInt32(0)),
                            new IndexMap.Builder<TableSnapshot>()
                                    .put(NOTES, notes(10))
                                    .put(OLD_NOTES, notes(shape.oldNotes()))
                                    .build(),
                            new IndexMap.Builder<ContainerSnapshot>()
                                    .put(BAG, bag(10))
                                    .put(SHELF, children(1_000, shape.shelf()))
                                    .build());
            var baseline = new Baseline(1, 1, new Snapshot("cost@1", root));
            assertThat(replica.apply(baseline)).isInstanceOf(ApplyResult.Applied.class);
        }

        /** Applies one more; returns what it allocated. */
        long apply(Kind kind) {
            count++;
            EntitySnapshot next = next(kind);
            revision++;
            var delta =
                    new Delta("cost@1", 1, revision - 1, revision, Differ.diff(root, next), false);
            root = next;
            var applied = new ApplyResult[1];
            long bytes = AllocationMeter.bytes(() -> applied[0] = replica.apply(delta));
            assertThat(applied[0]).isEqualTo(new ApplyResult.Applied(revision));
            return bytes;
        }

        private EntitySnapshot next(Kind kind) {
            return switch (kind) {
                case FIELD -> with(IndexMap.of(SIZE, new Value.UInt32(count)), root);
                case ROW -> {
                    var rows = new IndexMap.Builder<RowSnapshot>();
                    rows.put(1, new RowSnapshot(10 + count, text(count)));
                    rows.put(2, new RowSnapshot(2, text(count)));
                    for (int i = 3; i <= 10; i++) {
                        rows.put(i, root.tables().get(NOTES).rows().get(i));
                    }
                    var tables = IndexMap.of(NOTES, new TableSnapshot("Note", rows.build()));
                    yield new EntitySnapshot(
                            root.guid(),
                            1,
                            "Box",
                            root.fields(),
                            root.tables().with(tables, (_, table) -> table),
                            root.containers());
                }
                case CHILD -> {
                    EntitySnapshot child = root.containers().get(BAG).slots().get(1);
                    yield withBag(
                            new ContainerSnapshot(
                                    IndexMap.of(
                                            1,
                                            with(
                                                    IndexMap.of(SIZE, new Value.UInt32(count)),
                                                    child))));
                }
                case SWAP -> withBag(bag(10_000 + count));
            };
        }

        private EntitySnapshot withBag(ContainerSnapshot bag) {
            return new EntitySnapshot(
                    root.guid(),
                    1,
                    "Box",
                    root.fields(),
                    root.tables(),
                    root.containers().with(IndexMap.of(BAG, bag), (_, next) -> next));
        }

        private static EntitySnapshot with(IndexMap<Value> fields, EntitySnapshot entity) {
            return new EntitySnapshot(
                    entity.guid(),
                    1,
                    entity.className(),
                    fields,
                    entity.tables(),
                    entity.containers());
        }

        private static ContainerSnapshot bag(long guid) {
            return children(guid, 1);
        }

        private static ContainerSnapshot children(long first, int count) {
            var slots = new IndexMap.Builder<EntitySnapshot>();
            for (int i = 0; i < count; i++) {
                slots.put(
                        i + 1L,
                        new EntitySnapshot(
                                new Guid(first + i),
                                1,
                                "Thing",
                                IndexMap.of(SIZE, new Value.UInt32(0)),
                                IndexMap.of(NOTES, notes(1)),
                                IndexMap.empty()));
            }
            return new ContainerSnapshot(slots.build());
        }

        private static TableSnapshot notes(int count) {
            var rows = new IndexMap.Builder<RowSnapshot>();
            for (int i = 1; i <= count; i++) {
                rows.put(i, new RowSnapshot(i, text(0)));
            }
            return new TableSnapshot("Note", rows.build());
        }

        private static IndexMap<Value> text(long value) {
            return IndexMap.of(SIZE, new Value.UInt32(value));
        }

        private static StreamBinding binding() {
            IndexMap<FieldLayout> size =
                    IndexMap.of(SIZE, new FieldLayout("size", ScalarType.UINT32));
            var notes = new TableLayout("notes", "Note", size);
            var thing =
                    new EntityLayout("Thing", size, IndexMap.of(NOTES, notes), IndexMap.empty());
            IndexMap<TableLayout> tables =
                    new IndexMap.Builder<TableLayout>()
                            .put(NOTES, notes)
                            .put(OLD_NOTES, new TableLayout("old notes", "Note", size))
                            .build();
            var containers =
                    new IndexMap.Builder<ContainerLayout>()
                            .put(BAG, new ContainerLayout("bag", "Thing"))
                            .put(SHELF, new ContainerLayout("shelf", "Thing"))
                            .build();
            var every = ChildRule.of(StreamLayout.flat(thing));
            return new StreamBinding(
                    "cost@1",
                    new Guid(1),
                    1,
                    1,
                    new EntityLayout("Box", size, tables, containers),
                    new IndexMap.Builder<ChildRule>().put(BAG, every).put(SHELF, every).build());
        }
    }
}
