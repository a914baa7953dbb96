package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One hosted session: what reaches it from outside, and the turns of its {@link Hosted} state.
 * Commands are judged in {@link Judging}, generations change in {@link Rolling}, what was produced
 * leaves by the {@link Outbox}. Public methods may be called by any thread; the rest runs on the
 * session's actor.
 */
final class SessionHost implements Actor.Owner, Rolling.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(SessionHost.class);

    /** After so long without a client's command a session rests. */
    static final long REST_AFTER_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Surroundings surroundings;
    private final SessionId name;
    private final Hosted hosted;
    private final Actor actor;
    private final Outbox outbox;
    private final CommandRate rate;
    private final Ticking ticking;
    private final RoomBinding room;
    private final Judging judging;
    private final Rolling rolling;
    private final Runnable unfollow;
    private final AtomicBoolean tickWaiting = new AtomicBoolean();

    /** When a client's command came last; the session rests a while after it. */
    private volatile long lastClientNanos;

    private boolean resting;

    private SessionHost(Surroundings surroundings, SessionRecord record) {
        this.surroundings = surroundings;
        this.name = record.name();
        this.hosted = new Hosted(record);
        this.actor = new Actor(this, surroundings.pool(), surroundings.properties().mailboxMax());
        this.ticking = new Ticking(surroundings, this::tick);
        this.room = new RoomBinding(surroundings, name);
        this.lastClientNanos = surroundings.nanos().getAsLong();
        this.rate =
                new CommandRate(surroundings.properties().commandsPerSecondMax(), lastClientNanos);
        this.outbox = new Outbox(surroundings, name, actor, new Commits());
        this.judging =
                new Judging(
                        surroundings, name, hosted, outbox, actor, this::isReady, this::breakDown);
        this.rolling = new Rolling(surroundings, name, hosted, outbox, room, actor, this);
        RoomColliders.RoomName of = record.room();
        this.unfollow = of == null ? () -> {} : surroundings.rooms().follow(of, this::roomChanged);
    }

    /** Hosts a session: it is loaded, and follows its room until it is {@link #gone}. */
    static SessionHost start(Surroundings surroundings, SessionRecord record) {
        SessionHost host = new SessionHost(surroundings, record);
        host.reload();
        return host;
    }

    SessionId name() {
        return name;
    }

    /** What is durable of it now. */
    SessionView view() {
        return SessionView.of(hosted.standing());
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
        boolean taken =
                actor.offer(
                        () -> {
                            resting = false;
                            judging.judge(batch);
                        });
        return taken ? batch.done : CompletableFuture.failedFuture(full());
    }

    private static int clientCommands(List<Command> commands) {
        return (int) commands.stream().filter(c -> c.id() instanceof CommandId.Client).count();
    }

    /** Asks the live session; the answer waits until what it saw is durable. */
    <T> CompletableFuture<T> ask(Function<Session, T> question) {
        CompletableFuture<T> done = new CompletableFuture<>();
        boolean taken = actor.offer(() -> answer(question, done));
        return taken ? done : CompletableFuture.failedFuture(full());
    }

    private <T> void answer(Function<Session, T> question, CompletableFuture<T> done) {
        Session session = hosted.session();
        if (hosted.mode() == Hosted.Mode.GONE || session == null || session.info().faulted()) {
            done.completeExceptionally(unusable());
            return;
        }
        T answer;
        try {
            answer = question.apply(session);
        } catch (RuntimeException refused) {
            // The question's own refusal; the session is as it was.
            done.completeExceptionally(refused);
            return;
        }
        outbox.whenDurable(() -> done.complete(answer), done::completeExceptionally);
    }

    /**
     * Stops or starts the clock. Two at once end the same here and in the store.
     *
     * @param store tells the store; waits for it
     */
    synchronized CompletableFuture<SessionView> setPaused(boolean paused, Runnable store) {
        store.run();
        CompletableFuture<SessionView> done = new CompletableFuture<>();
        actor.signal(
                () -> {
                    hosted.setPaused(paused);
                    if (hosted.isLive()) {
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
                    if (hosted.isLive()) {
                        hosted.end();
                    }
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
                            Session live = hosted.live();
                            if (live == null || live.info().faulted()) {
                                done.completeExceptionally(unusable());
                                return;
                            }
                            outbox.wantCheckpoint();
                            outbox.whenDurable(
                                    () -> done.complete(view()), done::completeExceptionally);
                        });
        return taken ? done : CompletableFuture.failedFuture(full());
    }

    /** Makes the next generation from the present bodies if the session is at rest. */
    CompletableFuture<SessionView> rollOver(Generation expected, Generation next) {
        // Each leaves a generation to the store: it counts as a client's command.
        if (!rate.admits(1, surroundings.nanos().getAsLong())) {
            return CompletableFuture.failedFuture(
                    Refusals.tooFast(name, surroundings.properties()));
        }
        CompletableFuture<SessionView> done = new CompletableFuture<>();
        boolean taken = actor.offer(() -> rolling.start(expected, next, done));
        return taken ? done : CompletableFuture.failedFuture(full());
    }

    @Override
    public void onRolling() {
        ticking.stop();
    }

    @Override
    public void onRolledOver() {
        startClock();
    }

    @Override
    public void onStoreLost(Throwable failure) {
        lose(failure);
    }

    /** Gives up memory that a session without clients' commands does not need. */
    void restIfDue(long nanos) {
        if (nanos - lastClientNanos >= REST_AFTER_NANOS) {
            actor.signal(this::rest);
        }
    }

    private void rest() {
        Session session = hosted.session();
        if (session != null && !resting) {
            resting = true;
            session.trimReceipts();
            outbox.rest();
        }
    }

    private void roomChanged(RoomColliders.Colliders now) {
        room.told(now);
        actor.signal(() -> {});
    }

    /** Called by the clock's thread: at most one tick waits. */
    private void tick() {
        if (tickWaiting.compareAndSet(false, true)) {
            actor.signal(this::onTick);
        }
    }

    private void onTick() {
        tickWaiting.set(false);
        Clock clock = hosted.standing().clock();
        Session live = hosted.live();
        if (clock == null || live == null) {
            return;
        }
        String failure = ticking.run(live, clock, outbox, this::isReady, this::bodiesWanted);
        if (failure != null) {
            breakDown(failure);
        }
    }

    @Override
    public boolean isReady() {
        return !hosted.isBetween()
                && !outbox.isCrowded()
                && outbox.undurableSteps() < surroundings.properties().undurableStepsMax();
    }

    @Override
    public void endTurn() {
        Session session = hosted.session();
        if (session != null) {
            takeRoom();
            outbox.close(session);
        } else {
            outbox.answerIfIdle();
        }
    }

    @Override
    public void onFailure(RuntimeException failure) {
        LOG.error("session {} failed; it is loaded again", name, failure);
        lose(failure);
    }

    private void takeRoom() {
        Session live = hosted.live();
        if (live == null || !room.isWaiting() || !isReady()) {
            return;
        }
        String failure = room.apply(live, outbox, bodiesWanted());
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
        hosted.breakDown(reason);
        ticking.stop();
        surroundings.rememberFault(name, hosted.generation(), reason);
    }

    /** What the outbox tells of commits. */
    private final class Commits implements Outbox.Owner {
        @Override
        public void onDurable(SessionRecord.Progress progress) {
            hosted.advance(progress);
        }

        @Override
        public void onDisposed() {
            end();
            surroundings.disposed(SessionHost.this);
        }

        @Override
        public void onCommitFailed(Throwable cause) {
            LOG.error("a commit of session {} failed; it is loaded again", name, cause);
            lose(cause);
        }
    }

    /** Forgets the live session: only the durable prefix counts. */
    private void lose(Throwable cause) {
        ticking.stop();
        hosted.lose();
        outbox.abandon(Refusals.lostStore(name, cause));
        if (hosted.mode() == Hosted.Mode.LOADING) {
            reload();
        }
    }

    private void reload() {
        surroundings.load(
                name,
                stored -> actor.signal(() -> onLoaded(stored)),
                () -> actor.signal(hosted::end));
    }

    private void onLoaded(SessionStore.Restorable stored) {
        if (hosted.mode() != Hosted.Mode.LOADING) {
            return;
        }
        outbox.startAfter(stored);
        room.startFrom(stored.pinned());
        switch (Loading.rebuild(stored, surroundings.limits())) {
            case Loading.Outcome.Ready(Session rebuilt) -> hosted.loaded(stored.record(), rebuilt);
            case Loading.Outcome.Broken(String reason) -> {
                LOG.error("session {} cannot be rebuilt: {}", name, reason);
                hosted.unreadable(stored.record(), reason);
            }
        }
        if (hosted.mode() == Hosted.Mode.GONE) {
            // It was disposed while it was being found: only the store answers for it.
            surroundings.disposed(this);
        }
        startClock();
    }

    /** It is hosted no more. Called by any thread. */
    void gone() {
        unfollow.run();
        actor.signal(this::end);
    }

    private void end() {
        ticking.stop();
        hosted.end();
    }

    private void startClock() {
        Clock clock = hosted.standing().clock();
        if (!hosted.isLive() || clock == null || hosted.standing().paused()) {
            ticking.stop();
        } else {
            ticking.start(clock);
        }
    }

    private TerraneException full() {
        return Refusals.full(name, surroundings.properties());
    }

    private TerraneException unusable() {
        return Refusals.unusable(name, hosted.fault(), hosted.session());
    }
}
