package dev.terrane.session.hosting;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what is stored bounded, on one thread of its own. A checkpoint becomes a base only when a
 * replay of the journal from the base before it gives the same state; then the journal between them
 * is joined into few rows, and later dropped. A replay that gives something else is told, and both
 * checkpoint and journal are kept as evidence. For all threads.
 */
final class Keeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final int CLOSE_SECONDS = 5;

    private final SessionStore store;
    private final SessionLimits limits;
    private final SessionStore.Retention retention;
    private final ExecutorService thread;
    private final LongAdder bases = new LongAdder();
    private final LongAdder diverged = new LongAdder();
    private volatile boolean closed;

    /** What became of a session's checkpoints. */
    enum Verdict {
        /** The last of them is a base now. */
        BASE,
        /** There was none to verify. */
        NOTHING,
        /** A replay gave something else. */
        DIVERGED
    }

    Keeper(
            SessionStore store,
            SessionLimits limits,
            SessionStore.Retention retention,
            ThreadFactory threads) {
        this.store = store;
        this.limits = limits;
        this.retention = retention;
        this.thread = Executors.newSingleThreadExecutor(threads);
    }

    /** Verifies all checkpoints of a generation that wait for it. */
    CompletableFuture<Verdict> verify(SessionId name, Generation generation) {
        return run(() -> verifyNow(name, generation));
    }

    /** Drops what is old enough. */
    CompletableFuture<SessionStore.Pruned> prune() {
        return run(
                () -> {
                    SessionStore.Pruned pruned = store.prune(retention);
                    if (pruned.journalRows() + pruned.receipts() + pruned.generations() > 0) {
                        LOG.info("dropped by retention: {}", pruned);
                    }
                    return pruned;
                });
    }

    /** Checkpoints that became bases. */
    long bases() {
        return bases.sum();
    }

    /** Checkpoints a replay did not give. */
    long diverged() {
        return diverged.sum();
    }

    /** Runs work of this kind. */
    <T> CompletableFuture<T> run(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, thread)
                    .whenComplete(
                            (result, failure) -> {
                                if (failure != null && !closed) {
                                    LOG.debug("keeping of sessions failed", failure);
                                }
                            });
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Verdict verifyNow(SessionId name, Generation generation) {
        Verdict verdict = Verdict.NOTHING;
        while (!closed) {
            Optional<SessionStore.Candidate> waiting = store.findCandidate(name, generation);
            if (waiting.isEmpty()) {
                return verdict;
            }
            SessionStore.Candidate candidate = waiting.get();
            String defect = defect(candidate);
            if (defect != null) {
                diverged.increment();
                LOG.error(
                        "session {} at revision {}: {}; the checkpoint is no base",
                        name,
                        candidate.checkpoint().revision(),
                        defect);
                store.refuseBase(name, generation, candidate, defect);
                return Verdict.DIVERGED;
            }
            List<SessionStore.JournalRow> archived = JournalRows.join(candidate.rows());
            if (store.acceptBase(name, generation, candidate, archived)) {
                bases.increment();
                verdict = Verdict.BASE;
            }
        }
        return verdict;
    }

    /** Why the candidate is not what its journal gives, or null if it is. */
    private @org.jspecify.annotations.Nullable String defect(SessionStore.Candidate candidate) {
        try {
            Session session = start(candidate);
            for (SessionStore.JournalRow row : candidate.rows()) {
                if (session.replay(JournalRows.decode(row.chunk()), ReplayListener.NONE)
                        instanceof Replayed.Diverged(String reason)) {
                    return "the journal does not replay: " + reason;
                }
            }
            SessionState stored =
                    Loading.require(CheckpointCodec.decode(candidate.checkpoint().state().value()));
            return difference(session.checkpoint(), stored);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return "stored state cannot be read: " + e.getMessage();
        }
    }

    private Session start(SessionStore.Candidate candidate) {
        SessionStore.StoredCheckpoint base = candidate.base();
        return base == null
                ? Session.create(
                        Loading.require(DefinitionCodec.decode(candidate.definition().value())),
                        limits)
                : Session.restore(
                        Loading.require(CheckpointCodec.decode(base.state().value())), limits);
    }

    /** Where two states differ, or null; doubles are compared by their bits. */
    static @org.jspecify.annotations.Nullable String difference(
            SessionState replayed, SessionState stored) {
        if (!replayed.origin().equals(stored.origin())) {
            return "origin differs";
        }
        if (!replayed.progress().equals(stored.progress())) {
            return "counters or digest differ: " + replayed.progress() + ", " + stored.progress();
        }
        if (!replayed.bodies().equals(stored.bodies())) {
            return "bodies differ";
        }
        if (!replayed.contacts().equals(stored.contacts())) {
            return "contacts differ";
        }
        LedgerState ours = replayed.ledger();
        LedgerState theirs = stored.ledger();
        boolean same =
                ours.ids().equals(theirs.ids())
                        && ours.hosts().equals(theirs.hosts())
                        && isTail(ours.recent(), theirs.recent());
        return same ? null : "ledgers differ";
    }

    /** How many receipts are in memory is the host's choice; which they are is not. */
    private static boolean isTail(List<LedgerState.Recent> one, List<LedgerState.Recent> other) {
        int shared = Math.min(one.size(), other.size());
        return one.subList(one.size() - shared, one.size())
                .equals(other.subList(other.size() - shared, other.size()));
    }

    @Override
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            // A store that is closed under running work would be told as a failure.
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
