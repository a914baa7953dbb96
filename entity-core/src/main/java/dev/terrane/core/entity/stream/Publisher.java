package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;

/**
 * Sending end of one stream: holds the last published state of one root for one binding and says
 * what changed.
 *
 * <p>One owner thread. Everything it hands out is immutable and stays valid. A refusal leaves state
 * and revision as they were, so the same call can be made again. Handing out a publication
 * acknowledges no delivery.
 *
 * <pre>
 * LIVE    update: unchanged, delta (revision + 1), refused; baseline
 * LIVE    remove: tombstone (revision + 1), then REMOVED
 * REMOVED everything is refused
 * </pre>
 */
public final class Publisher {
    private final StreamBinding binding;
    private final StreamLimits limits;
    private Baseline current;
    private final Lifetimes lifetimes;
    private boolean removed;

    private Publisher(StreamBinding binding, StreamLimits limits, Baseline initial) {
        this.binding = binding;
        this.limits = limits;
        this.current = initial;
        this.lifetimes = Lifetimes.of(initial.snapshot().root());
    }

    /** What became of opening. */
    public sealed interface Opened {
        /**
         * The stream is live.
         *
         * @param publisher its sending end
         */
        record Open(Publisher publisher) implements Opened {}

        /**
         * There is no stream.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Opened {}
    }

    /** What became of an update or removal. */
    public sealed interface Update {
        /** Nothing the recipient may see changed; the revision stays. */
        record Unchanged() implements Update {}

        /**
         * Something changed.
         *
         * @param delta the changes since the last publication
         */
        record Published(Delta delta) implements Update {}

        /**
         * State and revision stay.
         *
         * @param refusal why
         */
        record Refused(Refusal refusal) implements Update {}
    }

    /** Opens a stream with its first state, usually at revision 1. */
    public static Opened open(StreamBinding binding, Baseline initial, StreamLimits limits) {
        try {
            SnapshotCheck.requireBaseline(binding, initial, limits);
            return new Opened.Open(new Publisher(binding, limits, initial));
        } catch (RefusedException e) {
            return new Opened.Refused(e.refusal());
        }
    }

    /** The binding. */
    public StreamBinding binding() {
        return binding;
    }

    /** Revision of the last publication. */
    public long revision() {
        return current.revision();
    }

    /** Whether the tombstone was published. */
    public boolean isRemoved() {
        return removed;
    }

    /** Complete state at the current revision, for a late recipient. Throws after the removal. */
    public Baseline baseline() {
        if (removed) {
            throw new IllegalStateException("root " + binding.root() + " was removed");
        }
        return current;
    }

    /**
     * Compares the whole authorised state with the last published one. Call once at an explicit
     * flush.
     */
    public Update update(Snapshot snapshot) {
        try {
            requireLive();
            SnapshotCheck.requireState(binding, snapshot, limits);
            EntityPatch patch = Differ.diff(current.snapshot().root(), snapshot.root());
            if (patch.isEmpty()) {
                return new Update.Unchanged();
            }
            Delta delta = next(patch, false);
            PatchCheck.requireDelta(binding, delta, limits);
            EntitySnapshot root = snapshot.root();
            Moves moves = Moves.between(binding.tree(), patch, current.snapshot().root(), root);
            lifetimes.commit(lifetimes.follow(patch, root, moves, limits.lifetimeEntriesMax()));
            current = new Baseline(binding.generation(), delta.revision(), snapshot);
            return new Update.Published(delta);
        } catch (RefusedException e) {
            return new Update.Refused(e.refusal());
        }
    }

    /** Publishes that the root entity is gone; the last thing this stream says. */
    public Update remove() {
        try {
            requireLive();
            var nothing =
                    new EntityPatch(
                            binding.root(),
                            binding.incarnation(),
                            IndexMap.empty(),
                            IndexMap.empty());
            Delta tombstone = next(nothing, true);
            PatchCheck.requireDelta(binding, tombstone, limits);
            current = new Baseline(binding.generation(), tombstone.revision(), current.snapshot());
            removed = true;
            return new Update.Published(tombstone);
        } catch (RefusedException e) {
            return new Update.Refused(e.refusal());
        }
    }

    private void requireLive() {
        if (removed) {
            throw RefusedException.rejected(Reason.REMOVED, binding.root().toString());
        }
    }

    private Delta next(EntityPatch patch, boolean removal) {
        long revision = current.revision();
        if (revision == Long.MAX_VALUE) {
            throw new RefusedException(
                    new Refusal.Exhausted(Refusal.Counter.REVISION, binding.layout().name()));
        }
        return new Delta(
                binding.schemaId(), binding.generation(), revision, revision + 1, patch, removal);
    }
}
