package dev.terrane.core.session;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import java.util.List;

/** Applies a journal chunk to a session and compares at every turn. */
final class Replay {
    private final Session session;
    private final ReplayListener listener;

    Replay(Session session, ReplayListener listener) {
        this.session = session;
        this.listener = listener;
    }

    Replayed run(JournalChunk chunk) {
        var origin = session.origin();
        if (!chunk.session().equals(origin.id())
                || !chunk.generation().equals(origin.generation())) {
            return new Replayed.Diverged("chunk of another session or generation");
        }
        if (!chunk.engine().equals(origin.engine())) {
            return new Replayed.Diverged("chunk of engine '" + chunk.engine() + "'");
        }
        if (chunk.firstEntry() != session.entries()) {
            return new Replayed.Diverged(
                    "chunk begins at entry "
                            + chunk.firstEntry()
                            + ", the session stands at "
                            + session.entries());
        }
        if (chunk.firstIndex() != session.revision()) {
            return new Replayed.Diverged(
                    "chunk begins at "
                            + chunk.firstIndex()
                            + ", the session stands at "
                            + session.revision());
        }
        for (JournalRecord record : chunk.records()) {
            boolean same =
                    switch (record) {
                        case JournalRecord.Accepted accepted -> replay(accepted);
                        case JournalRecord.StepRun run -> replay(run);
                        case JournalRecord.Rejected rejected -> replay(rejected);
                    };
            session.forgetPending();
            if (!same) {
                return new Replayed.Diverged("at revision " + session.revision() + ": " + record);
            }
        }
        if (!session.info().digest().equals(chunk.digestAfter())) {
            return new Replayed.Diverged("digest differs after revision " + session.revision());
        }
        return new Replayed.Ok();
    }

    private boolean replay(JournalRecord.Accepted accepted) {
        return answered(
                session.replayOne(
                        accepted.id(),
                        accepted.requested(),
                        accepted.resolvedRevision(),
                        accepted.operation()));
    }

    private boolean replay(JournalRecord.StepRun run) {
        for (long i = 0; i < run.count(); i++) {
            var id = new CommandId.Host(run.first().source(), run.first().sequence() + i);
            if (!answered(
                    session.replayOne(id, Expected.ANY, run.resolvedRevision() + i, run.step()))) {
                return false;
            }
            session.forgetPending();
        }
        return true;
    }

    private boolean replay(JournalRecord.Rejected rejected) {
        if (!session.replayRejection(rejected)) {
            return false;
        }
        listener.onAnswer(
                new Submission.Answered(
                        rejected.receipt(), rejected.fingerprint(), List.of(), false));
        return true;
    }

    private boolean answered(Submission.@org.jspecify.annotations.Nullable Answered answer) {
        if (answer == null) {
            return false;
        }
        listener.onAnswer(answer);
        return true;
    }
}
