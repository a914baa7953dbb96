package dev.terrane.core.session;

import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Fingerprints;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.PhysicsWorld;
import dev.terrane.core.session.physics.SoftStepWorld;
import dev.terrane.core.session.physics.StepOutcome;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One named, retained world. States: LIVE to DISPOSED by an accepted dispose; any to FAULTED when a
 * step leaves the world unusable. A disposed session still answers (with rejections), a faulted one
 * refuses everything until it is reloaded from its journal.
 *
 * <p>Checks of a command, in order: generation, reserved id, ledger (same content: the first
 * receipt again; other content: conflict), ledger and journal room, faulted, disposed, revision,
 * then the operation's own. Every judged command has exactly one receipt and its id is spent;
 * accepted ones raise the revision by one. Nothing is durable until the host has committed {@link
 * #takeChunk()}.
 *
 * <p>Owner: one thread at a time. Hands out immutable values only, except the body views.
 */
public final class Session {
    private final SessionState.Origin origin;
    private final SessionLimits limits;
    private final PhysicsWorld world;
    private final Executor executor;
    private final Fingerprints fingerprints = new Fingerprints();
    private final Ledger ledger;
    private final Journal journal;
    private final FactCollector facts = new FactCollector();
    private long revision;
    private long stepIndex;
    private double seconds;
    private long lastIncarnation;
    private boolean disposed;
    private @Nullable String fault;
    private boolean endsInStep = true;
    private Hash digest;

    private Session(
            SessionState.Origin origin,
            SessionLimits limits,
            PhysicsWorld world,
            @Nullable LedgerState ledgerState,
            Hash digest,
            long commandCount,
            long entryCount) {
        this.origin = origin;
        this.limits = limits;
        this.world = world;
        this.executor = new Executor(world, origin.limits());
        this.ledger =
                ledgerState == null
                        ? new Ledger(limits, fingerprints)
                        : new Ledger(limits, fingerprints, ledgerState);
        this.digest = digest;
        this.journal = new Journal(commandCount, entryCount);
    }

    /** A new session at revision 0. */
    public static Session create(SessionDefinition definition, SessionLimits limits) {
        return create(
                definition, limits, new SoftStepWorld(definition.limits(), definition.gravity()));
    }

    /** A new session in an empty world. */
    static Session create(SessionDefinition definition, SessionLimits limits, PhysicsWorld world) {
        long incarnation = 0;
        for (BodyDefinition body : definition.bodies()) {
            world.spawn(body, ++incarnation);
        }
        var origin =
                new SessionState.Origin(
                        definition.id(),
                        definition.generation(),
                        world.engine(),
                        definition.gravity(),
                        definition.limits());
        Hash start = new Fingerprints().start(definition, world.engine());
        Session session = new Session(origin, limits, world, null, start, 0, 0);
        session.seconds = definition.seconds();
        session.lastIncarnation = incarnation;
        return session;
    }

    /**
     * A session that continues from a checkpoint with the same bits.
     *
     * @throws IllegalArgumentException if the state is another engine's or does not fit together
     */
    public static Session restore(SessionState state, SessionLimits limits) {
        SessionState.Origin origin = state.origin();
        if (!origin.engine().equals(SoftStepWorld.ENGINE)) {
            throw new IllegalArgumentException(
                    "state of engine '" + origin.engine() + "', this is " + SoftStepWorld.ENGINE);
        }
        var world =
                new SoftStepWorld(
                        origin.limits(), origin.gravity(), state.bodies(), state.contacts());
        SessionState.Progress progress = state.progress();
        requireFit(state);
        Session session =
                new Session(
                        origin,
                        limits,
                        world,
                        state.ledger(),
                        progress.digest(),
                        progress.revision(),
                        progress.entries());
        session.endsInStep = progress.endsInStep();
        session.revision = progress.revision();
        session.stepIndex = progress.stepIndex();
        session.seconds = progress.seconds();
        session.lastIncarnation = progress.lastIncarnation();
        session.disposed = progress.disposed();
        return session;
    }

    /** What the parts of a state promise each other beyond what each checks of itself. */
    private static void requireFit(SessionState state) {
        for (var body : state.bodies()) {
            if (body.incarnation() < 1 || body.incarnation() > state.progress().lastIncarnation()) {
                throw new IllegalArgumentException("no such incarnation was given out: " + body);
            }
        }
        for (var contact : state.contacts()) {
            boolean open = contact.startStep() > 0 && contact.ordinal() > 0;
            if (contact.touching() != open
                    || contact.startStep() > state.progress().stepIndex()
                    || contact.startStep() < 0) {
                throw new IllegalArgumentException("no such episode began: " + contact);
            }
        }
    }

    /** Judges a command from outside. */
    public Submission submit(Command command) {
        if (!command.generation().equals(origin.generation())) {
            return new Submission.Refused(
                    Submission.Refusal.WRONG_GENERATION, "generation is " + origin.generation());
        }
        if (!(command.id() instanceof CommandId.Client id)) {
            return new Submission.Refused(
                    Submission.Refusal.RESERVED_ID,
                    "ids starting with '" + CommandId.HOST_PREFIX + "' are the host's");
        }
        Hash fingerprint = fingerprints.fingerprint(command.expected(), command.operation());
        int place = ledger.placeOf(id);
        if (place >= 0) {
            return answerAgain(place, id, command.operation().kind(), fingerprint);
        }
        if (ledger.isFull()) {
            return new Submission.Refused(
                    Submission.Refusal.LEDGER_FULL, "limit " + limits.clientIdsMax());
        }
        return judge(id, command.expected(), command.operation(), fingerprint);
    }

    private Submission answerAgain(
            int place, CommandId.Client id, CommandKind kind, Hash fingerprint) {
        LedgerState.Recent known = ledger.findRecent(place);
        if (known == null) {
            return new Submission.Archived(
                    origin.id(), origin.generation(), id, kind, fingerprint, revision, stepIndex);
        }
        return known.fingerprint().equals(fingerprint)
                ? new Submission.Answered(known.receipt(), fingerprint, known.facts(), true)
                : Submission.Answered.conflict(id, kind, fingerprint, revision, stepIndex);
    }

    /** Judges a command of the host's own; it is admitted whatever the revision is. */
    public Submission submitHost(CommandId.Host id, Operation operation) {
        long watermark = ledger.watermark(id.source());
        if (id.sequence() <= watermark) {
            return new Submission.HostRepeat(watermark);
        }
        Hash fingerprint = fingerprints.fingerprint(Expected.ANY, operation);
        return judge(id, Expected.ANY, operation, fingerprint);
    }

    /** The fingerprint by which a stored receipt is compared with a retry. */
    public Hash fingerprint(Command command) {
        return fingerprints.fingerprint(command.expected(), command.operation());
    }

    /** The highest sequence the source has used. */
    public long watermark(String source) {
        return ledger.watermark(source);
    }

    private Submission judge(
            CommandId id, Expected expected, Operation operation, Hash fingerprint) {
        if (fault != null) {
            return new Submission.Refused(Submission.Refusal.FAULTED, fault);
        }
        if (journal.pendingRecords() >= limits.pendingRecordsMax()) {
            return new Submission.Refused(
                    Submission.Refusal.JOURNAL_BEHIND, "limit " + limits.pendingRecordsMax());
        }
        ReceiptError error = ReceiptError.NONE;
        if (disposed) {
            error = ReceiptError.SESSION_DISPOSED;
        } else if (expected instanceof Expected.At(long at) && at != revision) {
            error = ReceiptError.STALE_REVISION;
        }
        if (error == ReceiptError.NONE) {
            error = executor.judge(operation);
        }
        return error == ReceiptError.NONE
                ? accept(id, expected, operation, fingerprint)
                : reject(id, operation.kind(), error, fingerprint);
    }

    private Submission reject(
            CommandId id, CommandKind kind, ReceiptError error, Hash fingerprint) {
        Receipt receipt = new Receipt(id, kind, error, revision, revision, stepIndex, 0);
        ledger.record(receipt, fingerprint, List.of());
        journal.add(new JournalRecord.Rejected(receipt, fingerprint));
        endsInStep = false;
        return new Submission.Answered(receipt, fingerprint, List.of(), false);
    }

    private Submission accept(
            CommandId id, Expected expected, Operation operation, Hash fingerprint) {
        boolean step = operation instanceof Operation.Step;
        long nextStep = step ? stepIndex + 1 : stepIndex;
        facts.start(nextStep);
        StepOutcome outcome;
        try {
            outcome = executor.carryOut(operation, lastIncarnation + 1, nextStep, facts);
        } catch (RuntimeException e) {
            // The world may be half changed: nothing of this session leaves it any more.
            fault = "defect in the solver: " + e;
            return new Submission.Refused(Submission.Refusal.FAULTED, fault);
        }
        if (outcome != StepOutcome.OK) {
            fault = "step " + nextStep + ": " + outcome;
            return new Submission.Refused(Submission.Refusal.FAULTED, fault);
        }
        switch (operation) {
            case Operation.Step(var spec) -> seconds += spec.seconds();
            case Operation.Spawn spawn -> lastIncarnation++;
            case Operation.Dispose dispose -> disposed = true;
            default -> {}
        }
        stepIndex = nextStep;
        long before = revision++;
        List<ContactFact> produced = facts.take();
        digest = fingerprints.chain(digest, id, fingerprint);
        Receipt receipt =
                new Receipt(
                        id,
                        operation.kind(),
                        ReceiptError.NONE,
                        before,
                        revision,
                        stepIndex,
                        produced.size());
        ledger.record(receipt, fingerprint, produced);
        journal.add(new JournalRecord.Accepted(id, expected, before, operation));
        endsInStep = step;
        return new Submission.Answered(receipt, fingerprint, produced, false);
    }

    /** Where the session stands. */
    public SessionInfo info() {
        return new SessionInfo(
                origin.id(),
                origin.generation(),
                revision,
                stepIndex,
                seconds,
                world.bodyCount(),
                disposed,
                fault != null,
                digest);
    }

    /** Accepted commands so far. */
    public long revision() {
        return revision;
    }

    /** Commands with a receipt so far, rejected ones included. */
    public long entries() {
        return journal.entryCount();
    }

    /** Accepted steps so far. */
    public long stepIndex() {
        return stepIndex;
    }

    /** What never changes in this generation. */
    public SessionState.Origin origin() {
        return origin;
    }

    /** Visits the bodies in ascending order of id; the views are valid during the call. */
    public void forEachBody(Consumer<? super BodyView> visitor) {
        world.forEach(visitor);
    }

    /** The live body, or null; valid until the next command. */
    public @Nullable BodyView findBody(BodyId id) {
        return world.find(id);
    }

    /**
     * Takes the journal written since the last call, or null if there is none. The host commits it
     * before any answer of these commands leaves.
     */
    public @Nullable JournalChunk takeChunk() {
        return journal.take(origin, digest);
    }

    /**
     * The whole state.
     *
     * @throws IllegalStateException if the session is faulted
     */
    public SessionState checkpoint() {
        requireState();
        return new SessionState(
                origin,
                new SessionState.Progress(
                        revision,
                        journal.entryCount(),
                        endsInStep,
                        stepIndex,
                        seconds,
                        lastIncarnation,
                        disposed,
                        digest),
                world.bodies(),
                world.contacts(),
                ledger.toState());
    }

    private void requireState() {
        if (fault != null) {
            throw new IllegalStateException("a faulted session has no state: " + fault);
        }
    }

    /**
     * Where the session stands, to be rebuilt from that base and the journal after it.
     *
     * @throws IllegalStateException if the session is faulted
     */
    public ResumeDescriptor resumeFrom(ResumeDescriptor.Base base) {
        SessionState state = checkpoint();
        return new ResumeDescriptor(
                origin.id(),
                origin.generation(),
                origin.engine(),
                base,
                state.progress(),
                Hash.of(CheckpointCodec.encode(state)));
    }

    /**
     * What can be seen of it, for inspection only.
     *
     * @throws IllegalStateException if the session is faulted
     */
    public WorldState worldState() {
        requireState();
        return Exports.worldState(info(), origin, world);
    }

    /**
     * Gives up receipts that the store has, down to the few of a session at rest. The host calls it
     * when no client command came for a while; it changes nothing but where a retry is answered
     * from.
     */
    public void trimReceipts() {
        ledger.trim(limits.restingReceiptsMax());
    }

    /**
     * The start of the next generation, if the present state is nothing but its bodies: the last
     * command was an accepted step (or there was none) and nothing touches. Changes nothing.
     */
    public Rollover rollover(Generation next) {
        if (fault != null) {
            return new Rollover.Refused(Rollover.Reason.FAULTED, fault);
        }
        if (disposed) {
            return new Rollover.Refused(Rollover.Reason.DISPOSED, "at revision " + revision);
        }
        if (!endsInStep) {
            return new Rollover.Refused(
                    Rollover.Reason.NOT_STEPPED, "the last command is no accepted step");
        }
        return Exports.definition(origin, world, seconds, next);
    }

    /**
     * Applies a committed chunk again. The session must stand where the chunk begins; it must not
     * be used after a divergence.
     */
    public Replayed replay(JournalChunk chunk, ReplayListener listener) {
        return new Replay(this, listener).run(chunk);
    }

    /** Replays one accepted command at the revision it was applied to; null if it diverges. */
    Submission.@Nullable Answered replayOne(
            CommandId id, Expected requested, long resolvedRevision, Operation operation) {
        if (resolvedRevision != revision
                || (requested instanceof Expected.At(long at) && at != revision)) {
            return null;
        }
        boolean spent =
                switch (id) {
                    case CommandId.Client client -> ledger.placeOf(client) >= 0;
                    case CommandId.Host host -> host.sequence() <= ledger.watermark(host.source());
                };
        if (spent) {
            return null;
        }
        Hash fingerprint = fingerprints.fingerprint(requested, operation);
        Submission answer = judge(id, requested, operation, fingerprint);
        return answer instanceof Submission.Answered answered && answered.receipt().isAccepted()
                ? answered
                : null;
    }

    /** Takes up a rejection of the journal; false if it does not belong here. */
    boolean replayRejection(JournalRecord.Rejected rejected) {
        Receipt receipt = rejected.receipt();
        if (receipt.beforeRevision() != revision
                || (receipt.commandId() instanceof CommandId.Client client
                        && ledger.placeOf(client) >= 0)) {
            return false;
        }
        ledger.record(receipt, rejected.fingerprint(), List.of());
        journal.add(rejected);
        endsInStep = false;
        return true;
    }

    /** Forgets journal records a replay made: they are committed already. */
    void forgetPending() {
        journal.forget();
    }
}
