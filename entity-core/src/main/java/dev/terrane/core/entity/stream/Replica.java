package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receiving end of one stream: installs the first baseline and commits each delta that follows as a
 * whole.
 *
 * <p>One owner thread. Never shows half a state. States handed out stay readable whatever comes
 * later.
 *
 * <pre>
 * EMPTY    first fitting baseline: LIVE
 * LIVE     next delta: LIVE; tombstone: REMOVED; older or same publication: duplicate
 * REMOVED  older publication or the tombstone again: duplicate
 * any      anything else: REJECTED, for good
 * </pre>
 */
public final class Replica {
    private final StreamBinding binding;
    private final StreamLimits limits;
    private Status status = Status.EMPTY;
    private long revision;
    private @Nullable Snapshot state;
    private @Nullable Lifetimes lifetimes;
    private StateSums sums = StateSums.ZERO;

    /** A replica that waits for its baseline. */
    public Replica(StreamBinding binding, StreamLimits limits) {
        this.binding = binding;
        this.limits = limits;
    }

    /** Where the replica is in its life. */
    public enum Status {
        EMPTY,
        LIVE,
        REMOVED,
        REJECTED
    }

    /** The binding. */
    public StreamBinding binding() {
        return binding;
    }

    /** Where the replica is in its life. */
    public Status status() {
        return status;
    }

    /** Revision of the last applied publication; 0 before the baseline. */
    public long revision() {
        return revision;
    }

    /** The state; empty before the baseline, after the tombstone and after a rejection. */
    public Optional<Snapshot> state() {
        return Optional.ofNullable(state);
    }

    /** Applies a publication that arrived. */
    public ApplyResult apply(Publication publication) {
        if (status == Status.REJECTED) {
            return new ApplyResult.Rejected(
                    new Refusal.Rejected(Reason.INVALIDATED, binding.layout().name()));
        }
        try {
            return switch (publication) {
                case Baseline baseline -> install(baseline);
                case Delta delta -> advance(delta);
            };
        } catch (RefusedException e) {
            return invalidate(e.refusal());
        }
    }

    /** Ends the replica from outside: bytes that could not be decoded, a frame that was lost. */
    public ApplyResult invalidate(Refusal refusal) {
        status = Status.REJECTED;
        state = null;
        lifetimes = null;
        return new ApplyResult.Rejected(refusal);
    }

    private ApplyResult install(Baseline baseline) {
        StateSums counted = SnapshotCheck.requireBaseline(binding, baseline, limits);
        if (status == Status.EMPTY) {
            sums = counted;
            lifetimes = Lifetimes.of(baseline.snapshot().root());
            state = baseline.snapshot();
            revision = baseline.revision();
            status = Status.LIVE;
            return new ApplyResult.Applied(revision);
        }
        boolean older = baseline.revision() < revision;
        boolean same = baseline.revision() == revision && baseline.snapshot().equals(state);
        if (older || same) {
            return new ApplyResult.Duplicate(revision);
        }
        throw RefusedException.rejected(
                Reason.RESET, binding.layout().name() + " at revision " + baseline.revision());
    }

    private ApplyResult advance(Delta delta) {
        PatchCheck.requireDelta(binding, delta, limits);
        if (status != Status.EMPTY && delta.revision() <= revision) {
            return new ApplyResult.Duplicate(revision);
        }
        if (status == Status.REMOVED) {
            throw RefusedException.rejected(Reason.REMOVED, binding.layout().name());
        }
        Snapshot before = state;
        Lifetimes known = lifetimes;
        if (before == null || known == null || delta.requiredRevision() != revision) {
            throw RefusedException.rejected(
                    Reason.GAP,
                    binding.layout().name()
                            + " at revision "
                            + revision
                            + " requires "
                            + delta.requiredRevision());
        }
        if (delta.removed()) {
            state = null;
            lifetimes = null;
            status = Status.REMOVED;
            revision = delta.revision();
            return new ApplyResult.Removed(revision);
        }
        change(before, known, delta);
        revision = delta.revision();
        return new ApplyResult.Applied(revision);
    }

    /**
     * Makes the next state; throws and leaves everything as it was when it is not to be. The patch
     * was judged by itself; what it adds up to is counted on from the state before, and of the
     * state only who comes is looked at. What the whole state is refused for is said by judging it
     * whole.
     */
    private void change(Snapshot before, Lifetimes known, Delta delta) {
        EntityPatch patch = delta.root();
        EntitySnapshot root = Patcher.apply(before.root(), patch);
        var candidate = new Snapshot(before.schemaId(), root);
        StateSums next;
        Lifetimes.Step step;
        try {
            Moves moves = Moves.between(binding.tree(), patch, before.root(), root);
            next = moves.judge(sums.after(before.root(), patch), limits, known);
            if (!next.fit(limits.snapshot())) {
                next = SnapshotCheck.requireState(binding, candidate, limits);
            }
            step = known.follow(patch, root, moves, limits.lifetimeEntriesMax());
        } catch (RefusedException e) {
            SnapshotCheck.requireState(binding, candidate, limits);
            throw e;
        }
        known.commit(step);
        sums = next;
        state = candidate;
    }
}
