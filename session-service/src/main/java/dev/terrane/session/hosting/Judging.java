package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.SessionId;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the commands of requests to a session, in order, and answers when everything told is
 * durable. A request is left and taken up again while the session is ahead of its store. Runs on
 * the session's actor.
 */
final class Judging {
    private final Surroundings surroundings;
    private final SessionId name;
    private final Hosted hosted;
    private final Outbox outbox;
    private final Actor actor;
    private final BooleanSupplier ready;
    private final Consumer<String> breakDown;

    /**
     * Of one session.
     *
     * @param ready whether it may go on now
     * @param breakDown told why it failed
     */
    Judging(
            Surroundings surroundings,
            SessionId name,
            Hosted hosted,
            Outbox outbox,
            Actor actor,
            BooleanSupplier ready,
            Consumer<String> breakDown) {
        this.surroundings = surroundings;
        this.name = name;
        this.hosted = hosted;
        this.outbox = outbox;
        this.actor = actor;
        this.ready = ready;
        this.breakDown = breakDown;
    }

    void judge(Batch batch) {
        while (!batch.isJudged()) {
            if (!ready.getAsBoolean()) {
                actor.putBack(() -> judge(batch));
                return;
            }
            Session session = hosted.session();
            if (hosted.mode() == Hosted.Mode.GONE || session == null) {
                batch.done.completeExceptionally(Refusals.unusable(name, hosted.fault(), null));
                return;
            }
            if (!batch.generation.equals(hosted.generation())) {
                batch.done.completeExceptionally(
                        Refusals.wrongGeneration(SessionView.of(hosted.standing())));
                return;
            }
            CommandAnswer answer = judge(session, batch.commands.get(batch.answers.size()), batch);
            batch.answers.add(answer);
            batch.seen.add(
                    answer == null
                            ? new Batch.Seen(session.revision(), session.stepIndex())
                            : null);
            if (batch.done.isDone()) {
                return;
            }
        }
        outbox.whenDurable(
                () -> surroundings.completeArchived(name, hosted.generation(), batch),
                batch.done::completeExceptionally);
    }

    /** The answer, or null where the store knows it. */
    private @Nullable CommandAnswer judge(Session session, Command command, Batch batch) {
        if (hosted.mode() == Hosted.Mode.BROKEN) {
            return new CommandAnswer.Faulted(name, String.valueOf(hosted.fault()));
        }
        Submission submission =
                switch (command.id()) {
                    case CommandId.Client client -> session.submit(command);
                    case CommandId.Host host -> session.submitHost(host, command.operation());
                };
        return switch (submission) {
            case Submission.Answered answered -> {
                outbox.add(session, command, answered, surroundings.listener().wantsBodies(name));
                yield new CommandAnswer.Judged(answered.receipt(), answered.facts());
            }
            case Submission.Archived archived -> null;
            case Submission.HostRepeat repeat -> null;
            case Submission.Refused(var reason, String detail) -> refused(reason, detail, batch);
        };
    }

    private @Nullable CommandAnswer refused(Submission.Refusal reason, String detail, Batch batch) {
        return switch (reason) {
            case LEDGER_FULL -> new CommandAnswer.LedgerFull(detail);
            case FAULTED -> {
                breakDown.accept(detail);
                yield new CommandAnswer.Faulted(name, detail);
            }
            case JOURNAL_BEHIND -> {
                batch.done.completeExceptionally(Refusals.full(name, surroundings.properties()));
                yield null;
            }
            case WRONG_GENERATION, RESERVED_ID ->
                    throw new IllegalStateException("checked before: " + reason);
        };
    }
}
