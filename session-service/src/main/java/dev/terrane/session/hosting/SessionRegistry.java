package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.format.Fingerprints;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All hosted sessions by name. Methods may be called by any thread but a session's; those that
 * return values wait for the store. Disposed sessions are not hosted: their receipts are answered
 * from the store.
 */
public final class SessionRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionRegistry.class);
    private static final Duration DRAIN_MAX = Duration.ofSeconds(5);
    private static final int REST_SECONDS = 10;
    private static final int CREATE_TRIES_MAX = 8;

    private final HostingProperties properties;
    private final SessionStore store;
    private final Supplier<Generation> generations;
    private final Beginnings beginnings;
    private final Hosting hosting;
    private final ConcurrentHashMap<SessionId, SessionHost> hosts = new ConcurrentHashMap<>();

    /**
     * Hosts nothing until {@link #recover}.
     *
     * @param generations draws a new generation at random
     */
    public SessionRegistry(
            HostingProperties properties,
            SessionStore store,
            RoomColliders rooms,
            StepListener listener,
            Supplier<Generation> generations) {
        this(properties, store, rooms, listener, generations, System::nanoTime);
    }

    /** With a monotonic time of its own, for simulations and measurements. */
    public SessionRegistry(
            HostingProperties properties,
            SessionStore store,
            RoomColliders rooms,
            StepListener listener,
            Supplier<Generation> generations,
            LongSupplier nanos) {
        this.properties = properties;
        this.store = store;
        this.generations = generations;
        this.beginnings = new Beginnings(properties, rooms, generations);
        this.hosting =
                new Hosting(
                        properties,
                        beginnings.limits(),
                        store,
                        rooms,
                        listener,
                        this::forget,
                        nanos);
        var _ =
                hosting.timer()
                        .scheduleWithFixedDelay(
                                this::rest, REST_SECONDS, REST_SECONDS, TimeUnit.SECONDS);
    }

    /** What a create gave. */
    public record Created(SessionView view, boolean isNew) {}

    /** Hosts every session that is not disposed; clocks go on. Returns their number. */
    public int recover() {
        List<SessionRecord> alive = store.listAlive();
        alive.forEach(this::host);
        alive.stream()
                .filter(record -> record.fault() != null)
                .forEach(
                        record ->
                                LOG.warn(
                                        "session {} is faulted: {}",
                                        record.name(),
                                        record.fault()));
        LOG.info("hosting {} sessions", alive.size());
        return alive.size();
    }

    /** Creates a session, or finds the one that the same request made before. */
    public Created create(SessionDraft draft) {
        for (int tries = 0; tries < CREATE_TRIES_MAX; tries++) {
            Optional<SessionRecord> taken = findAlive(draft.name());
            if (taken.isPresent()) {
                return existing(draft, taken.get());
            }
            Optional<Created> made = tryCreate(draft);
            if (made.isPresent()) {
                return made.get();
            }
            // Somebody else made one; it may be disposed again by now.
        }
        throw TerraneException.of(
                        CommonError.UNAVAILABLE,
                        "others create and dispose session " + draft.name() + " all the time")
                .toException();
    }

    /** Creates a session; empty if the name is another one's meanwhile. */
    private Optional<Created> tryCreate(SessionDraft draft) {
        if (hosts.size() >= properties.sessionsMax()) {
            throw TerraneException.of(CommonError.RESOURCE_EXHAUSTED, "too many sessions")
                    .limit(
                            HostingProperties.SESSIONS_MAX,
                            properties.sessionsMax(),
                            hosts.size() + 1L)
                    .toException();
        }
        SessionStore.NewSession session = beginnings.of(draft);
        return store.create(session)
                ? Optional.of(new Created(hostNew(session.record()).view(), true))
                : Optional.empty();
    }

    private static Created existing(SessionDraft draft, SessionRecord record) {
        if (!record.creation().specHash().equals(draft.specHash())) {
            throw TerraneException.of(
                            SessionError.SESSION_EXISTS,
                            "session " + draft.name() + " was made from another specification")
                    .field("spec.name")
                    .toException();
        }
        return new Created(SessionView.of(record), false);
    }

    private Optional<SessionRecord> findAlive(SessionId name) {
        return store.find(name).filter(record -> record.state() != SessionRecord.State.DISPOSED);
    }

    /** One session, disposed ones included; every number is durable. */
    public SessionView get(SessionId name) {
        SessionHost host = hosts.get(name);
        if (host != null) {
            return host.view();
        }
        return SessionView.of(store.find(name).orElseThrow(() -> notFound(name)));
    }

    /** Sessions in order of name, after one. */
    public List<SessionView> list(@Nullable SessionId after, int limit) {
        return store.list(after, limit).stream()
                .map(
                        record -> {
                            SessionHost host = hosts.get(record.name());
                            return host == null ? SessionView.of(record) : host.view();
                        })
                .toList();
    }

    /** The chunks a session's boxes came from. */
    public List<RoomColliders.PinnedChunk> pinned(SessionView session) {
        return session.room() == null
                ? List.of()
                : store.pinned(session.name(), session.generation());
    }

    /** Judges commands in order; completes when every answer is durable. */
    public CompletableFuture<List<CommandAnswer>> submit(
            SessionId name, Generation generation, List<Command> commands) {
        SessionHost host = hosts.get(name);
        if (host != null) {
            return host.submit(generation, commands);
        }
        SessionRecord record = store.find(name).orElseThrow(() -> notFound(name));
        if (record.state() != SessionRecord.State.DISPOSED) {
            return host(record).submit(generation, commands);
        }
        if (!record.generation().equals(generation)) {
            throw Refusals.wrongGeneration(SessionView.of(record));
        }
        return CompletableFuture.completedFuture(
                commands.stream().map(command -> afterDispose(record, command)).toList());
    }

    /** Retries are answered, anything new is too late. */
    private CommandAnswer afterDispose(SessionRecord record, Command command) {
        Optional<SessionStore.StoredReceipt> stored =
                hosting.receipt(record.name(), record.generation(), command.id());
        if (stored.isPresent()) {
            return hosting.compare(
                    record.name(),
                    record.generation(),
                    stored.get(),
                    command,
                    new Batch.Seen(record.progress().revision(), record.progress().stepIndex()));
        }
        long revision = record.progress().revision();
        return new CommandAnswer.Judged(
                new Receipt(
                        command.id(),
                        command.operation().kind(),
                        ReceiptError.SESSION_DISPOSED,
                        revision,
                        revision,
                        record.progress().stepIndex(),
                        0),
                List.of());
    }

    /** Asks a live session; the answer is durable when it comes. */
    public <T> CompletableFuture<T> ask(SessionId name, Function<Session, T> question) {
        return hostOf(name).ask(question);
    }

    /** The same, if the session is of this generation. */
    public <T> CompletableFuture<T> ask(
            SessionId name, Generation generation, Function<Session, T> question) {
        SessionHost host = hostOf(name);
        return host.ask(
                session -> {
                    if (!session.origin().generation().equals(generation)) {
                        throw Refusals.wrongGeneration(host.view());
                    }
                    return question.apply(session);
                });
    }

    /** Stops or starts a session's clock. */
    public CompletableFuture<SessionView> setPaused(SessionId name, boolean paused) {
        SessionHost host = hostOf(name);
        return host.setPaused(paused, () -> store.setPaused(name, paused));
    }

    /** Where a checkpoint stands and whether a replay of the journal gave it too. */
    public record Checkpoint(Generation generation, SessionRecord.Progress at, boolean isBase) {}

    /** Makes a base now: a checkpoint, durable, and verified by replay from the base before. */
    public CompletableFuture<Checkpoint> checkpoint(SessionId name) {
        SessionHost host = hostOf(name);
        return host.checkpoint()
                .thenCompose(
                        made ->
                                hosting.keeper()
                                        .verify(name, made.generation())
                                        .thenApply(
                                                verdict ->
                                                        new Checkpoint(
                                                                made.generation(),
                                                                made.progress(),
                                                                isBase(made))));
    }

    private boolean isBase(SessionView made) {
        return store.base(made.name(), made.generation())
                .filter(base -> base.revision() >= made.progress().revision())
                .isPresent();
    }

    /**
     * Begins the next generation from the present bodies; the one named ends. A retry finds the
     * generation that the first call made.
     */
    public CompletableFuture<SessionView> rollOver(SessionId name, Generation generation) {
        SessionHost host = hostOf(name);
        SessionView now = host.view();
        if (follows(now, generation)) {
            return CompletableFuture.completedFuture(now);
        }
        // Another call may be at it: whoever comes second finds what the first one made.
        return host.rollOver(generation, generations.get())
                .exceptionallyComposeAsync(
                        failure -> {
                            SessionView then = host.view();
                            return follows(then, generation)
                                    ? CompletableFuture.completedFuture(then)
                                    : CompletableFuture.failedFuture(failure);
                        },
                        hosting::later);
    }

    /** Whether a rollover of that generation made the present one. */
    private boolean follows(SessionView now, Generation generation) {
        return !now.generation().equals(generation)
                && store.successor(now.name(), generation)
                        .filter(SessionStore.Life::byRollover)
                        .filter(life -> life.generation().equals(now.generation()))
                        .isPresent();
    }

    /** Lets sessions without clients' commands for 60 s give up memory, now. */
    public void rest() {
        long now = hosting.nanos().getAsLong();
        hosts.values().forEach(host -> host.restIfDue(now));
    }

    /** Runs long work that no session waits for. */
    <T> CompletableFuture<T> background(Supplier<T> work) {
        return hosting.keeper().run(work);
    }

    /** Drops what retention no longer covers, now. */
    public CompletableFuture<SessionStore.Pruned> prune() {
        return hosting.keeper().prune();
    }

    /** Disposes a session that failed: no command reaches it any more. */
    public SessionView retire(SessionView session) {
        store.retire(session.name(), session.generation());
        SessionHost host = hosts.get(session.name());
        if (host != null) {
            forget(host);
        }
        return get(session.name());
    }

    private SessionHost hostOf(SessionId name) {
        SessionHost host = hosts.get(name);
        if (host != null) {
            return host;
        }
        SessionRecord record = store.find(name).orElseThrow(() -> notFound(name));
        if (record.state() == SessionRecord.State.DISPOSED) {
            throw Refusals.disposed(name);
        }
        return host(record);
    }

    /** The one host of a session. */
    private SessionHost host(SessionRecord record) {
        return hosts.computeIfAbsent(record.name(), name -> SessionHost.start(hosting, record));
    }

    /**
     * The host of a life that has just been stored. That of the life before may still be there: its
     * dispose is durable, but it was not told yet.
     */
    private SessionHost hostNew(SessionRecord record) {
        return hosts.compute(
                record.name(),
                (name, known) -> {
                    if (known != null && isPresent(known)) {
                        return known;
                    }
                    if (known != null) {
                        end(known);
                    }
                    return SessionHost.start(hosting, record);
                });
    }

    private boolean isPresent(SessionHost host) {
        Generation hosted = host.view().generation();
        return store.find(host.name())
                .filter(stored -> stored.generation().equals(hosted))
                .isPresent();
    }

    private void forget(SessionHost host) {
        if (hosts.remove(host.name(), host)) {
            end(host);
        }
    }

    private void end(SessionHost host) {
        host.gone();
        hosting.listener().onEnd(host.name());
    }

    private static TerraneException notFound(SessionId name) {
        return TerraneException.of(CommonError.NOT_FOUND, "no session " + name)
                .field("name")
                .toException();
    }

    /** Counters for operators. */
    public HostingStats stats() {
        return hosting.stats(hosts.size());
    }

    /** Stops clocks, waits until what was judged is durable, ends the threads. */
    @Override
    public void close() {
        CompletableFuture<?>[] draining =
                hosts.values().stream()
                        .map(SessionHost::drain)
                        .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(draining).get(DRAIN_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | java.util.concurrent.ExecutionException e) {
            LOG.warn("sessions closed before everything judged was durable", e);
        }
        hosts.values().forEach(SessionHost::gone);
        hosting.close();
    }

    /** The durable receipt of a command, the clock's steps included, as far as it is kept. */
    public Optional<CommandAnswer.Judged> receipt(
            SessionId name, Generation generation, CommandId id) {
        return hosting.receipt(name, generation, id)
                .map(SessionStore.StoredReceipt::receipt)
                .map(
                        receipt ->
                                new CommandAnswer.Judged(
                                        receipt, hosting.facts(name, generation, receipt)));
    }

    /** The facts of a durable command, for tools. */
    public List<ContactFact> facts(SessionId name, Generation generation, long revision) {
        return Refusals.readable(name, () -> store.facts(name, generation, revision));
    }

    /** The fingerprint a retry is compared by. */
    static Hash fingerprint(Command command) {
        return new Fingerprints().fingerprint(command.expected(), command.operation());
    }
}
