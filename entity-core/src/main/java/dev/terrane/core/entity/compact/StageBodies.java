package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FlushListener;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelChanges;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Capture;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a kernel: takes over what its flushes say is dirty, column by column, and makes the
 * bodies that recipients share straight from there, of roots and of the children they show.
 *
 * <p>Cost follows what changed: entities that did not are not looked at, and nothing is allocated
 * for them. Who comes and where children stand is published by a tick's own flush; a real-time
 * flush publishes values and rows of {@code real_time} members of what is shown and where it was
 * shown already. One owner thread, the kernel's.
 */
public final class StageBodies {
    /** For flushes that nobody else wants to hear of. */
    public static final FlushListener NOTHING = new SilentListener();

    private final Kernel kernel;
    private final BodyLimits limits;
    private final BodyCounters counters;
    private final ColumnEncoder encoder = new ColumnEncoder();
    private final ByteSink scratch = new ByteSink();
    private final Collector collector = new Collector();
    private final Histories histories;
    private final PublishedIndex index = new PublishedIndex();
    private final Map<ProjectionClass, ColumnPlan> plans = new HashMap<>();
    private final Map<Guid, PublishedRoot> roots = new HashMap<>();
    private PublishedRoot[] waiting = {};
    private int waitingCount;
    private long last;
    private long floor;

    /** Publishes nothing yet; the kernel's state is that of a flush. */
    public StageBodies(Kernel kernel, Flush start, BodyLimits limits, BodyCounters counters) {
        this.kernel = kernel;
        this.limits = limits;
        this.counters = counters;
        this.histories = new Histories(limits.historyBytesMax());
        this.last = numberOf(start);
        this.floor = last;
    }

    /**
     * A root whose changes a flush could not publish; it stays as it was and is tried again by the
     * next.
     *
     * @param root the entity
     * @param refusal why
     */
    public record Refused(Entity root, Refusal refusal) {}

    /** The streams of one more peer, none yet. */
    public PeerStreams newPeer() {
        return new PeerStreams(this);
    }

    /** Bodies encoded so far. */
    public BodyCounters counters() {
        return counters;
    }

    /**
     * Gives a class of a root one more recipient, whose base is the last flush. To be called right
     * after a tick's own flush: a real-time flush publishes no more than its members, so there is
     * no state to begin with. A class over the limit is refused by its name; so is a state over a
     * limit, one that the last flush refused, and a root whose guid streams do not hold.
     */
    public Optional<Refusal> join(Entity entity, ProjectionClass projection) {
        if (flushOf(last).part() != 0) {
            throw new IllegalStateException("no stream begins at " + flushOf(last));
        }
        SharedClass known = find(entity.guid(), projection);
        if (known != null) {
            known.recipients().add();
            return Optional.empty();
        }
        PublishedRoot root = roots.get(entity.guid());
        int classes = root == null ? 0 : root.classCount();
        if (classes >= limits.classesMax()) {
            return Optional.of(
                    new Refusal.OverLimit(
                            Refusal.Limit.PROJECTION_CLASSES,
                            limits.classesMax(),
                            classes + 1L,
                            projection.toString()));
        }
        if (root != null && root.refusal() != null) {
            return Optional.ofNullable(root.refusal());
        }
        if (!limits.compact().guidWidth().holds(entity.guid().value())) {
            return Optional.of(new Refusal.Rejected(Reason.GUID_RANGE, "root " + entity.guid()));
        }
        if (!entity.isLive() || !entity.layout().name().equals(projection.layout().name())) {
            return judge(entity, projection);
        }
        return open(entity, root, projection);
    }

    /** Takes one recipient from a class; with the last one what it shares goes. */
    public void leave(Entity entity, ProjectionClass projection) {
        leave(shared(entity, projection));
    }

    /**
     * Flushes the kernel, publishes what it says changed and marks the streams that see it.
     *
     * @param at later than the last
     * @param also is told what the kernel tells, before anything is published
     */
    public List<Refused> flush(Flush at, FlushListener also) {
        return flush(at, also, false);
    }

    /**
     * As {@link #flush}, but only fields and tables with {@code real_time}, of entities that stand
     * where they were published; the others wait.
     */
    public List<Refused> flushRealTime(Flush at, FlushListener also) {
        return flush(at, also, true);
    }

    /** Whether the recipients of a class see a change since a flush. */
    public boolean isChanged(Entity entity, ProjectionClass projection, Flush base) {
        return shared(entity, projection).isChanged(numberOf(base));
    }

    /** The body that opens a stream at the last flush; encoded once until the class changes. */
    public BodyResult baseline(Entity entity, ProjectionClass projection) {
        return shared(entity, projection).baseline(this);
    }

    /**
     * The body from a base to the last flush; encoded once for each base that differs. A base older
     * than what is kept is refused as a gap: that recipient needs a new stream.
     */
    public BodyResult since(Entity entity, ProjectionClass projection, Flush base, BodyUse use) {
        SharedClass shared = shared(entity, projection);
        int place = shared.locate(numberOf(base), use, this);
        return switch (place) {
            case SharedClass.UNCHANGED -> new BodyResult.Unchanged();
            case SharedClass.REFUSED -> new BodyResult.Refused(shared.refusal());
            default -> new BodyResult.Encoded(shared.body(place));
        };
    }

    /** The state a class was last given, made on demand; with the kernel's incarnations. */
    public Snapshot state(Entity entity, ProjectionClass projection) {
        return shared(entity, projection).state();
    }

    /**
     * What changed since a base, made on demand; empty when nothing did. The base must not be older
     * than what is kept.
     */
    public EntityPatch patch(Entity entity, ProjectionClass projection, Flush base) {
        return shared(entity, projection).patch(numberOf(base));
    }

    /** Lets go of what only bases before this flush need, as roots change. */
    public void keepFrom(Flush oldestBase) {
        floor = Math.max(floor, numberOf(oldestBase));
    }

    /** About how many bytes are kept for recipients with older bases than the last flush. */
    public long historyBytes() {
        return histories.bytes();
    }

    BodyLimits limits() {
        return limits;
    }

    long lastFlush() {
        return last;
    }

    ColumnEncoder encoder() {
        return encoder;
    }

    /** Where a body is written before it is known where it is kept. */
    ByteSink scratch() {
        return scratch;
    }

    void count(BodyUse use) {
        switch (use) {
            case SHARED -> counters.countShared();
            case DEFERRED -> counters.countDeferred();
        }
    }

    SharedClass shared(Entity entity, ProjectionClass projection) {
        SharedClass shared = find(entity.guid(), projection);
        if (shared == null) {
            throw new IllegalArgumentException("nobody receives " + projection);
        }
        return shared;
    }

    void leave(SharedClass shared) {
        if (shared.recipients().remove()) {
            PublishedRoot root = shared.root();
            root.remove(shared);
            if (root.classCount() == 0) {
                histories.forget(root);
                forget(root);
            }
            if (shared.plan().release()) {
                plans.remove(shared.plan().projection());
            }
        }
    }

    static long numberOf(Flush flush) {
        return flush.tick() << 2 | flush.part();
    }

    static Flush flushOf(long number) {
        return new Flush(number >> 2, (int) number & 3);
    }

    private Optional<Refusal> open(
            Entity entity, @Nullable PublishedRoot known, ProjectionClass projection) {
        ColumnPlan plan = plans.get(projection);
        if (plan == null) {
            plan = new ColumnPlan(projection, kernel.catalog(), limits.compact());
        }
        PublishedRoot root = known != null ? known : new PublishedRoot(entity, index, last, limits);
        if (!plan.isNested()) {
            root.track(plan);
        }
        // Children are judged before they are read: there may be any number of them.
        if (plan.isNested() || plan.mayExceed(root)) {
            Optional<Refusal> refusal = judge(entity, projection);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        if (known == null) {
            index.add(root);
            roots.put(entity.guid(), root);
        }
        if (plan.isNested()) {
            root.track(plan);
        }
        plans.put(projection, plan);
        plan.use();
        var shared = new SharedClass(root, plan, last);
        shared.recipients().add();
        root.add(shared);
        return Optional.empty();
    }

    private List<Refused> flush(Flush at, FlushListener also, boolean realTimeOnly) {
        long number = numberOf(at);
        if (number <= last) {
            throw new IllegalArgumentException(at + " after " + flushOf(last));
        }
        collector.also = also;
        kernel.flush(collector);
        long previous = last;
        last = number;
        List<Refused> refused = List.of();
        int left = 0;
        for (int i = 0; i < waitingCount; i++) {
            PublishedRoot root = waiting[i];
            if (root.classCount() == 0 || !root.entity().isLive()) {
                continue;
            }
            Refusal refusal = publish(root, previous, realTimeOnly);
            root.setRefusal(refusal);
            histories.note(root);
            if (refusal != null) {
                refused = new ArrayList<>(refused);
                refused.add(new Refused(root.entity(), refusal));
            }
            if (root.isWaiting()) {
                waiting[left] = root;
                left++;
            }
        }
        Arrays.fill(waiting, left, waitingCount, null);
        waitingCount = left;
        histories.sweep(floor);
        histories.bound(last);
        return refused;
    }

    private @Nullable Refusal publish(PublishedRoot root, long previous, boolean realTimeOnly) {
        root.keepFrom(floor);
        if (!root.publish(last, realTimeOnly)) {
            return null;
        }
        if (root.isAnyShapeChanged()) {
            for (int i = 0; i < root.classCount(); i++) {
                ColumnPlan plan = root.classAt(i).plan();
                if (plan.mayExceed(root)) {
                    Refusal refusal = judge(root.entity(), plan.projection()).orElse(null);
                    if (refusal != null) {
                        root.takeBack();
                        return refusal;
                    }
                }
            }
        }
        for (int i = 0; i < root.classCount(); i++) {
            root.classAt(i).publish(last, previous);
        }
        root.accept();
        root.bound();
        return null;
    }

    /** Whether a capture of the live entity is refused; the rule for that is the capture's. */
    private Optional<Refusal> judge(Entity entity, ProjectionClass projection) {
        var bounds = limits.compact().stream().snapshot();
        return switch (Capture.capture(entity, projection, bounds)) {
            case Capture.Result.Refused(Refusal refusal) -> Optional.of(refusal);
            case Capture.Result.Captured(Snapshot state) ->
                    Departed.requireLifetimes(state, limits.compact().stream());
        };
    }

    private @Nullable SharedClass find(Guid guid, ProjectionClass projection) {
        PublishedRoot root = roots.get(guid);
        for (int i = 0; root != null && i < root.classCount(); i++) {
            SharedClass shared = root.classAt(i);
            if (shared.projection().equals(projection)) {
                return shared;
            }
        }
        return null;
    }

    private void forget(PublishedRoot root) {
        // Another entity may have the guid by now, or it was forgotten with its entity.
        if (roots.remove(root.entity().guid(), root)) {
            root.forgetTree();
            index.remove(root);
        }
    }

    /** Takes what the kernel tells into the list of roots that wait. */
    private final class Collector implements FlushListener {
        private FlushListener also = NOTHING;

        @Override
        public void created(Entity entity) {
            also.created(entity);
            take(entity);
        }

        @Override
        public void changed(Entity entity) {
            also.changed(entity);
            take(entity);
        }

        private void take(Entity entity) {
            PublishedEntity at = index.first(entity);
            while (at != null) {
                if (at.entity() == entity && at.root().await(at)) {
                    addWaiting(at.root());
                }
                at = at.next();
            }
        }

        @Override
        public void moved(Entity entity) {
            also.moved(entity);
        }

        @Override
        public void destroyed(KernelChanges.Gone gone) {
            also.destroyed(gone);
            PublishedRoot root = roots.get(gone.guid());
            if (root != null && root.entity().incarnation() == gone.incarnation()) {
                for (int i = 0; i < root.classCount(); i++) {
                    root.classAt(i).recipients().end();
                }
                forget(root);
            }
        }

        @Override
        public void root(Entity root) {
            also.root(root);
        }
    }

    private void addWaiting(PublishedRoot root) {
        if (waitingCount == waiting.length) {
            waiting = Arrays.copyOf(waiting, Math.max(16, waitingCount * 2));
        }
        waiting[waitingCount] = root;
        waitingCount++;
    }
}
