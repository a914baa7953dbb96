package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A projection class that is published from dirty columns: when it last saw a change, and each body
 * encoded once.
 */
final class ColumnClass extends SharedClass {
    private static final int SHORT = -3;
    private static final long[] NO_FLUSHES = {};
    private static final long NONE = Long.MIN_VALUE;

    private final PublishedRoot root;
    private final ColumnPlan plan;

    // Flushes that gave the class another state: the last, the one before, and all kept before
    // that.
    private long last;
    private long before = NONE;
    private long[] older = NO_FLUSHES;
    private int olderCount;

    /** Fields that the last change was of, if that is known. */
    private long lastShown = ColumnPlan.UNKNOWN;

    // The body from the state before, when it is short: most are, and are found right here.
    private long shortBody;
    private int shortLength;

    private @Nullable BodyCache bodies;
    private @Nullable BodyResult baseline;
    private @Nullable Refusal refusal;

    /** A class that begins with a flush. */
    ColumnClass(PublishedRoot root, ColumnPlan plan, long flush) {
        this.root = root;
        this.plan = plan;
        this.last = flush;
    }

    PublishedRoot root() {
        return root;
    }

    ColumnPlan plan() {
        return plan;
    }

    @Override
    ProjectionClass projection() {
        return plan.projection();
    }

    @Override
    Entity entity() {
        return root.entity();
    }

    /** Looks at the history's newest entries; marks the streams when the class sees a change. */
    void publish(int begin, long flush, long previous) {
        long shown = plan.shown(root, begin);
        if (shown != 0) {
            lastShown = shown;
            change(flush, previous);
        }
    }

    @Override
    boolean isChanged(long base) {
        return last > base;
    }

    @Override
    int locate(long base, RootBodies.Use use, StageBodies stage) {
        if (base >= last) {
            return UNCHANGED;
        }
        long from = before;
        long next = last;
        if (base < from || from == NONE) {
            int place = olderCount - 1;
            while (place >= 0 && older[place] > base) {
                place--;
            }
            from = place >= 0 ? older[place] : NONE;
            next = place + 1 < olderCount ? older[place + 1] : before;
        } else if (shortLength > 0) {
            return SHORT;
        }
        if (from == NONE || next <= root.history().droppedThrough()) {
            refusal =
                    new Refusal.Rejected(
                            Reason.GAP, plan.projection() + " since flush " + (base >> 2));
            return REFUSED;
        }
        int place = bodies == null ? -1 : bodies.find(from);
        if (place < 0) {
            place = encode(from, use, stage);
        }
        return place >= 0 && cache().isEmpty(place) ? UNCHANGED : place;
    }

    @Override
    Refusal refusal() {
        Refusal why = refusal;
        if (why == null) {
            throw new IllegalStateException("nothing was refused");
        }
        return why;
    }

    @Override
    void write(FrameWriter writer, int handle, int place, ChildNames names) {
        if (place == SHORT) {
            writer.body(handle, shortBody, shortLength);
        } else {
            BodyCache cache = cache();
            writer.body(handle, cache.bytes(), cache.start(place), cache.end(place));
        }
    }

    @Override
    CompactBody body(int place) {
        if (place == SHORT) {
            var out = new ByteSink(Long.BYTES);
            out.word(shortBody, shortLength);
            return CompactBody.of(out);
        }
        BodyCache cache = cache();
        return CompactBody.copyOf(cache.bytes().copyOfRange(cache.start(place), cache.end(place)));
    }

    @Override
    BodyResult baseline(BodyCounters counters) {
        BodyResult made = baseline;
        if (made == null) {
            made = encodeBaseline();
            baseline = made;
            counters.countBaseline();
        }
        return made;
    }

    private void change(long flush, long previous) {
        long dropped = root.history().droppedThrough();
        if (last <= dropped) {
            // No base before the last state can be answered any more.
            olderCount = 0;
        } else if (before != NONE) {
            keepOlder(dropped);
        }
        before = last;
        last = flush;
        shortLength = 0;
        if (bodies != null) {
            bodies.clear();
        }
        baseline = null;
        mark(previous);
    }

    /** Keeps the state before the last, and of those before it what bases may still start at. */
    private void keepOlder(long dropped) {
        int gone = 0;
        while (gone < olderCount && (gone + 1 < olderCount ? older[gone + 1] : before) <= dropped) {
            gone++;
        }
        olderCount -= gone;
        System.arraycopy(older, gone, older, 0, olderCount);
        if (olderCount == older.length) {
            older = Arrays.copyOf(older, Math.max(2, olderCount * 2));
        }
        older[olderCount] = before;
        olderCount++;
    }

    private int encode(long from, RootBodies.Use use, StageBodies stage) {
        boolean known = from == before && lastShown != ColumnPlan.UNKNOWN;
        if (known) {
            shortLength = stage.encoder().shortFields(root, plan, lastShown);
            if (shortLength > 0) {
                shortBody = stage.encoder().shortBody();
                stage.count(use);
                return SHORT;
            }
        }
        ByteSink out = stage.scratch();
        out.reset();
        try {
            if (known && stage.encoder().fields(root, plan, lastShown, out)) {
                stage.count(use);
                return cache().keep(from, out);
            }
            out.reset();
            return switch (stage.encoder().patch(root, plan, entryAfter(from), out)) {
                case UNCHANGED -> cache().keep(from, out);
                case WRITTEN -> {
                    stage.count(use);
                    yield cache().keep(from, out);
                }
                case OVER -> {
                    stage.count(use);
                    var patch = ColumnViews.patch(root, plan, stage.encoder().changes());
                    yield encodeView(from, patch);
                }
            };
        } catch (CompactException e) {
            stage.count(use);
            refusal = e.refusal();
            return REFUSED;
        }
    }

    @Override
    Snapshot state() {
        return ColumnViews.state(root, plan);
    }

    @Override
    EntityPatch patch(long base) {
        var changed = new ChangeSet();
        changed.collect(root, plan, root.history().firstAfter(base));
        return ColumnViews.patch(root, plan, changed);
    }

    /** What is after a state; of older entries only such are gone as the class does not show. */
    private int entryAfter(long from) {
        return root.history().firstAfter(from);
    }

    /** The rule for what is over a limit is the codec's. */
    private int encodeView(long from, EntityPatch patch) {
        var delta = new Delta(plan.projection().schemaId(), 1, 1, 2, patch, false);
        return switch (new CompactCodec(plan.projection(), plan.limits())
                .encode(binding(), delta)) {
            case BodyResult.Encoded(CompactBody body) -> {
                var out = new ByteSink();
                body.writeTo(out);
                yield cache().keep(from, out);
            }
            case BodyResult.Unchanged() -> throw new IllegalStateException("a patch of nothing");
            case BodyResult.Refused(Refusal why) -> {
                refusal = why;
                yield REFUSED;
            }
        };
    }

    private BodyCache cache() {
        BodyCache cache = bodies;
        if (cache == null) {
            cache = new BodyCache();
            bodies = cache;
        }
        return cache;
    }

    private BodyResult encodeBaseline() {
        if (plan.mayExceed(root)) {
            return new CompactCodec(plan.projection(), plan.limits())
                    .encode(binding(), new Baseline(1, 1, ColumnViews.state(root, plan)));
        }
        var out = new ByteSink();
        try {
            ColumnEncoder.baseline(root, plan, out);
            return new BodyResult.Encoded(CompactBody.of(out));
        } catch (CompactException e) {
            return new BodyResult.Refused(e.refusal());
        }
    }

    private StreamBinding binding() {
        return new StreamBinding(
                plan.projection().schemaId(),
                root.entity().guid(),
                root.entity().lifetime(),
                1,
                plan.projection().layout());
    }
}
