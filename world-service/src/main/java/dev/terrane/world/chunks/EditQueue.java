package dev.terrane.world.chunks;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreErrors;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.EditBatch.Outcome;
import dev.terrane.world.chunks.EditDrafts.Draft;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Edits on their way to a commit. As soon as one commit ends, the edits that came meanwhile, up to
 * a bound, go into the next: there is no timer, and a lone edit does not wait. An edit is answered
 * after the commit that holds it. May be called by any thread; answers complete on the store's
 * writer.
 */
@Component
public final class EditQueue {
    private static final Logger LOG = LoggerFactory.getLogger(EditQueue.class);
    private static final int RERUNS_MAX = 5;

    private final StoreThreads threads;
    private final EditBatch edits;
    private final ChunkProperties properties;
    private final ChunkNews news;
    private final EditMeters meters;
    private final EditDrafts drafts;
    private final Object lock = new Object();
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>();
    private boolean running;
    private volatile @Nullable Detour detour;

    /** Makes an empty queue. */
    public EditQueue(
            StoreThreads threads,
            EditBatch edits,
            ChunkProperties properties,
            ChunkNews news,
            EditMeters meters,
            EditDrafts drafts) {
        this.threads = threads;
        this.edits = edits;
        this.properties = properties;
        this.news = news;
        this.meters = meters;
        this.drafts = drafts;
        meters.watch(this);
    }

    /** Takes edits that do not come here at once. */
    interface Detour {
        /** Whether it takes this one. */
        boolean takes(EditRequest request);

        /** As {@link EditQueue#submit}. */
        CompletableFuture<EditResult> submit(EditRequest request);
    }

    /** Sends what it takes on a detour. */
    void divert(Detour other) {
        detour = other;
    }

    private record Pending(
            EditRequest request, Optional<Draft> draft, CompletableFuture<EditResult> answer) {}

    /**
     * Hands in an edit. A full queue refuses at once with RESOURCE_EXHAUSTED; a failed commit fails
     * the answers of its edits with the cause, and nothing of them was done.
     */
    public CompletableFuture<EditResult> submit(EditRequest request) {
        Detour known = detour;
        return known != null && known.takes(request) ? known.submit(request) : enqueue(request);
    }

    /** Hands in an edit that takes no detour. */
    CompletableFuture<EditResult> enqueue(EditRequest request) {
        if (size() >= properties.editQueueMax()) {
            return full();
        }
        Pending pending = new Pending(request, drafts.find(request), new CompletableFuture<>());
        synchronized (lock) {
            if (waiting.size() >= properties.editQueueMax()) {
                pending.draft().ifPresent(drafts::release);
                return full();
            }
            waiting.add(pending);
            if (running) {
                return pending.answer();
            }
            running = true;
        }
        commitNext();
        return pending.answer();
    }

    private CompletableFuture<EditResult> full() {
        return CompletableFuture.failedFuture(
                TerraneException.of(CommonError.RESOURCE_EXHAUSTED, "too many edits are waiting")
                        .limit(
                                ChunkProperties.EDIT_QUEUE_MAX,
                                properties.editQueueMax(),
                                properties.editQueueMax() + 1L)
                        .toException());
    }

    /** Edits waiting now. */
    public int size() {
        synchronized (lock) {
            return waiting.size();
        }
    }

    private void commitNext() {
        commit(new ArrayList<>(), true);
    }

    /**
     * Commits a batch and what joins it.
     *
     * @param presuming whether chunks are taken for what drafts were made of
     */
    private void commit(List<Pending> batch, boolean presuming) {
        // Changes are published before the next commit begins, so they are heard in order.
        threads.writeAndTell(
                () -> takeAndRun(batch, edits.new Run(presuming)),
                (outcomes, failure) -> committed(batch, outcomes, failure, 0));
    }

    /**
     * Runs the batch's halves one after the other: what makes the database refuse the whole commit
     * is found by and by, and what has nothing to do with it is committed.
     */
    private void bisect(List<Pending> batch) {
        int middle = batch.size() / 2;
        for (List<Pending> half :
                List.of(batch.subList(0, middle), batch.subList(middle, batch.size()))) {
            threads.writeAndTell(
                    () -> run(half), (outcomes, failure) -> ended(half, outcomes, failure));
        }
    }

    @SuppressWarnings("NullAway") // A future's outcome is null exactly when its failure is not.
    private void ended(List<Pending> half, List<Outcome> outcomes, Throwable failure) {
        if (failure == null) {
            answer(half, outcomes);
        } else if (half.size() > 1 && !StoreErrors.isEnvironment(failure)) {
            bisect(half);
        } else {
            half.forEach(pending -> pending.answer().completeExceptionally(failure));
        }
    }

    private void rerun(List<Pending> batch, int reruns) {
        threads.writeAndTell(
                () -> run(batch),
                (outcomes, failure) -> committed(batch, outcomes, failure, reruns));
    }

    /**
     * Edits that come while those before them run share their commit: on SQLite the commit is what
     * costs. On PostgreSQL a transaction locks its chunks in the order of their keys, and lets
     * others join until then: while it asks for what they have in common.
     */
    private List<Outcome> takeAndRun(List<Pending> batch, EditBatch.Run transaction) {
        List<Outcome> outcomes = new ArrayList<>();
        int from = 0;
        take(batch);
        transaction.open(batch.stream().map(Pending::request).toList());
        take(batch);
        do {
            outcomes.addAll(run(batch.subList(from, batch.size()), transaction));
            from = batch.size();
            if (threads.kind() == DatabaseKind.SQLITE) {
                take(batch);
            }
        } while (from < batch.size());
        return outcomes;
    }

    private void take(List<Pending> batch) {
        synchronized (lock) {
            while (batch.size() < properties.editBatchMax() && !waiting.isEmpty()) {
                Pending pending = waiting.remove();
                pending.draft().ifPresent(drafts::release);
                batch.add(pending);
            }
        }
    }

    @SuppressWarnings("NullAway") // A future's outcome is null exactly when its failure is not.
    private void committed(
            List<Pending> batch, List<Outcome> outcomes, Throwable failure, int reruns) {
        if (failure instanceof PessimisticLockingFailureException
                && threads.kind() == DatabaseKind.POSTGRESQL
                && reruns < RERUNS_MAX) {
            // Another instance won a deadlock or serialisation race: the batch, not its callers,
            // tries again. On SQLite it is another program that holds the file, and the wait for
            // it is over.
            rerun(batch, reruns + 1);
            return;
        }
        if (failure instanceof EditBatch.PresumedException) {
            // Nothing of it was done. What was wrong is found by looking first.
            LOG.debug("a commit of {} edits took a chunk for another", batch.size(), failure);
            commit(batch, false);
            return;
        }
        if (batch.isEmpty() && failure != null) {
            // The store refused the work itself, so nobody is in the batch yet.
            take(batch);
        }
        boolean more;
        synchronized (lock) {
            more = !waiting.isEmpty();
            running = more;
        }
        if (more) {
            commitNext();
        }
        if (failure != null) {
            if (!StoreErrors.isOld(failure)) {
                LOG.warn("a commit of {} edits failed", batch.size(), failure);
            }
            if (batch.size() > 1 && !StoreErrors.isEnvironment(failure) && !isRefusal(failure)) {
                bisect(batch);
            } else {
                batch.forEach(pending -> pending.answer().completeExceptionally(failure));
            }
            return;
        }
        answer(batch, outcomes);
    }

    /** The store did not take the work: nothing of the batch is to blame. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof TerraneException;
    }

    private void answer(List<Pending> batch, List<Outcome> outcomes) {
        meters.committed(outcomes);
        news.publish(changes(outcomes));
        for (int i = 0; i < batch.size(); i++) {
            switch (outcomes.get(i)) {
                case Outcome.Answered(EditResult result, var _) ->
                        batch.get(i).answer().complete(result);
                case Outcome.Failed(RuntimeException cause) ->
                        batch.get(i).answer().completeExceptionally(cause);
            }
        }
    }

    private List<Outcome> run(List<Pending> batch) {
        return run(batch, edits.new Run(false));
    }

    /** Inside a write: runs the edits and records what they changed. */
    private List<Outcome> run(List<Pending> batch, EditBatch.Run transaction) {
        IdentityHashMap<EditRequest, Draft> made = new IdentityHashMap<>();
        for (Pending pending : batch) {
            pending.draft().ifPresent(draft -> made.put(pending.request(), draft));
        }
        List<Outcome> outcomes =
                transaction.edit(batch.stream().map(Pending::request).toList(), made);
        news.record(changes(outcomes));
        return outcomes;
    }

    private static List<ChunkChange> changes(List<Outcome> outcomes) {
        List<ChunkChange> changes = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Answered answered) {
                answered.change().ifPresent(changes::add);
            }
        }
        return changes;
    }
}
