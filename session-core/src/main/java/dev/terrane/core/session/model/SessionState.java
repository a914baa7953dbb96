package dev.terrane.core.session.model;

import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;

/**
 * The whole state of a session between two commands. A session restored from it continues with the
 * same bits as one that was never cut, whatever its history.
 *
 * @param origin name, life, engine, gravity, limits
 * @param progress counters and the chained digest
 * @param bodies ascending by id
 * @param contacts ascending by pair
 * @param ledger spent command ids
 */
public record SessionState(
        Origin origin,
        Progress progress,
        List<BodyState> bodies,
        List<ContactState> contacts,
        LedgerState ledger) {
    public SessionState {
        bodies = List.copyOf(bodies);
        contacts = List.copyOf(contacts);
    }

    /** What never changes within a generation. */
    public record Origin(
            SessionId id,
            Generation generation,
            String engine,
            Vec2 gravity,
            PhysicsLimits limits) {}

    /**
     * Where the session stands.
     *
     * @param revision accepted commands so far
     * @param entries commands with a receipt so far, rejected ones included
     * @param endsInStep whether the last of them was an accepted step, or there was none
     * @param stepIndex accepted steps so far
     * @param seconds sum of the steps' lengths
     * @param lastIncarnation incarnations given out
     * @param disposed whether it ended
     * @param digest chained digest of the accepted commands
     */
    public record Progress(
            long revision,
            long entries,
            boolean endsInStep,
            long stepIndex,
            double seconds,
            long lastIncarnation,
            boolean disposed,
            Hash digest) {
        public Progress {
            if (stepIndex < 0
                    || revision < stepIndex
                    || entries < revision
                    || lastIncarnation < 0
                    || !(seconds >= 0)) {
                throw new IllegalArgumentException(
                        "counters do not fit each other: revision %d, entries %d, step %d, seconds %s, incarnation %d"
                                .formatted(revision, entries, stepIndex, seconds, lastIncarnation));
            }
        }
    }
}
