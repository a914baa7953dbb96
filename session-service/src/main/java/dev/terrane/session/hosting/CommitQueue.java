package dev.terrane.session.hosting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Group commit across sessions without a timer: while one transaction is under way, commits gather;
 * when it ends, all of them go into the next. A session has at most one commit here at a time. Safe
 * for all threads.
 */
final class CommitQueue {
    private final SessionStore store;
    private final int batchMax;
    private List<Entry> waiting = new ArrayList<>();
    private boolean busy;
    private long rounds;

    /** A commit and who wants to know; null means success. Told on the store's thread. */
    private record Entry(SessionStore.Commit commit, Consumer<@Nullable Throwable> whenDone) {}

    CommitQueue(SessionStore store, int batchMax) {
        this.store = store;
        this.batchMax = batchMax;
    }

    void add(SessionStore.Commit commit, Consumer<@Nullable Throwable> whenDone) {
        synchronized (this) {
            waiting.add(new Entry(commit, whenDone));
            if (busy) {
                return;
            }
            busy = true;
        }
        startNext();
    }

    /** Transactions begun so far. */
    synchronized long rounds() {
        return rounds;
    }

    private void startNext() {
        List<Entry> batch;
        synchronized (this) {
            if (waiting.isEmpty()) {
                busy = false;
                return;
            }
            if (waiting.size() <= batchMax) {
                batch = waiting;
                waiting = new ArrayList<>();
            } else {
                batch = new ArrayList<>(waiting.subList(0, batchMax));
                waiting = new ArrayList<>(waiting.subList(batchMax, waiting.size()));
            }
            rounds++;
        }
        store.commit(batch.stream().map(Entry::commit).toList())
                .whenComplete((outcomes, failure) -> finish(batch, outcomes, failure));
    }

    private void finish(
            List<Entry> batch,
            @Nullable List<@Nullable Throwable> outcomes,
            @Nullable Throwable failure) {
        for (int i = 0; i < batch.size(); i++) {
            Throwable outcome = outcomes == null ? failure : outcomes.get(i);
            batch.get(i).whenDone().accept(outcome);
        }
        startNext();
    }
}
