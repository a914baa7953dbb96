package dev.terrane.session.hosting;

import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The threads and helpers all hosted sessions share. Safe for all threads. */
final class Hosting implements Surroundings, HostingMetrics, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hosting.class);
    private static final int COMMITS_PER_ROUND_MAX = 256;
    private static final long RETRY_NANOS = 200_000_000L;
    private static final int PRUNE_SECONDS = 60;

    /** Generations of a name that ended and are kept, whatever the time they ended. */
    private static final int ENDED_GENERATIONS_MAX = 64;

    private final HostingProperties properties;
    private final SessionLimits limits;
    private final SessionStore store;
    private final StepListener listener;
    private final RoomColliders rooms;
    private final Consumer<SessionHost> onDisposed;
    private final ExecutorService pool;
    private final ScheduledThreadPoolExecutor timer;
    private final Ticks ticks;
    private final ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor();
    private final CommitQueue commits;
    private final HostReceipts hostReceipts;
    private final LongAdder stalls = new LongAdder();
    private final LongAdder reloads = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder boxesChanged = new LongAdder();
    private final LongAdder boxesRefused = new LongAdder();
    private final Keeper keeper;
    private final LongSupplier nanos;
    private volatile boolean closed;

    Hosting(
            HostingProperties properties,
            SessionLimits limits,
            SessionStore store,
            RoomColliders rooms,
            StepListener listener,
            Consumer<SessionHost> onDisposed,
            LongSupplier nanos) {
        this.properties = properties;
        this.limits = limits;
        this.store = store;
        this.rooms = rooms;
        this.listener = listener;
        this.onDisposed = onDisposed;
        this.pool = Executors.newFixedThreadPool(properties.workers(), named("session-worker-"));
        this.timer = new ScheduledThreadPoolExecutor(1, named("session-clock-"));
        this.timer.setRemoveOnCancelPolicy(true);
        this.ticks = new Ticks(timer);
        this.hostReceipts = new HostReceipts(store);
        this.commits = new CommitQueue(store, COMMITS_PER_ROUND_MAX);
        this.nanos = nanos;
        this.keeper =
                new Keeper(
                        store,
                        limits,
                        new SessionStore.Retention(
                                properties.journalRetained(),
                                properties.receiptsRetained(),
                                ENDED_GENERATIONS_MAX),
                        named("session-keeper-"));
        var _ =
                timer.scheduleWithFixedDelay(
                        this::prune, PRUNE_SECONDS, PRUNE_SECONDS, TimeUnit.SECONDS);
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return body ->
                Thread.ofPlatform()
                        .daemon()
                        .name(prefix + number.incrementAndGet())
                        .unstarted(
                                () -> {
                                    MDC.put("service", "session");
                                    body.run();
                                });
    }

    @Override
    public HostingProperties properties() {
        return properties;
    }

    @Override
    public SessionLimits limits() {
        return limits;
    }

    @Override
    public Executor pool() {
        return pool;
    }

    @Override
    public Ticks ticks() {
        return ticks;
    }

    /** The thread of the clocks, for short work that comes again. */
    ScheduledExecutorService timer() {
        return timer;
    }

    @Override
    public LongSupplier nanos() {
        return nanos;
    }

    @Override
    public CommitQueue commits() {
        return commits;
    }

    @Override
    public StepListener listener() {
        return listener;
    }

    @Override
    public HostingMetrics metrics() {
        return this;
    }

    @Override
    public void clockStalled() {
        stalls.increment();
    }

    @Override
    public void stepsDropped(long steps) {
        dropped.add(steps);
    }

    @Override
    public void collidersChanged(int boxes, int refused) {
        boxesChanged.add(boxes);
        boxesRefused.add(refused);
    }

    @Override
    public void rollOver(
            SessionStore.NewSession next,
            Generation from,
            long revision,
            Consumer<@Nullable Throwable> then) {
        later(
                () -> {
                    try {
                        boolean done = store.rollOver(next, from, revision);
                        then.accept(done ? null : new IllegalStateException("it stands elsewhere"));
                    } catch (RuntimeException e) {
                        then.accept(e);
                    }
                });
    }

    @Override
    public void verifyBase(SessionId name, Generation generation) {
        var _ = keeper.verify(name, generation);
    }

    private void prune() {
        var _ = keeper.prune();
    }

    Keeper keeper() {
        return keeper;
    }

    HostingStats stats(int hosted) {
        return new HostingStats(
                hosted,
                commits.rounds(),
                stalls.sum(),
                dropped.sum(),
                reloads.sum(),
                keeper.bases(),
                keeper.diverged(),
                boxesChanged.sum(),
                boxesRefused.sum());
    }

    @Override
    public void load(SessionId name, Consumer<SessionStore.Restorable> then, Runnable never) {
        reloads.increment();
        later(
                () -> {
                    while (!closed) {
                        try {
                            Optional<SessionStore.Restorable> stored = store.load(name);
                            stored.ifPresentOrElse(then, never);
                            return;
                        } catch (RuntimeException e) {
                            LOG.warn("session {} cannot be read yet", name, e);
                            LockSupport.parkNanos(RETRY_NANOS);
                        }
                    }
                    never.run();
                });
    }

    @Override
    public void completeArchived(SessionId name, Generation generation, Batch batch) {
        if (!batch.answers.contains(null)) {
            batch.done.complete(batch.answers.stream().<CommandAnswer>map(a -> a).toList());
            return;
        }
        later(
                () -> {
                    try {
                        List<CommandAnswer> all = new ArrayList<>();
                        for (int i = 0; i < batch.commands.size(); i++) {
                            CommandAnswer known = batch.answers.get(i);
                            all.add(
                                    known != null
                                            ? known
                                            : archived(
                                                    name,
                                                    generation,
                                                    batch.commands.get(i),
                                                    batch.seen.get(i)));
                        }
                        batch.done.complete(all);
                    } catch (RuntimeException e) {
                        batch.done.completeExceptionally(e);
                    }
                });
    }

    private CommandAnswer archived(
            SessionId name, Generation generation, Command command, Batch.@Nullable Seen seen) {
        return receipt(name, generation, command.id())
                .map(
                        stored ->
                                compare(
                                        name,
                                        generation,
                                        stored,
                                        command,
                                        seen == null
                                                ? new Batch.Seen(
                                                        stored.receipt().afterRevision(),
                                                        stored.receipt().stepIndex())
                                                : seen))
                .orElseGet(() -> pruned(command.id()));
    }

    /** The receipt of a command as far as it is kept; a damaged one is refused. */
    Optional<SessionStore.StoredReceipt> receipt(
            SessionId name, Generation generation, CommandId id) {
        return Refusals.readable(
                name,
                () ->
                        switch (id) {
                            case CommandId.Client client ->
                                    store.findReceipt(name, generation, client);
                            case CommandId.Host host -> hostReceipts.find(name, generation, host);
                        });
    }

    /** Facts of a command as far as they are kept; damaged ones are refused. */
    List<ContactFact> facts(SessionId name, Generation generation, Receipt receipt) {
        return receipt.factCount() == 0
                ? List.of()
                : Refusals.readable(
                        name, () -> store.facts(name, generation, receipt.afterRevision()));
    }

    private static CommandAnswer pruned(CommandId id) {
        return new CommandAnswer.Pruned(
                switch (id) {
                    case CommandId.Client client -> "its receipt has left retention";
                    case CommandId.Host host ->
                            "its journal has left retention, or a higher sequence came before it";
                });
    }

    /** The stored receipt for a retry, a conflict at the present revision for anything else. */
    CommandAnswer compare(
            SessionId name,
            Generation generation,
            SessionStore.StoredReceipt stored,
            Command command,
            Batch.Seen seen) {
        Receipt receipt = stored.receipt();
        if (stored.fingerprint().equals(SessionRegistry.fingerprint(command))) {
            return new CommandAnswer.Judged(receipt, facts(name, generation, receipt));
        }
        return new CommandAnswer.Judged(
                new Receipt(
                        receipt.commandId(),
                        command.operation().kind(),
                        ReceiptError.COMMAND_ID_CONFLICT,
                        seen.revision(),
                        seen.revision(),
                        seen.stepIndex(),
                        0),
                List.of());
    }

    @Override
    public void rememberFault(SessionId name, Generation generation, String reason) {
        later(() -> store.setFault(name, generation, reason));
    }

    @Override
    public void pruneFacts(SessionId name, Generation generation, long beforeStep) {
        if (beforeStep > 0) {
            later(() -> store.pruneFacts(name, generation, beforeStep));
        }
    }

    @Override
    public RoomColliders rooms() {
        return rooms;
    }

    @Override
    public void disposed(SessionHost host) {
        onDisposed.accept(host);
    }

    /** Work that may wait, on a thread of its own. */
    void later(Runnable work) {
        try {
            waiting.execute(
                    () -> {
                        MDC.put("service", "session");
                        try {
                            work.run();
                        } catch (RuntimeException e) {
                            LOG.warn("background work of a session failed", e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            LOG.debug("background work refused: closing", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        pool.shutdown();
        keeper.close();
        waiting.shutdownNow();
    }
}
