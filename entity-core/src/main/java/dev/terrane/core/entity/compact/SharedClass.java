package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.Spans;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the recipients of one projection class of one root share: when it last saw a change, each
 * body encoded once, and whose streams to mark. Flushes are numbered as {@link
 * StageBodies#numberOf} does.
 */
final class SharedClass {
    /** Answers of {@link #locate} that are no place of a body. */
    static final int UNCHANGED = -1;

    static final int REFUSED = -2;

    private static final int SHORT = -3;
    private static final long[] NO_FLUSHES = {};
    private static final long NONE = Long.MIN_VALUE;

    private final PublishedRoot root;
    private final ColumnPlan plan;
    private final Recipients recipients = new Recipients();

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
    private int shortWork;

    /** At most what receivers since the class began anew remember beyond its state. */
    private long departed;

    private @Nullable BodyCache bodies;
    private @Nullable BodyResult baseline;
    private @Nullable Refusal refusal;

    /** A class that begins with a flush. */
    SharedClass(PublishedRoot root, ColumnPlan plan, long flush) {
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

    ProjectionClass projection() {
        return plan.projection();
    }

    /** Who receives it. */
    Recipients recipients() {
        return recipients;
    }

    /** Looks at what the root published last; marks the streams when the class sees a change. */
    void publish(long flush, long previous) {
        long shown = root.shown(plan);
        if (shown != 0) {
            lastShown = shown;
            change(flush, previous);
            if (plan.isNested() && isForgetting()) {
                // Nobody can go on from a base: every stream is opened anew.
                olderCount = 0;
                before = NONE;
            }
        }
    }

    /**
     * Counts who left the class's view and begins the count anew when a receiver that was there
     * from the start might have to remember more than it may.
     */
    private boolean isForgetting() {
        departed += root.tree().departed(plan);
        long max = plan.limits().stream().lifetimeEntriesMax();
        boolean over =
                departed > 0
                        && departed + root.tree().total().lifetimes() > max
                        && departed + root.tree().lifetimes(plan) > max;
        if (over) {
            departed = 0;
        }
        return over;
    }

    /** Whether its state is another than at a flush. */
    boolean isChanged(long base) {
        return last > base;
    }

    /** Place of the body from a base, encoded if need be; or one of the answers above. */
    int locate(long base, BodyUse use, StageBodies stage) {
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
        if (from == NONE || next <= root.droppedThrough(plan)) {
            refusal =
                    new Refusal.Rejected(
                            Reason.GAP, plan.projection() + " since flush " + (base >> 2));
            return REFUSED;
        }
        int place = bodies == null ? -1 : bodies.find(from);
        if (place < 0) {
            place = encode(from, use, stage);
        }
        if (place < 0 || !cache().isEmpty(place)) {
            return place;
        }
        refusal = cache().refusal(place);
        return refusal == null ? UNCHANGED : REFUSED;
    }

    /** Why {@link #locate} refused. */
    Refusal refusal() {
        Refusal why = refusal;
        if (why == null) {
            throw new IllegalStateException("nothing was refused");
        }
        return why;
    }

    /** Writes the body that was located last; false when the frame has no room for it. */
    boolean write(FrameWriter writer, int handle, int place, ChildNames names) {
        return place == SHORT
                ? writer.body(handle, shortBody, shortLength, shortWork)
                : writer.body(handle, cache(), place, names);
    }

    /** The body that was located last. */
    CompactBody body(int place) {
        var out = new ByteSink(Long.BYTES);
        if (place == SHORT) {
            out.word(shortBody, shortLength);
            return body(out, List.of(), shortWork);
        }
        BodyCache cache = cache();
        out.append(cache.bytes(), cache.start(place), cache.end(place));
        return body(out, cache.children(place), cache.work(place));
    }

    /** The body that opens a stream, encoded once until the class sees a change. */
    BodyResult baseline(StageBodies stage) {
        BodyResult made = baseline;
        if (made == null) {
            made = encodeBaseline(stage.encoder());
            baseline = made;
            stage.counters().countBaseline();
        }
        return made;
    }

    private CompactBody body(ByteSink bytes, List<BodyChild> children, long work) {
        return plan.isNested()
                ? CompactBody.ofNested(bytes, children, work)
                : CompactBody.of(bytes, work);
    }

    /** Keeps a body, or why no frame has room for it. */
    private int keep(long from, ByteSink out, List<BodyChild> children, long work) {
        Refusal why = unsendable(out.size(), children.size(), work);
        return why == null ? cache().keep(from, out, children, work) : cache().keep(from, why);
    }

    private @Nullable Refusal unsendable(int size, int children, long work) {
        return FrameWriter.refusal(plan.limits(), size, children, work, root.entity().guid());
    }

    private void change(long flush, long previous) {
        long dropped = root.droppedThrough(plan);
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
        recipients.mark(previous);
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

    private int encode(long from, BodyUse use, StageBodies stage) {
        boolean known = from == before && lastShown != ColumnPlan.UNKNOWN;
        if (known) {
            shortLength = stage.encoder().shortFields(root, plan, lastShown);
            if (shortLength > 0) {
                shortWork = Long.bitCount(lastShown);
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
                return keep(from, out, List.of(), stage.encoder().work());
            }
            out.reset();
            ColumnEncoder.Outcome outcome = stage.encoder().patch(root, plan, from, out);
            if (outcome != ColumnEncoder.Outcome.UNCHANGED) {
                stage.count(use);
            }
            return outcome == ColumnEncoder.Outcome.OVER
                    ? encodeView(from)
                    : keep(from, out, stage.encoder().children(), stage.encoder().work());
        } catch (CompactException e) {
            stage.count(use);
            return cache().keep(from, e.refusal());
        }
    }

    /** The state the class was last given. */
    Snapshot state() {
        return ColumnViews.state(root, plan);
    }

    /** What changed since a base that is kept. */
    EntityPatch patch(long base) {
        return Spans.between(ColumnViews.state(root, plan, base), state());
    }

    /** The rule for what may be over a limit is the codec's. */
    private int encodeView(long from) {
        Snapshot before = ColumnViews.state(root, plan, from);
        EntityPatch patch = Spans.between(before, state());
        var delta = new Delta(plan.projection().schemaId(), 1, 1, 2, patch, false);
        return switch (new CompactCodec(plan.projection(), plan.limits())
                .encode(binding(), before, delta)) {
            case BodyResult.Encoded(CompactBody body) -> {
                var out = new ByteSink();
                body.writeTo(out);
                yield keep(from, out, body.children(), body.work());
            }
            case BodyResult.Unchanged() -> throw new IllegalStateException("a patch of nothing");
            case BodyResult.Refused(Refusal why) -> cache().keep(from, why);
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

    private BodyResult encodeBaseline(ColumnEncoder encoder) {
        if (plan.mayExceed(root)) {
            return new CompactCodec(plan.projection(), plan.limits())
                    .encode(binding(), new Baseline(1, 1, state()));
        }
        var out = new ByteSink();
        try {
            encoder.baseline(root, plan, out);
            CompactBody body = body(out, encoder.children(), encoder.work());
            Refusal why = unsendable(body.size(), body.children().size(), body.work());
            return why == null ? new BodyResult.Encoded(body) : new BodyResult.Refused(why);
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
                plan.projection().layout(),
                plan.projection().tree().children());
    }
}
