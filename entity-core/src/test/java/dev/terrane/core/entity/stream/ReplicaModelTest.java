package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A replica that looks at what a delta changes against one that looks at everything: the same
 * states and the same refusals, of honest deltas and of others, at narrow limits.
 */
class ReplicaModelTest {
    private static final int RUNS = 600;
    private static final int STEPS = 40;

    @Test
    void lookingAtTheChangeIsLookingAtEverything() {
        var coverage = new Coverage();
        Seeds.forEach(
                RUNS,
                random -> {
                    var boxes = new BoxChanges(random, new Coverage());
                    Entity root = boxes.seenRoot();
                    StreamBinding binding = Boxes.binding(root, Boxes.levels(random.between(1, 3)));
                    new Run(random, coverage, root, binding, boxes::change).play();
                });
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(500, "applied", "moved", "rows", "INCARNATION", "ROW_STATE");
        coverage.requireAtLeast(50, "ROWS", "MEMBERS", "LIFETIME_ENTRIES", "STREAM_ENTITIES");
        coverage.requireAtLeast(5, "CHILD_STATE");
    }

    @Test
    void textsAreCountedOnToo() {
        var coverage = new Coverage();
        Seeds.forEach(
                RUNS,
                random -> {
                    var guests = new GuestChanges(random, new Coverage());
                    Entity root = guests.seen();
                    StreamBinding binding = Streams.binding(root, Streams.usual());
                    new Run(random, coverage, root, binding, guests::change).play();
                });
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(500, "applied", "rows");
        coverage.requireAtLeast(50, "STRING_BYTES", "ROWS", "MEMBERS", "LIFETIME_ENTRIES");
    }

    /** One stream and what its root looked like so far. */
    private static final class Run {
        private final SeededRandom random;
        private final Coverage coverage;
        private final Entity root;
        private final StreamBinding binding;
        private final Runnable change;
        private final List<Snapshot> states = new ArrayList<>();
        private StreamLimits limits = StreamLimits.defaults();
        private @Nullable Replica replica;
        private @Nullable Naive naive;

        Run(
                SeededRandom random,
                Coverage coverage,
                Entity root,
                StreamBinding binding,
                Runnable change) {
            this.random = random;
            this.coverage = coverage;
            this.root = root;
            this.binding = binding;
            this.change = change;
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                for (int i = random.between(0, 4); i > 0; i--) {
                    change.run();
                }
                if (Capture.capture(root, binding, SnapshotLimits.defaults())
                        instanceof Capture.Result.Captured(Snapshot state)) {
                    states.add(state);
                    step(state);
                }
            }
        }

        private void step(Snapshot state) {
            Replica live = replica;
            Naive model = naive;
            if (live == null || model == null) {
                open(state);
                return;
            }
            Snapshot current = model.state;
            Snapshot from = random.oneIn(12) ? any() : current;
            Snapshot to = random.oneIn(8) ? any() : state;
            EntityPatch patch = Differ.diff(from.root(), to.root());
            if (random.oneIn(6)) {
                patch = another(patch);
            }
            if (patch.isEmpty()) {
                return;
            }
            var delta =
                    new Delta(
                            binding.schemaId(),
                            1,
                            model.revision,
                            model.revision + 1,
                            patch,
                            false);
            Refusal expected = model.apply(delta);
            ApplyResult result = live.apply(delta);
            if (expected == null) {
                assertThat(result).isEqualTo(new ApplyResult.Applied(model.revision));
                assertThat(live.state()).contains(model.state);
                coverage.count("applied");
                coverage.count(patch.isReplacing() ? "moved" : "rows");
            } else {
                Refusal refusal = ((ApplyResult.Rejected) result).refusal();
                assertThat(comparable(refusal)).isEqualTo(comparable(expected));
                coverage.count(name(expected));
                open(current);
            }
        }

        /** At limits that a few changes may cross. */
        private void open(Snapshot state) {
            StateSums sums = SnapshotCheck.requireState(binding, state, StreamLimits.defaults());
            long entries = NaiveLifetimes.of(state.root()).entries();
            limits =
                    new StreamLimits(
                            new SnapshotLimits(
                                    8,
                                    entities(state.root()) + random.between(0, 2),
                                    (int) sums.rows() + random.between(0, 6),
                                    (int) sums.members() + random.between(0, 14),
                                    (int) sums.textBytes() + random.between(0, 40),
                                    99),
                            9_999,
                            9_999,
                            99_999,
                            (int) entries + random.between(0, 20));
            var opened = new Replica(binding, limits);
            boolean fits = opened.apply(new Baseline(1, 1, state)) instanceof ApplyResult.Applied;
            replica = fits ? opened : null;
            naive = fits ? new Naive(binding, limits, state) : null;
        }

        private static int entities(EntitySnapshot root) {
            return 1 + BoxClasses.children(root).size();
        }

        private Snapshot any() {
            return states.get(random.nextInt(states.size()));
        }

        /** With a row of the root that comes, goes or changes as nobody would say it. */
        private EntityPatch another(EntityPatch patch) {
            TableLayout table = binding.layout().tables().valueAt(0);
            var columns = new IndexMap.Builder<Value>();
            table.columns()
                    .forEach((column, index) -> columns.put(index, Value.zero(column.type())));
            return another(patch, columns.build());
        }

        private EntityPatch another(EntityPatch patch, IndexMap<Value> columns) {
            long first = random.between(1, 30);
            RowChange change =
                    switch (random.nextInt(4)) {
                        case 0 -> new RowChange.Add(first, columns);
                        case 1 -> new RowChange.Remove(first);
                        case 2 ->
                                new RowChange.Replace(first, first + random.between(1, 9), columns);
                        default -> new RowChange.Patch(first, columns);
                    };
            var rows = new TablePatch(IndexMap.of(random.between(1, 4), change));
            return new EntityPatch(
                    patch.guid(),
                    patch.incarnation(),
                    patch.fields(),
                    IndexMap.of(binding.layout().tables().keyAt(0), rows),
                    patch.containers());
        }
    }

    /** Everything is judged at each delta, and everything remembered is copied. */
    private static final class Naive {
        private final StreamBinding binding;
        private final StreamLimits limits;
        private Snapshot state;
        private NaiveLifetimes lifetimes;
        private long revision = 1;

        Naive(StreamBinding binding, StreamLimits limits, Snapshot state) {
            this.binding = binding;
            this.limits = limits;
            this.state = state;
            this.lifetimes = NaiveLifetimes.of(state.root());
        }

        @Nullable Refusal apply(Delta delta) {
            try {
                PatchCheck.requireDelta(binding, delta, limits);
                var next =
                        new Snapshot(state.schemaId(), Patcher.apply(state.root(), delta.root()));
                SnapshotCheck.requireState(binding, next, limits);
                lifetimes = lifetimes.after(next.root(), limits.lifetimeEntriesMax());
                state = next;
                revision = delta.revision();
                return null;
            } catch (RefusedException e) {
                return e.refusal();
            }
        }
    }

    private static String name(Refusal refusal) {
        return switch (refusal) {
            case Refusal.OverLimit over -> over.limit().name();
            case Refusal.Rejected(Reason reason, String _) -> reason.name();
            case Refusal.Exhausted exhausted -> exhausted.counter().name();
        };
    }

    /**
     * How much too much is remembered, and which of several retired lifetimes comes first, is
     * noticed in no order.
     */
    private static Refusal comparable(Refusal refusal) {
        return switch (refusal) {
            case Refusal.OverLimit over when over.limit() == Refusal.Limit.LIFETIME_ENTRIES ->
                    new Refusal.OverLimit(over.limit(), over.max(), 0, over.location());
            case Refusal.Rejected(Reason reason, String _) when reason == Reason.INCARNATION ->
                    new Refusal.Rejected(reason, "");
            default -> refusal;
        };
    }
}
