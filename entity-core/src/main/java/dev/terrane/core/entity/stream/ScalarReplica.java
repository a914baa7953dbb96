package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ScalarPublication.Baseline;
import dev.terrane.core.entity.stream.ScalarPublication.Delta;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receiving end of a scalar stream. Unlike a nested replica it comes back: a baseline of a strictly
 * greater generation replaces the whole selected state, whatever happened before.
 *
 * <p>One owner thread. States handed out stay readable.
 *
 * <pre>
 * EMPTY              baseline: LIVE
 * LIVE               next delta: LIVE; tombstone: REMOVED; seen before: duplicate
 * REMOVED            seen before: duplicate
 * LIVE, REMOVED      gap or misfit: REJECTED, state hidden
 * any                baseline of a greater generation: LIVE
 * REJECTED           anything else: refused
 * </pre>
 */
public final class ScalarReplica {
    private final String schemaId;
    private final Guid guid;
    private final String className;
    private final SnapshotLimits limits;
    private Replica.Status status = Replica.Status.EMPTY;
    private long generation;
    private long revision;
    private @Nullable ScalarSnapshot state;

    /** A replica bound to one entity that waits for its baseline. */
    public ScalarReplica(String schemaId, Guid guid, String className, SnapshotLimits limits) {
        this.schemaId = schemaId;
        this.guid = guid;
        this.className = className;
        this.limits = limits;
    }

    /** Where the replica is in its life. */
    public Replica.Status status() {
        return status;
    }

    /** Generation of the last installed baseline; 0 before the first. Kept when rejected. */
    public long generation() {
        return generation;
    }

    /** Revision of the last applied publication; 0 before the first baseline. */
    public long revision() {
        return revision;
    }

    /** The state; empty before the baseline, after the tombstone and after a rejection. */
    public Optional<ScalarSnapshot> state() {
        return Optional.ofNullable(state);
    }

    /** Applies a publication that arrived. */
    public ApplyResult apply(ScalarPublication publication) {
        try {
            if (!publication.schemaId().equals(schemaId)) {
                throw RefusedException.rejected(Reason.SCHEMA_MISMATCH, "schema id");
            }
            return switch (publication) {
                case Baseline baseline -> install(baseline);
                case Delta delta -> advance(delta);
            };
        } catch (RefusedException e) {
            status = Replica.Status.REJECTED;
            state = null;
            return new ApplyResult.Rejected(e.refusal());
        }
    }

    private ApplyResult install(Baseline baseline) {
        ScalarCheck.requireBaseline(baseline, limits);
        if (!baseline.snapshot().guid().equals(guid)) {
            throw RefusedException.rejected(
                    Reason.ROOT_MISMATCH, baseline.snapshot().guid().toString());
        }
        if (!baseline.snapshot().className().equals(className)) {
            throw RefusedException.rejected(Reason.CLASS_MISMATCH, className);
        }
        if (baseline.generation() > generation) {
            generation = baseline.generation();
            revision = baseline.revision();
            state = baseline.snapshot();
            status = Replica.Status.LIVE;
            return new ApplyResult.Applied(revision);
        }
        requireUsable();
        boolean older = baseline.generation() < generation || baseline.revision() < revision;
        boolean same = baseline.revision() == revision && baseline.snapshot().equals(state);
        if (older || same) {
            return new ApplyResult.Duplicate(revision);
        }
        throw RefusedException.rejected(
                Reason.RESET, className + " at revision " + baseline.revision());
    }

    private ApplyResult advance(Delta delta) {
        requireUsable();
        ScalarCheck.requireDelta(delta, limits);
        if (!delta.guid().equals(guid)) {
            throw RefusedException.rejected(Reason.ROOT_MISMATCH, delta.guid().toString());
        }
        boolean seen =
                delta.generation() < generation
                        || (delta.generation() == generation && delta.revision() <= revision);
        if (seen) {
            return new ApplyResult.Duplicate(revision);
        }
        ScalarSnapshot before = state;
        if (before == null
                || delta.generation() != generation
                || delta.revision() != revision + 1) {
            throw RefusedException.rejected(
                    status == Replica.Status.REMOVED ? Reason.REMOVED : Reason.GAP,
                    className
                            + " at "
                            + generation
                            + "."
                            + revision
                            + ", not "
                            + delta.generation()
                            + "."
                            + delta.revision());
        }
        if (delta.removed()) {
            state = null;
            status = Replica.Status.REMOVED;
            revision = delta.revision();
            return new ApplyResult.Removed(revision);
        }
        ScalarSnapshot candidate = ScalarCheck.apply(before, delta);
        ScalarCheck.requireState(schemaId, candidate, limits);
        state = candidate;
        revision = delta.revision();
        return new ApplyResult.Applied(revision);
    }

    private void requireUsable() {
        if (status == Replica.Status.REJECTED) {
            throw new RefusedException(new Refusal.Rejected(Reason.INVALIDATED, className));
        }
    }
}
