package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionInfo;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.FactCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a session has produced and not yet published. One commit is under way at most; meanwhile
 * what follows gathers into the next, so one journal row holds everything of one commit. Runs on
 * the session's actor.
 */
final class Outbox {
    private static final int RECEIPTS_WAITING_MAX = 4_096;

    /** What the session learns of its commits, before anybody who waits for them. */
    interface Owner {
        /** So far it is durable. */
        void onDurable(SessionRecord.Progress progress);

        /** Its dispose is durable. */
        void onDisposed();

        /** Nothing of a commit is durable. */
        void onCommitFailed(Throwable cause);
    }

    /** Who waits for the revision seen to be durable. */
    private record Waiter(Runnable then, Consumer<Throwable> otherwise) {}

    /** What one commit carries. */
    private static final class Load {
        final List<SessionStore.StoredReceipt> receipts = new ArrayList<>();
        final List<SessionStore.StoredFacts> facts = new ArrayList<>();
        final List<StepResult> steps = new ArrayList<>();
        final List<Waiter> waiters = new ArrayList<>();
        final List<SessionStore.PinChange> pins = new ArrayList<>();
        int stepCount;
    }

    private final Surroundings surroundings;
    private final SessionId name;
    private final Actor actor;
    private final Owner owner;
    private Load open = new Load();
    private @Nullable Load flying;

    /** Facts of mutations since the last step: they go out with the next step's event. */
    private final List<ContactFact> factsSinceStep = new ArrayList<>();

    private List<BodyState> lastBodies = List.of();

    private long nextNumber = 1;
    private long expectedRevision;
    private long lastCheckpointStep;
    private long bytesSinceCheckpoint;
    private boolean checkpointWanted;

    /** Its dispose is durable: what is judged later is refused and leaves no trace. */
    private boolean over;

    private long incarnation;

    Outbox(Surroundings surroundings, SessionId name, Actor actor, Owner owner) {
        this.surroundings = surroundings;
        this.name = name;
        this.actor = actor;
        this.owner = owner;
    }

    /** A life that has just begun. */
    void start(SessionRecord.Progress progress) {
        startAfter(0, progress.revision(), 0, 0);
    }

    /** What a session was loaded from; what was replayed counts towards the next checkpoint. */
    void startAfter(SessionStore.Restorable stored) {
        SessionStore.StoredCheckpoint base = stored.checkpoint();
        startAfter(
                stored.lastNumber(),
                stored.record().progress().revision(),
                base == null ? 0 : base.stepIndex(),
                stored.chunks().stream().mapToLong(chunk -> chunk.value().length).sum());
    }

    private void startAfter(long lastNumber, long revision, long baseStep, long bytesSince) {
        nextNumber = lastNumber + 1;
        expectedRevision = revision;
        lastCheckpointStep = baseStep;
        bytesSinceCheckpoint = bytesSince;
    }

    /** Gives up what only speeds up a session that is watched. */
    void rest() {
        lastBodies = List.of();
    }

    /** The next commit carries a checkpoint. */
    void wantCheckpoint() {
        checkpointWanted = true;
    }

    /** Chunks the boxes come from, durable with what was just added. */
    void add(List<SessionStore.PinChange> changes) {
        open.pins.addAll(changes);
    }

    int undurableSteps() {
        Load inFlight = flying;
        return open.stepCount + (inFlight == null ? 0 : inFlight.stepCount);
    }

    /** Whether more than enough waits for the commit under way. */
    boolean isCrowded() {
        return open.receipts.size() >= RECEIPTS_WAITING_MAX;
    }

    /** Takes up an answer; the command is null when it is the host's. */
    void add(
            Session session,
            @Nullable Command command,
            Submission.Answered answered,
            boolean withBodies) {
        if (answered.repeated()) {
            return;
        }
        Receipt receipt = answered.receipt();
        boolean kept = receipt.commandId() instanceof CommandId.Client && !receipt.isConflict();
        // Receipts of the host's own commands follow from the journal.
        if (command != null && kept) {
            open.receipts.add(
                    new SessionStore.StoredReceipt(receipt, session.fingerprint(command)));
        }
        if (!receipt.isAccepted()) {
            return;
        }
        if (!answered.facts().isEmpty()) {
            open.facts.add(
                    new SessionStore.StoredFacts(
                            receipt.afterRevision(),
                            receipt.stepIndex(),
                            new Bytes(FactCodec.encode(answered.facts()))));
            factsSinceStep.addAll(answered.facts());
        }
        if (receipt.kind() == CommandKind.STEP) {
            List<BodyState> bodies = withBodies ? snapshot(session) : null;
            open.stepCount++;
            open.steps.add(
                    new StepResult(
                            session.origin().generation(),
                            receipt.stepIndex(),
                            receipt.afterRevision(),
                            factsSinceStep,
                            bodies));
            factsSinceStep.clear();
        }
    }

    /** All bodies; those that did not change are the same objects as last time. */
    private List<BodyState> snapshot(Session session) {
        List<BodyState> before = lastBodies;
        List<BodyState> now = new ArrayList<>(before.size());
        int[] next = {0};
        session.forEachBody(
                body -> {
                    while (next[0] < before.size()
                            && before.get(next[0]).id().compareTo(body.id()) < 0) {
                        next[0]++;
                    }
                    boolean same = next[0] < before.size() && body.matches(before.get(next[0]));
                    now.add(same ? before.get(next[0]) : body.toState());
                });
        lastBodies = now;
        return now;
    }

    /** Runs one of them once everything produced so far is durable, or is lost. */
    void whenDurable(Runnable then, Consumer<Throwable> otherwise) {
        open.waiters.add(new Waiter(then, otherwise));
    }

    /** Nothing is hosted: who waits need not. */
    void answerIfIdle() {
        if (flying == null) {
            List<Waiter> waiters = List.copyOf(open.waiters);
            open.waiters.clear();
            waiters.forEach(waiter -> waiter.then().run());
        }
    }

    /** Hands the open load to the store if no commit is under way. */
    void close(Session session) {
        if (flying != null) {
            return;
        }
        if (over) {
            // The name may be another session's by now; the store answers retries by itself.
            answerIfIdle();
            return;
        }
        JournalChunk chunk = session.takeChunk();
        if (chunk == null) {
            if (!checkpointWanted || session.info().faulted()) {
                answerIfIdle();
                return;
            }
            chunk = JournalRows.empty(session);
        }
        Load load = open;
        open = new Load();
        flying = load;
        SessionInfo info = session.info();
        var progress =
                new SessionRecord.Progress(
                        info.revision(), info.stepIndex(), info.bodies(), info.digest());
        Bytes bytes = new Bytes(JournalChunkCodec.encode(chunk));
        bytesSinceCheckpoint += bytes.value().length;
        var commit =
                new SessionStore.Commit(
                        name,
                        info.generation(),
                        nextNumber,
                        expectedRevision,
                        chunk.commandCount(),
                        bytes,
                        progress,
                        info.disposed(),
                        load.receipts,
                        load.facts,
                        load.pins,
                        checkpoint(session, info));
        long of = incarnation;
        surroundings
                .commits()
                .add(
                        commit,
                        outcome ->
                                actor.signal(
                                        () -> {
                                            if (of == incarnation) {
                                                onCommitted(commit, load, outcome);
                                            }
                                        }));
    }

    private SessionStore.@Nullable StoredCheckpoint checkpoint(Session session, SessionInfo info) {
        HostingProperties properties = surroundings.properties();
        boolean due =
                checkpointWanted
                        || info.stepIndex() - lastCheckpointStep
                                >= properties.checkpointEverySteps()
                        || bytesSinceCheckpoint >= properties.checkpointEverySize().toBytes();
        if (info.faulted() || !due) {
            return null;
        }
        checkpointWanted = false;
        bytesSinceCheckpoint = 0;
        lastCheckpointStep = info.stepIndex();
        surroundings.pruneFacts(
                name, info.generation(), info.stepIndex() - properties.factsRetainedSteps());
        return new SessionStore.StoredCheckpoint(
                info.revision(),
                info.stepIndex(),
                nextNumber,
                new Bytes(CheckpointCodec.encode(session.checkpoint())));
    }

    private void onCommitted(SessionStore.Commit commit, Load load, SessionStore.Outcome outcome) {
        if (outcome instanceof SessionStore.Outcome.Failed(Throwable failure)) {
            owner.onCommitFailed(failure);
            return;
        }
        flying = null;
        nextNumber++;
        expectedRevision = commit.progress().revision();
        owner.onDurable(commit.progress());
        for (StepResult step : load.steps) {
            surroundings.listener().onStep(name, step);
        }
        if (commit.disposed()) {
            over = true;
            // Before the answer: whoever has it may give the name to another session at once.
            owner.onDisposed();
        }
        load.waiters.forEach(waiter -> waiter.then().run());
        if (commit.checkpoint() != null) {
            surroundings.verifyBase(name, commit.generation());
        }
    }

    /** Everything not durable is lost; commits still under way are no longer listened to. */
    void abandon(Throwable cause) {
        incarnation++;
        Load inFlight = flying;
        flying = null;
        List<Waiter> waiters = new ArrayList<>();
        if (inFlight != null) {
            waiters.addAll(inFlight.waiters);
        }
        waiters.addAll(open.waiters);
        open = new Load();
        factsSinceStep.clear();
        waiters.forEach(waiter -> waiter.otherwise().accept(cause));
    }
}
