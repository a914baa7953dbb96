package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the recipients of one projection class of one root share: when the class last saw a change,
 * each body encoded once, and whose streams to mark.
 */
final class SharedClass {
    /** Answers of {@link #locate} that are no place of a body. */
    static final int UNCHANGED = -1;

    static final int REFUSED = -2;

    private static final PeerStreams[] NO_PEERS = {};
    private static final int[] NO_HANDLES = {};

    private final PublishedRoot root;
    private final ColumnPlan plan;
    private final BodyCache bodies = new BodyCache();
    private long[] changes = new long[2];
    private int changeCount;
    private long trimmedThrough;
    private @Nullable BodyResult baseline;
    private @Nullable Refusal refusal;
    private int recipients;
    private PeerStreams[] peers = NO_PEERS;
    private int[] handles = NO_HANDLES;
    private int peerCount;

    /** A class that begins with a flush. */
    SharedClass(PublishedRoot root, ColumnPlan plan, long flush) {
        this.root = root;
        this.plan = plan;
        this.trimmedThrough = flush;
    }

    PublishedRoot root() {
        return root;
    }

    ColumnPlan plan() {
        return plan;
    }

    void addRecipient() {
        recipients++;
    }

    /** Returns whether nobody is left. */
    boolean removeRecipient() {
        recipients--;
        return recipients == 0;
    }

    /** Adds a stream to mark; returns its place for {@link #unsubscribe}. */
    int subscribe(PeerStreams peer, int handle) {
        if (peerCount == peers.length) {
            int capacity = Math.max(2, peerCount * 2);
            peers = Arrays.copyOf(peers, capacity);
            handles = Arrays.copyOf(handles, capacity);
        }
        peers[peerCount] = peer;
        handles[peerCount] = handle;
        peerCount++;
        return peerCount - 1;
    }

    void unsubscribe(int place) {
        peerCount--;
        if (place != peerCount) {
            peers[place] = peers[peerCount];
            handles[place] = handles[peerCount];
            peers[place].moved(handles[place], place);
        }
        Arrays.fill(peers, peerCount, peerCount + 1, null);
    }

    /** The root is gone: nothing of it is to be sent. */
    void end() {
        for (int i = 0; i < peerCount; i++) {
            peers[i].unmark(handles[i]);
        }
    }

    /** Looks at the history's newest entries; marks the streams when the class sees a change. */
    void publish(int begin, long flush, long previous) {
        History history = root.history();
        for (int entry = begin; entry < history.size(); entry++) {
            if (plan.shows(root, entry)) {
                change(flush, previous);
                return;
            }
        }
    }

    boolean isChanged(long base) {
        return changeCount > 0 && changes[changeCount - 1] > base;
    }

    /** Forgets changes before all bases from this flush on. */
    void keepFrom(long flush) {
        int dropped = 0;
        while (dropped + 1 < changeCount && changes[dropped + 1] <= flush) {
            dropped++;
        }
        if (dropped > 0) {
            trimmedThrough = changes[dropped - 1];
            changeCount -= dropped;
            System.arraycopy(changes, dropped, changes, 0, changeCount);
        }
    }

    /** Place of the body from a base, encoded if need be; or one of the answers above. */
    int locate(long base, RootBodies.Use use, ColumnEncoder encoder, BodyCounters counters) {
        int next = changeCount;
        while (next > 0 && changes[next - 1] > base) {
            next--;
        }
        if (next == changeCount) {
            return UNCHANGED;
        }
        if (base < trimmedThrough || changes[next] <= root.history().droppedThrough()) {
            refusal =
                    new Refusal.Rejected(
                            Reason.GAP, plan.projection() + " since flush " + (base >> 2));
            return REFUSED;
        }
        long key = next == 0 ? trimmedThrough : changes[next - 1];
        int place = bodies.find(key);
        if (place < 0) {
            place = encode(key, root.history().firstAfter(base), use, encoder, counters);
        }
        return place >= 0 && bodies.isEmpty(place) ? UNCHANGED : place;
    }

    /** Why {@link #locate} refused. */
    Refusal refusal() {
        Refusal why = refusal;
        if (why == null) {
            throw new IllegalStateException("nothing was refused");
        }
        return why;
    }

    void write(FrameWriter writer, int handle, int place) {
        writer.body(handle, bodies.bytes(), bodies.start(place), bodies.end(place));
    }

    CompactBody body(int place) {
        return CompactBody.copyOf(
                bodies.bytes().copyOfRange(bodies.start(place), bodies.end(place)));
    }

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
        keepFrom(root.history().droppedThrough());
        if (changeCount == changes.length) {
            changes = Arrays.copyOf(changes, changeCount * 2);
        }
        changes[changeCount] = flush;
        changeCount++;
        bodies.clear();
        baseline = null;
        for (int i = 0; i < peerCount; i++) {
            peers[i].mark(handles[i], previous);
        }
    }

    private int encode(
            long key, int from, RootBodies.Use use, ColumnEncoder encoder, BodyCounters counters) {
        try {
            return switch (encoder.patch(root, plan, from, bodies.bytes())) {
                case UNCHANGED -> bodies.keep(key);
                case WRITTEN -> {
                    count(use, counters);
                    yield bodies.keep(key);
                }
                case OVER -> {
                    count(use, counters);
                    bodies.discard();
                    yield encodeView(key, ColumnViews.patch(root, plan, encoder.changes()));
                }
            };
        } catch (CompactException e) {
            count(use, counters);
            bodies.discard();
            refusal = e.refusal();
            return REFUSED;
        }
    }

    /** The rule for what is over a limit is the codec's. */
    private int encodeView(long key, EntityPatch patch) {
        var delta = new Delta(plan.projection().schemaId(), 1, 1, 2, patch, false);
        return switch (new CompactCodec(plan.projection(), plan.limits())
                .encode(binding(), delta)) {
            case BodyResult.Encoded(CompactBody body) -> {
                body.writeTo(bodies.bytes());
                yield bodies.keep(key);
            }
            case BodyResult.Unchanged() -> throw new IllegalStateException("a patch of nothing");
            case BodyResult.Refused(Refusal why) -> {
                refusal = why;
                yield REFUSED;
            }
        };
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

    private static void count(RootBodies.Use use, BodyCounters counters) {
        switch (use) {
            case SHARED -> counters.countShared();
            case DEFERRED -> counters.countDeferred();
        }
    }
}
