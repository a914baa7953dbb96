package dev.terrane.session.hosting;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.JournalChunk;

/** Rebuilds a session from what the store holds of it. */
final class Loading {
    private Loading() {}

    /** Result of a rebuild. */
    sealed interface Outcome {
        /** The session as of its last commit. */
        record Ready(Session session) implements Outcome {}

        /** What is stored does not give a session. */
        record Broken(String reason) implements Outcome {}
    }

    /** A fault that is known already is told rather than what follows from it. */
    static Outcome rebuild(SessionStore.Restorable stored, SessionLimits limits) {
        Outcome outcome = rebuildSound(stored, limits);
        String known = stored.record().fault();
        return known != null && outcome instanceof Outcome.Broken
                ? new Outcome.Broken(known)
                : outcome;
    }

    private static Outcome rebuildSound(SessionStore.Restorable stored, SessionLimits limits) {
        try {
            Session session = base(stored, limits);
            for (Bytes bytes : stored.chunks()) {
                JournalChunk chunk = require(JournalChunkCodec.decode(bytes.value()));
                if (session.replay(chunk, ReplayListener.NONE)
                        instanceof Replayed.Diverged(String reason)) {
                    return new Outcome.Broken("the journal does not replay: " + reason);
                }
            }
            long durable = stored.record().progress().revision();
            if (session.revision() != durable) {
                return new Outcome.Broken(
                        "the journal ends at " + session.revision() + ", committed is " + durable);
            }
            return new Outcome.Ready(session);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return new Outcome.Broken("stored state cannot be read: " + e.getMessage());
        }
    }

    private static Session base(SessionStore.Restorable stored, SessionLimits limits) {
        SessionStore.StoredCheckpoint checkpoint = stored.checkpoint();
        return checkpoint == null
                ? Session.create(
                        require(DefinitionCodec.decode(stored.definition().value())), limits)
                : Session.restore(
                        require(CheckpointCodec.decode(checkpoint.state().value())), limits);
    }

    /** What was decoded. */
    static <T> T require(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> value;
            case Decoded.Rejected<T>(var reason, String location) ->
                    throw new IllegalStateException(reason + " at " + location);
        };
    }
}
