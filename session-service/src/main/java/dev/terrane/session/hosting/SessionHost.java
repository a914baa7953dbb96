package dev.terrane.session.hosting;

import dev.terrane.core.session.Rollover;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One hosted session. States: LOADING to LIVE when rebuilt from the store, to BROKEN when that is
 * impossible; LIVE to ROLLING while a rollover waits for the store, and back; LIVE or ROLLING to
 * LOADING when a commit failed; LIVE to BROKEN when the solver failed; any to GONE when disposed or
 * the service stops. Public methods may be called by any thread; the rest runs on the session's
 * actor.
 */
final class SessionHost implements Actor.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(SessionHost.class);

    /** After so long without a client's command a session rests. */
    static final long REST_AFTER_NANOS = TimeUnit.SECONDS.toNanos(60);

    private enum Mode {
        LOADING,
        LIVE,
        ROLLING,
        BROKEN,
        GONE
    }

    private final Surroundings surroundings;
    private final SessionId name;
    private final Actor actor;
    private final Outbox outbox;
    private final CommandRate rate;
    private final AtomicBoolean tickWaiting = new AtomicBoolean();

    /** All that others see of it, in one piece: written by the actor, read by any thread. */
    private volatile SessionRecord record;

    private Mode mode = Mode.LOADING;
    private @Nullable Session session;
    private final Ticking ticking;
    private final RoomBinding room;

    /** When a client's command came last; the session rests a while after it. */
    private volatile long lastClientNanos;

    private boolean resting;

    SessionHost(Surroundings surroundings, SessionRecord record) {
        this.surroundings = surroundings;
        this.name = record.name();
        this.record = record;
        this.actor = new Actor(this, surroundings.pool(), surroundings.properties().mailboxMax());
        this.ticking = new Ticking(surroundings, this::tick);
        this.room = new RoomBinding(surroundings, record.name());
        this.lastClientNanos = surroundings.nanos().getAsLong();
        this.rate =
                new CommandRate(
                        surroundings.properties().commandsPerSecondMax(),
                        surroundings.nanos().getAsLong());
        this.outbox =
                new Outbox(
                        surroundings,
                        record.name(),
                        actor,
                        progress -> this.record = this.record.at(progress),
                        this::onCommitFailed);
        reload();
    }

    /** What is durable of it now. */
    SessionView view() {
        return SessionView.of(record);
    }

    /** Commands in order; completes when every answer is durable. */
    CompletableFuture<List<CommandAnswer>> submit(Generation generation, List<Command> commands) {
        int clients = clientCommands(commands);
        if (clients > 0) {
            long now = surroundings.nanos().getAsLong();
            if (!rate.admits(clients, now)) {
                return CompletableFuture.failedFuture(
                        Refusals.tooFast(name, surroundings.properties()));
            }
            lastClientNanos = now;
        }
        Batch batch = new Batch(generation, commands);
        if (!actor.offer(() -> judge(batch))) {
            return CompletableFuture.failedFuture(full());
        }
        return batch.done;
    }

    private static int clientCommands(List<Command> commands) {
        return (int) commands.stream().filter(c -> c.id() instanceof CommandId.Client).count();
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
                    record = record.withPaused(paused);
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
                    ticking.stop();
                    mode = mode == Mode.LIVE ? Mode.GONE : mode;
                    outbox.whenDurable(() -> done.complete(true), failure -> done.complete(false));
                });
        return done;
    }

    /** Makes a checkpoint that is to become a base; completes when it is durable. */
    CompletableFuture<SessionView> checkpoint() {
        CompletableFuture<SessionView> done = new CompletableFuture<>();
        boolean taken =
                actor.offer(
                        () -> {
                            Session live = session;
                            if (mode != Mode.LIVE || live == null || live.info().faulted()) {
                                done.completeExceptionally(unusable());
                                return;
                            }
                            outbox.wantCheckpoint();
                            outbox.whenDurable(
                                    () -> done.complete(view()), done::completeExceptionally);
                        });
        return taken ? done : CompletableFuture.failedFuture(full());
    }

    /**
     * Makes the next generation from the present bodies if the session is at rest. The next one is
     * committed before it takes the place of this one; nothing is judged meanwhile.
     */
    CompletableFuture<SessionView> rollOver(Generation expected, Generation next) {
        CompletableFuture<SessionView> done = new CompletableFuture<>();
        boolean taken =
                actor.offer(
                        () -> {
                            Session live = session;
                            if (mode != Mode.LIVE || live == null) {
                                done.completeExceptionally(unusable());
                            } else if (!record.generation().equals(expected)) {
                                done.completeExceptionally(wrongGeneration());
                            } else {
                                startRollover(live, next, done);
                            }
                        });
        return taken ? done : CompletableFuture.failedFuture(full());
    }

    private void startRollover(Session live, Generation next, CompletableFuture<SessionView> done) {
        switch (live.rollover(next)) {
            case Rollover.Refused(var reason, String detail) -> {
                TerraneException refusal = Refusals.notAtRest(name, reason.name(), detail);
                outbox.whenDurable(
                        () -> done.completeExceptionally(refusal), done::completeExceptionally);
            }
            case Rollover.Ready(SessionDefinition definition) -> {
                mode = Mode.ROLLING;
                ticking.stop();
                // Nothing is judged from here on, so what is durable then is this very state.
                outbox.whenDurable(
                        () -> commitRollover(definition, done), done::completeExceptionally);
            }
        }
    }

    private void commitRollover(SessionDefinition definition, CompletableFuture<SessionView> done) {
        if (mode != Mode.ROLLING) {
            done.completeExceptionally(unusable());
            return;
        }
        Session next = Session.create(definition, surroundings.limits());
        SessionRecord from = record;
        SessionRecord to = from.nextLife(next.info());
        var life =
                new SessionStore.NewSession(
                        to, new Bytes(DefinitionCodec.encode(definition)), room.pinned());
        surroundings.rollOver(
                life,
                from.generation(),
                from.progress().revision(),
                failure -> actor.signal(() -> onRolledOver(next, to, failure, done)));
    }

    private void onRolledOver(
            Session next,
            SessionRecord to,
            @Nullable Throwable failure,
            CompletableFuture<SessionView> done) {
        if (mode != Mode.ROLLING) {
            done.completeExceptionally(unusable());
            return;
        }
        if (failure != null) {
            LOG.error("a rollover of session {} failed; it is loaded again", name, failure);
            lose(failure);
            done.completeExceptionally(Refusals.lostStore(name, failure));
            return;
        }
        record = to.withPaused(record.paused());
        session = next;
        outbox.start(to.progress());
        mode = Mode.LIVE;
        surroundings.listener().onEnd(name);
        startClock();
        done.complete(view());
    }

    /** Gives up memory that a session without clients' commands does not need. */
    void restIfDue(long nanos) {
        if (nanos - lastClientNanos >= REST_AFTER_NANOS) {
            actor.signal(this::rest);
        }
    }

    private void rest() {
        Session live = session;
        if (live != null && !resting) {
            resting = true;
            live.trimReceipts();
            outbox.rest();
        }
    }

    /** The room changed; called by any thread. */
    void roomChanged(RoomColliders.Colliders now) {
        room.told(now);
        actor.signal(() -> {});
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
                && mode != Mode.ROLLING
                && !outbox.isCrowded()
                && outbox.undurableSteps() < surroundings.properties().undurableStepsMax();
    }

    @Override
    public void endTurn() {
        Session live = session;
        if (live != null) {
            takeRoom(live);
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

    private void takeRoom(Session live) {
        if (mode != Mode.LIVE || !room.isWaiting() || !isReady()) {
            return;
        }
        String failure = room.apply(live, outbox, bodiesWanted());
        if (failure != null) {
            breakDown(failure);
        }
    }

    private void judge(Batch batch) {
        while (!batch.isJudged()) {
            if (!isReady()) {
                actor.putBack(() -> judge(batch));
                return;
            }
            Session live = session;
            if (mode == Mode.GONE || live == null) {
                batch.done.completeExceptionally(Refusals.unusable(name, record.fault(), null));
                return;
            }
            if (!batch.generation.equals(record.generation())) {
                batch.done.completeExceptionally(wrongGeneration());
                return;
            }
            resting = false;
            CommandAnswer answer = judgeOne(live, batch.commands.get(batch.answers.size()), batch);
            batch.answers.add(answer);
            batch.seen.add(
                    answer == null ? new Batch.Seen(live.revision(), live.stepIndex()) : null);
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
            return new CommandAnswer.Faulted(name, String.valueOf(record.fault()));
        }
        Submission submission =
                switch (command.id()) {
                    case CommandId.Client client -> live.submit(command);
                    case CommandId.Host host -> live.submitHost(host, command.operation());
                };
        return switch (submission) {
            case Submission.Answered answered -> {
                outbox.add(live, command, answered, bodiesWanted());
                yield new CommandAnswer.Judged(answered.receipt(), answered.facts());
            }
            // The store knows the first answer.
            case Submission.Archived archived -> null;
            case Submission.HostRepeat repeat -> null;
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
        Clock clock = record.clock();
        Session live = session;
        if (mode != Mode.LIVE || clock == null || live == null) {
            return;
        }
        String failure = ticking.run(live, clock, outbox, this::isReady, this::bodiesWanted);
        if (failure != null) {
            breakDown(failure);
        }
    }

    private boolean bodiesWanted() {
        return surroundings.listener().wantsBodies(name);
    }

    /** The solver failed: the session stands still for good. What was judged before stays. */
    private void breakDown(String reason) {
        LOG.error("session {} is broken: {}", name, reason);
        mode = Mode.BROKEN;
        record = record.faulted(reason);
        ticking.stop();
        surroundings.rememberFault(name, record.generation(), reason);
    }

    private void onCommitFailed(Throwable cause) {
        LOG.error("a commit of session {} failed; it is loaded again", name, cause);
        lose(cause);
    }

    /** Forgets the live session: only the durable prefix counts. */
    private void lose(Throwable cause) {
        ticking.stop();
        session = null;
        outbox.abandon(Refusals.lostStore(name, cause));
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
        SessionRecord durable = stored.record().withPaused(record.paused());
        outbox.startAfter(stored);
        room.startFrom(stored.pinned());
        switch (Loading.rebuild(stored, surroundings.limits())) {
            case Loading.Outcome.Ready(Session rebuilt) -> {
                session = rebuilt;
                record = durable;
                boolean sound = durable.fault() == null;
                boolean over = rebuilt.info().disposed();
                mode = !sound ? Mode.BROKEN : over ? Mode.GONE : Mode.LIVE;
                startClock();
            }
            case Loading.Outcome.Broken(String reason) -> {
                LOG.error("session {} cannot be rebuilt: {}", name, reason);
                mode = Mode.BROKEN;
                record = durable.faulted(reason);
            }
        }
    }

    /** It is hosted no more: its dispose is durable, or it was retired. Called by any thread. */
    void gone() {
        actor.signal(
                () -> {
                    ticking.stop();
                    mode = Mode.GONE;
                });
    }

    private void startClock() {
        Clock clock = record.clock();
        if (mode != Mode.LIVE || clock == null || record.paused()) {
            ticking.stop();
        } else {
            ticking.start(clock);
        }
    }

    private TerraneException full() {
        return Refusals.full(name, surroundings.properties());
    }

    private TerraneException unusable() {
        return Refusals.unusable(name, record.fault(), session);
    }

    private TerraneException wrongGeneration() {
        return Refusals.wrongGeneration(name, record.generation());
    }
}
