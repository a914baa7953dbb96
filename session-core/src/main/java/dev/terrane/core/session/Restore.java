package dev.terrane.core.session;

import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.ResumeCodec;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.SoftStepWorld;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Rebuilds sessions from what a host stored, and refuses whatever does not give exactly the session
 * that was. Both ways use the same commands on a fresh world and end with the same bits.
 */
public final class Restore {
    private Restore() {}

    /** What a rebuilding starts from. */
    public sealed interface Base {
        /** The beginning of the generation. */
        record Definition(SessionDefinition definition) implements Base {}

        /** A state in between. */
        record Checkpoint(SessionState state) implements Base {}
    }

    /** By replaying the whole life. The listener hears every answer. */
    public static Restored replay(
            ReplayCheckpoint checkpoint, SessionLimits limits, ReplayListener listener) {
        if (!checkpoint.journal().engine().equals(SoftStepWorld.ENGINE)) {
            return otherEngine(checkpoint.journal().engine());
        }
        Session session = Session.create(checkpoint.definition(), limits);
        Restored run = run(session, List.of(checkpoint.journal()), listener);
        return run instanceof Restored.Ok
                ? verify(session, Hash.of(CheckpointCodec.encode(checkpoint.end())))
                : run;
    }

    /**
     * From a base and the journal after it.
     *
     * @param chunks in any order; together exactly what lies between base and end
     * @param listener hears every answer of the journal
     */
    public static Restored resume(
            ResumeDescriptor descriptor,
            Base base,
            List<JournalChunk> chunks,
            SessionLimits limits,
            ReplayListener listener) {
        if (!descriptor.engine().equals(SoftStepWorld.ENGINE)) {
            return otherEngine(descriptor.engine());
        }
        ResumeDescriptor.Base named =
                switch (base) {
                    case Base.Definition(var definition) -> ResumeCodec.baseOf(definition);
                    case Base.Checkpoint(var state) -> ResumeCodec.baseOf(state);
                };
        if (!named.equals(descriptor.base())) {
            return new Restored.Refused(
                    Restored.Reason.BASE, "is " + named + ", named is " + descriptor.base());
        }
        List<JournalChunk> sorted = new ArrayList<>(chunks);
        sorted.sort(Comparator.comparingLong(JournalChunk::firstEntry));
        Restored.Refused uncovered = coverage(descriptor, sorted);
        if (uncovered != null) {
            return uncovered;
        }
        Session session;
        try {
            session =
                    switch (base) {
                        case Base.Definition(var definition) -> Session.create(definition, limits);
                        case Base.Checkpoint(var state) -> Session.restore(state, limits);
                    };
        } catch (IllegalArgumentException e) {
            return new Restored.Refused(Restored.Reason.STATE, String.valueOf(e.getMessage()));
        }
        Restored run = run(session, sorted, listener);
        return run instanceof Restored.Ok ? verify(session, descriptor.state()) : run;
    }

    private static Restored.@org.jspecify.annotations.Nullable Refused coverage(
            ResumeDescriptor descriptor, List<JournalChunk> sorted) {
        long next = descriptor.base().entries();
        for (JournalChunk chunk : sorted) {
            if (!chunk.session().equals(descriptor.session())
                    || !chunk.generation().equals(descriptor.generation())) {
                return new Restored.Refused(
                        Restored.Reason.IDENTITY, "chunk of another session or generation");
            }
            if (chunk.firstEntry() != next) {
                return new Restored.Refused(
                        chunk.firstEntry() > next ? Restored.Reason.GAP : Restored.Reason.OVERLAP,
                        "entry " + next + " should come next, found is " + chunk.firstEntry());
            }
            next += chunk.entryCount();
        }
        long end = descriptor.end().entries();
        if (next != end) {
            return new Restored.Refused(
                    next < end ? Restored.Reason.GAP : Restored.Reason.OVERLAP,
                    "the journal ends at entry " + next + ", the session at " + end);
        }
        return null;
    }

    private static Restored run(
            Session session, List<JournalChunk> chunks, ReplayListener listener) {
        for (JournalChunk chunk : chunks) {
            if (session.replay(chunk, listener) instanceof Replayed.Diverged(String reason)) {
                return new Restored.Refused(Restored.Reason.DIVERGED, reason);
            }
        }
        return new Restored.Ok(session);
    }

    private static Restored verify(Session session, Hash expected) {
        Hash state = Hash.of(CheckpointCodec.encode(session.checkpoint()));
        return state.equals(expected)
                ? new Restored.Ok(session)
                : new Restored.Refused(
                        Restored.Reason.END, "state " + state + ", expected " + expected);
    }

    private static Restored otherEngine(String engine) {
        return new Restored.Refused(
                Restored.Reason.ENGINE, "'" + engine + "', this is '" + SoftStepWorld.ENGINE + "'");
    }
}
