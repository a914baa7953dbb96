package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionInfo;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One hosted session. States: LOADING to LIVE when rebuilt from the store, to BROKEN when that is
 * impossible; LIVE to LOADING when a commit failed; LIVE to BROKEN when the solver failed; any to
 * GONE when disposed or the service stops. Public methods may be called by any thread; the rest
 * runs on the session's actor.
 */
final class SessionHost implements Actor.Owner {
    static final String CLOCK_SOURCE = "clock";
    private static final Logger LOG = LoggerFactory.getLogger(SessionHost.class);

    private enum Mode {
        LOADING,
        LIVE,
        BROKEN,
        GONE
    }

    private final Surroundings surroundings;
    private final SessionId name;
    private final Actor actor;
    private final Outbox outbox;
    private final AtomicBoolean tickWaiting = new AtomicBoolean();
    private volatile SessionRecord record;
    private volatile @Nullable String fault;

    private Mode mode = Mode.LOADING;
    private @Nullable Session session;
    private @Nullable Pace pace;
    private @Nullable ScheduledFuture<?> ticker;

    SessionHost(Surroundings surroundings, SessionRecord record) {
        this.surroundings = surroundings;
        this.name = record.name();
        this.record = record;
        this.fault = record.fault();
        this.actor = new Actor(this, surroundings.pool(), surroundings.properties().mailboxMax());
        this.outbox = new Outbox(surroundings, record.name(), actor, this::onCommitFailed);
        reload();
    }

    /** What is durable of it now. */
    SessionView view() {
        SessionRecord now = record;
        String reason = fault;
        return new SessionView(
                name,
                now.generation(),
                reason == null ? now.state() : SessionRecord.State.FAULTED,
                reason,
                now.paused(),
                now.clock(),
                now.room(),
                outbox.durable(now.progress()),
                dev.terrane.core.session.physics.SoftStepWorld.ENGINE);
    }

    /** Commands in order; completes when every answer is durable. */
    CompletableFuture<List<CommandAnswer>> submit(Generation generation, List<Command> commands) {
        Batch batch = new Batch(generation, commands);
        if (!actor.offer(() -> judge(batch))) {
            return CompletableFuture.failedFuture(full());
        }
        return batch.done;
    }

    /** Asks the live session; the answer waits until what it saw is durable. */
    <T> CompletableFuture<T> ask(Function<Session, T> question) {
        CompletableFuture<T> done = new CompletableFuture<>();
        boolean taken =
                actor.offer(
                        () -> {
                            Session live = session;
                            if (mode == Mode.GONE || live == null || live.info().faulted()) {
                                done.completeExceptionally(unusable());
                                return;
                            }
                            T answer;
                            try {
                                answer = question.apply(live);
                            } catch (RuntimeException refused) {
                                // The question's own refusal; the session is as it was.
                                done.completeExceptionally(refused);
                                return;
                            }
                            outbox.whenDurable(
                                    () -> done.complete(answer), done::completeExceptionally);
                        });
        if (!taken) {
            return CompletableFuture.failedFuture(full());
        }
        return done;
    }

    /** Stops or starts the clock; the store knows already. */
    CompletableFuture<SessionView> setPaused(boolean paused) {
        CompletableFuture<SessionView> done = new CompletableFuture<>();
        actor.signal(
                () -> {
                    record = withPaused(record, paused);
                    if (mode == Mode.LIVE) {
                        startClock();
                    }
                    outbox.whenDurable(() -> done.complete(view()), done::completeExceptionally);
                });
        return done;
    }

    /** Stops the clock and completes once everything judged is durable. */
    CompletableFuture<?> drain() {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        actor.signal(
                () -> {
                    stopClock();
                    mode = mode == Mode.LIVE ? Mode.GONE : mode;
                    outbox.whenDurable(() -> done.complete(true), failure -> done.complete(false));
                });
        return done;
    }

    /** Called by the clock's thread: at most one tick waits. */
    void tick() {
        if (tickWaiting.compareAndSet(false, true)) {
            actor.signal(this::onTick);
        }
    }

    @Override
    public boolean isReady() {
        return mode != Mode.LOADING
                && !outbox.isCrowded()
                && outbox.undurableSteps() < surroundings.properties().undurableStepsMax();
    }

    @Override
    public void endTurn() {
        Session live = session;
        if (live != null) {
            outbox.close(live);
        } else {
            outbox.answerIfIdle();
        }
    }

    @Override
    public void onFailure(RuntimeException failure) {
        LOG.error("session {} failed; it is loaded again", name, failure);
        lose(failure);
    }

    private void judge(Batch batch) {
        while (!batch.isJudged()) {
            if (!isReady()) {
                actor.putBack(() -> judge(batch));
                return;
            }
            Session live = session;
            if (mode == Mode.GONE || live == null) {
                batch.done.completeExceptionally(unusable());
                return;
            }
            if (!batch.generation.equals(record.generation())) {
                batch.done.completeExceptionally(wrongGeneration());
                return;
            }
            batch.answers.add(judgeOne(live, batch.commands.get(batch.answers.size()), batch));
            if (batch.done.isDone()) {
                return;
            }
        }
        outbox.whenDurable(
                () -> surroundings.completeArchived(name, record.generation(), batch),
                batch.done::completeExceptionally);
    }

    private @Nullable CommandAnswer judgeOne(Session live, Command command, Batch batch) {
        if (mode == Mode.BROKEN) {
            return new CommandAnswer.Faulted(name, String.valueOf(fault));
        }
        Submission submission = live.submit(command);
        return switch (submission) {
            case Submission.Answered answered -> {
                outbox.add(live, command, answered, bodiesWanted());
                yield new CommandAnswer.Judged(answered.receipt(), answered.facts());
            }
            case Submission.Archived archived -> null;
            case Submission.HostRepeat repeat ->
                    throw new IllegalStateException("a client command counted as the host's");
            case Submission.Refused(var reason, String detail) ->
                    switch (reason) {
                        case LEDGER_FULL -> new CommandAnswer.LedgerFull(detail);
                        case FAULTED -> {
                            breakDown(detail);
                            yield new CommandAnswer.Faulted(name, detail);
                        }
                        case JOURNAL_BEHIND -> {
                            batch.done.completeExceptionally(full());
                            yield null;
                        }
                        case WRONG_GENERATION, RESERVED_ID ->
                                throw new IllegalStateException("checked before: " + reason);
                    };
        };
    }

    private void onTick() {
        tickWaiting.set(false);
        Pace clock = pace;
        SessionRecord now = record;
        Session live = session;
        if (mode != Mode.LIVE || clock == null || live == null || now.clock() == null) {
            return;
        }
        int due = clock.due(surroundings.nanos().getAsLong());
        Operation step = new Operation.Step(now.clock().step());
        for (int i = 0; i < due; i++) {
            if (!isReady()) {
                surroundings.metrics().clockStalled();
                return;
            }
            var id = new CommandId.Host(CLOCK_SOURCE, live.watermark(CLOCK_SOURCE) + 1);
            switch (live.submitHost(id, step)) {
                case Submission.Answered answered -> {
                    clock.ran();
                    outbox.add(live, null, answered, bodiesWanted());
                }
                case Submission.Refused(var reason, String detail) -> {
                    breakDown(reason + ": " + detail);
                    return;
                }
                case Submission.Archived archived ->
                        throw new IllegalStateException("a host id in the clients' ledger");
                case Submission.HostRepeat repeat ->
                        throw new IllegalStateException("clock behind its watermark: " + repeat);
            }
        }
    }

    private boolean bodiesWanted() {
        return surroundings.listener().wantsBodies(name);
    }

    /** The solver failed: the session stands still for good. What was judged before stays. */
    private void breakDown(String reason) {
        LOG.error("session {} is broken: {}", name, reason);
        mode = Mode.BROKEN;
        fault = reason;
        stopClock();
        surroundings.rememberFault(name, record.generation(), reason);
    }

    private void onCommitFailed(Throwable cause) {
        LOG.error("a commit of session {} failed; it is loaded again", name, cause);
        lose(cause);
    }

    /** Forgets the live session: only the durable prefix counts. */
    private void lose(Throwable cause) {
        stopClock();
        session = null;
        outbox.abandon(
                TerraneException.of(CommonError.UNAVAILABLE, "session " + name + " lost its store")
                        .cause(cause)
                        .toException());
        if (mode != Mode.GONE) {
            mode = Mode.LOADING;
            reload();
        }
    }

    private void reload() {
        surroundings.load(
                name,
                stored -> actor.signal(() -> onLoaded(stored)),
                () -> actor.signal(() -> mode = Mode.GONE));
    }

    private void onLoaded(SessionStore.Restorable stored) {
        if (mode != Mode.LOADING) {
            return;
        }
        boolean paused = record.paused();
        record = withPaused(stored.record(), paused);
        outbox.startAfter(stored.lastNumber(), stored.record().progress());
        switch (Loading.rebuild(stored, surroundings.limits())) {
            case Loading.Outcome.Ready(Session rebuilt) -> {
                session = rebuilt;
                fault = stored.record().fault();
                SessionInfo info = rebuilt.info();
                mode = fault != null ? Mode.BROKEN : info.disposed() ? Mode.GONE : Mode.LIVE;
                startClock();
            }
            case Loading.Outcome.Broken(String reason) -> {
                LOG.error("session {} cannot be rebuilt: {}", name, reason);
                mode = Mode.BROKEN;
                fault = reason;
            }
        }
    }

    /** Called by the outbox when a dispose is durable. */
    void gone() {
        stopClock();
        mode = Mode.GONE;
    }

    private void startClock() {
        stopClock();
        Clock clock = record.clock();
        if (mode != Mode.LIVE || clock == null || record.paused()) {
            return;
        }
        Pace fresh = new Pace(clock.hertz(), surroundings.properties().catchUpStepsMax());
        fresh.restart(surroundings.nanos().getAsLong());
        pace = fresh;
        long period = TimeUnit.SECONDS.toNanos(1) / clock.hertz();
        ticker =
                surroundings
                        .ticks()
                        .scheduleAtFixedRate(this::tick, period, period, TimeUnit.NANOSECONDS);
    }

    private void stopClock() {
        ScheduledFuture<?> running = ticker;
        if (running != null) {
            running.cancel(false);
            ticker = null;
        }
        pace = null;
    }

    private TerraneException full() {
        return TerraneException.of(
                        CommonError.RESOURCE_EXHAUSTED, "session " + name + " has too much to do")
                .limit(
                        "terrane.session.hosting.mailbox-max",
                        surroundings.properties().mailboxMax(),
                        surroundings.properties().mailboxMax() + 1L)
                .toException();
    }

    private TerraneException unusable() {
        String reason = fault;
        if (reason != null) {
            return TerraneException.of(
                            SessionError.SESSION_FAULTED, "session " + name + ": " + reason)
                    .toException();
        }
        return TerraneException.of(
                        CommonError.UNAVAILABLE, "session " + name + " is not hosted any more")
                .toException();
    }

    private TerraneException wrongGeneration() {
        return TerraneException.of(
                        SessionError.GENERATION_MISMATCH,
                        "session " + name + " is of generation " + record.generation())
                .extra("generation", record.generation().value())
                .toException();
    }

    private static SessionRecord withPaused(SessionRecord r, boolean paused) {
        return new SessionRecord(
                r.name(),
                r.generation(),
                r.specHash(),
                r.state(),
                r.fault(),
                paused,
                r.clock(),
                r.room(),
                r.progress());
    }
}
