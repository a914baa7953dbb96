package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.ScalarPublication.Baseline;
import dev.terrane.core.entity.stream.ScalarPublication.Delta;

/**
 * Sending end of a scalar stream: compares the whole selected state at each flush and says the
 * changed fields. A library loop for one process; the wire carries nested publications.
 *
 * <p>One owner thread. A refusal leaves state and revision as they were. Other fields or types than
 * the first state's need a new publisher with a greater generation.
 */
public final class ScalarPublisher {
    private final SnapshotLimits limits;
    private Baseline current;
    private boolean removed;

    private ScalarPublisher(Baseline initial, SnapshotLimits limits) {
        this.current = initial;
        this.limits = limits;
    }

    /** What became of opening. */
    public sealed interface Opened {
        /**
         * The stream is live.
         *
         * @param publisher its sending end
         */
        record Open(ScalarPublisher publisher) implements Opened {}

        /**
         * There is no stream.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Opened {}
    }

    /** What became of an update or removal. */
    public sealed interface Update {
        /** Nothing selected changed; the revision stays. */
        record Unchanged() implements Update {}

        /**
         * Something changed.
         *
         * @param delta the last values of the changed fields
         */
        record Published(Delta delta) implements Update {}

        /**
         * State and revision stay.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Update {}
    }

    /** Opens a stream with its first state. */
    public static Opened open(Baseline initial, SnapshotLimits limits) {
        try {
            ScalarCheck.requireBaseline(initial, limits);
            return new Opened.Open(new ScalarPublisher(initial, limits));
        } catch (RefusedException e) {
            return new Opened.Refused(e.refusal());
        }
    }

    /** Complete state at the current revision. Throws after the removal. */
    public Baseline baseline() {
        if (removed) {
            throw new IllegalStateException(current.snapshot().guid() + " was removed");
        }
        return current;
    }

    /** Revision of the last publication. */
    public long revision() {
        return current.revision();
    }

    /** Compares the whole selected state with the last published one; call once at a flush. */
    public Update update(ScalarSnapshot next) {
        try {
            requireLive();
            ScalarCheck.requireState(current.schemaId(), next, limits);
            ScalarSnapshot before = current.snapshot();
            if (!next.guid().equals(before.guid())) {
                throw RefusedException.rejected(Reason.ROOT_MISMATCH, next.guid().toString());
            }
            if (!next.className().equals(before.className())) {
                throw RefusedException.rejected(Reason.CLASS_MISMATCH, next.className());
            }
            if (!next.fields().sameKeys(before.fields())) {
                throw SnapshotCheck.mismatch(before.fields(), next.fields(), next.className());
            }
            IndexMap<Value> changed = changed(before, next);
            return changed.isEmpty() ? new Update.Unchanged() : publish(changed, next, false);
        } catch (RefusedException e) {
            return new Update.Refused(e.refusal());
        }
    }

    /** Publishes that the entity is gone; the last thing this stream says. */
    public Update remove() {
        try {
            requireLive();
            return publish(IndexMap.empty(), current.snapshot(), true);
        } catch (RefusedException e) {
            return new Update.Refused(e.refusal());
        }
    }

    private Update publish(IndexMap<Value> changed, ScalarSnapshot next, boolean removal) {
        if (current.revision() == Long.MAX_VALUE) {
            throw new RefusedException(
                    new Refusal.Exhausted(Refusal.Counter.REVISION, next.className()));
        }
        var delta =
                new Delta(
                        current.schemaId(),
                        current.generation(),
                        current.revision() + 1,
                        next.guid(),
                        changed,
                        removal);
        current = new Baseline(current.schemaId(), current.generation(), delta.revision(), next);
        removed = removal;
        return new Update.Published(delta);
    }

    private void requireLive() {
        if (removed) {
            throw RefusedException.rejected(Reason.REMOVED, current.snapshot().guid().toString());
        }
    }

    private static IndexMap<Value> changed(ScalarSnapshot before, ScalarSnapshot next) {
        var changed = new IndexMap.Builder<Value>();
        for (int i = 0; i < next.fields().size(); i++) {
            Value was = before.fields().valueAt(i);
            Value is = next.fields().valueAt(i);
            long index = next.fields().keyAt(i);
            if (was.type() != is.type()) {
                throw RefusedException.rejected(Reason.VALUE_TYPE, next.className() + "." + index);
            }
            if (!was.equals(is)) {
                changed.put(index, is);
            }
        }
        return changed.build();
    }
}
