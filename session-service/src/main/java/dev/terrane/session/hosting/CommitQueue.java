package dev.terrane.session.hosting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

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

    /** A commit and who wants to know. Told on the store's thread. */
    private record Entry(SessionStore.Commit commit, Consumer<SessionStore.Outcome> whenDone) {}

    CommitQueue(SessionStore store, int batchMax) {
        this.store = store;
        this.batchMax = batchMax;
    }

    void add(SessionStore.Commit commit, Consumer<SessionStore.Outcome> whenDone) {
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
        var _ =
                store.commit(batch.stream().map(Entry::commit).toList())
                        .exceptionally(failure -> failed(batch.size(), failure))
                        .thenAccept(outcomes -> finish(batch, outcomes));
    }

    private static List<SessionStore.Outcome> failed(int count, Throwable failure) {
        return Collections.nCopies(count, new SessionStore.Outcome.Failed(failure));
    }

    private void finish(List<Entry> batch, List<SessionStore.Outcome> outcomes) {
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).whenDone().accept(outcomes.get(i));
        }
        startNext();
    }
}
