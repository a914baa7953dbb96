package dev.terrane.world.chunks;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.EditBatch.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    private final List<ChunkListener> listeners;
    private final EditMeters meters;
    private final Object lock = new Object();
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>();
    private boolean running;

    /** Makes an empty queue. */
    public EditQueue(
            StoreThreads threads,
            EditBatch edits,
            ChunkProperties properties,
            List<ChunkListener> listeners,
            EditMeters meters) {
        this.threads = threads;
        this.edits = edits;
        this.properties = properties;
        this.listeners = List.copyOf(listeners);
        this.meters = meters;
        meters.watch(this);
    }

    private record Pending(EditRequest request, CompletableFuture<EditResult> answer) {}

    /**
     * Hands in an edit. A full queue refuses at once with RESOURCE_EXHAUSTED; a failed commit fails
     * the answers of its edits with the cause, and nothing of them was done.
     */
    public CompletableFuture<EditResult> submit(EditRequest request) {
        Pending pending = new Pending(request, new CompletableFuture<>());
        synchronized (lock) {
            if (waiting.size() >= properties.editQueueMax()) {
                return CompletableFuture.failedFuture(
                        TerraneException.of(
                                        CommonError.RESOURCE_EXHAUSTED,
                                        "too many edits are waiting")
                                .limit(
                                        "terrane.world.chunks.edit-queue-max",
                                        properties.editQueueMax(),
                                        waiting.size() + 1L)
                                .toException());
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

    /** Edits waiting now. */
    public int size() {
        synchronized (lock) {
            return waiting.size();
        }
    }

    private void commitNext() {
        List<Pending> batch = new ArrayList<>();
        CompletableFuture<?> _ =
                threads.writeAsync(
                                () -> {
                                    take(batch);
                                    return edits.run(batch.stream().map(Pending::request).toList());
                                })
                        .whenComplete(
                                (outcomes, failure) -> committed(batch, outcomes, failure, 0));
    }

    private void rerun(List<Pending> batch, int reruns) {
        CompletableFuture<?> _ =
                threads.writeAsync(() -> edits.run(batch.stream().map(Pending::request).toList()))
                        .whenComplete(
                                (outcomes, failure) -> committed(batch, outcomes, failure, reruns));
    }

    private void take(List<Pending> batch) {
        synchronized (lock) {
            while (batch.size() < properties.editBatchMax() && !waiting.isEmpty()) {
                batch.add(waiting.remove());
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
            LOG.warn("a commit of {} edits failed", batch.size(), failure);
            batch.forEach(pending -> pending.answer().completeExceptionally(failure));
            return;
        }
        meters.committed(outcomes);
        publish(outcomes);
        for (int i = 0; i < batch.size(); i++) {
            switch (outcomes.get(i)) {
                case Outcome.Answered(EditResult result, boolean _) ->
                        batch.get(i).answer().complete(result);
                case Outcome.Failed(RuntimeException cause) ->
                        batch.get(i).answer().completeExceptionally(cause);
            }
        }
    }

    private void publish(List<Outcome> outcomes) {
        List<ChunkChange> changes = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Answered(EditResult.Applied applied, boolean wrote)
                    && wrote) {
                changes.add(new ChunkChange(applied.head(), applied.action()));
            }
        }
        if (changes.isEmpty()) {
            return;
        }
        for (ChunkListener listener : listeners) {
            try {
                listener.committed(changes);
            } catch (RuntimeException e) {
                LOG.error("a listener failed", e);
            }
        }
    }
}
