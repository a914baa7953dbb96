package dev.terrane.session.hosting;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory whose commits a test holds back, lets through or makes fail, before or after
 * they were written. Safe for all threads.
 */
final class SimStore implements SessionStore {
    /** What happens to a commit. */
    enum Fate {
        WRITTEN,
        LOST,
        WRITTEN_BUT_FAILED
    }

    private record Held(List<Commit> commits, CompletableFuture<List<Outcome>> done) {}

    private final TreeMap<String, NewSession> sessions = new TreeMap<>();
    private final Map<String, SessionRecord> records = new HashMap<>();
    private final Map<String, List<Commit>> journals = new HashMap<>();
    private final Deque<Held> held = new ArrayDeque<>();
    private boolean holding;
    private int createsRefused;

    synchronized void hold() {
        holding = true;
    }

    /** The next so many names are found taken, and free again when they are looked at. */
    synchronized void refuseCreates(int count) {
        createsRefused = count;
    }

    /** Number of transactions held back now. */
    synchronized int heldBack() {
        return held.size();
    }

    /** Lets everything held back through and holds no more. */
    void release() {
        synchronized (this) {
            holding = false;
        }
        boolean more = true;
        while (more) {
            more = endOldest(Fate.WRITTEN);
        }
    }

    /** Ends the oldest transaction held back. */
    void decide(Fate fate) {
        if (!endOldest(fate)) {
            throw new AssertionError("no transaction is held back");
        }
    }

    /** Whoever ends one ends the oldest, so they end in order; false if there was none. */
    private boolean endOldest(Fate fate) {
        Held next;
        List<Outcome> outcomes = new ArrayList<>();
        synchronized (this) {
            next = held.pollFirst();
            if (next == null) {
                return false;
            }
            for (Commit commit : next.commits()) {
                if (fate != Fate.LOST) {
                    write(commit);
                }
                outcomes.add(
                        fate == Fate.WRITTEN
                                ? new Outcome.Committed()
                                : new Outcome.Failed(new IllegalStateException("simulated")));
            }
        }
        next.done().complete(outcomes);
        return true;
    }

    private void write(Commit commit) {
        SessionRecord r = records.get(commit.name().value());
        if (r.progress().revision() != commit.expectedRevision()) {
            throw new AssertionError("commit out of turn: " + commit);
        }
        journals.get(commit.name().value()).add(commit);
        records.put(
                commit.name().value(),
                new SessionRecord(
                        r.name(),
                        r.generation(),
                        r.creation(),
                        commit.disposed() ? SessionRecord.State.DISPOSED : r.state(),
                        r.fault(),
                        r.paused(),
                        r.clock(),
                        r.room(),
                        commit.progress()));
    }

    @Override
    public CompletableFuture<List<Outcome>> commit(List<Commit> commits) {
        CompletableFuture<List<Outcome>> done = new CompletableFuture<>();
        synchronized (this) {
            held.addLast(new Held(List.copyOf(commits), done));
            if (holding) {
                return done;
            }
        }
        endOldest(Fate.WRITTEN);
        return done;
    }

    /** Commits of a session so far. */
    synchronized List<Commit> commits(SessionId name) {
        return List.copyOf(journals.get(name.value()));
    }

    @Override
    public synchronized boolean create(NewSession session) {
        if (createsRefused > 0) {
            createsRefused--;
            return false;
        }
        String name = session.record().name().value();
        if (sessions.putIfAbsent(name, session) != null) {
            return false;
        }
        records.put(name, session.record());
        journals.put(name, new ArrayList<>());
        return true;
    }

    @Override
    public synchronized Optional<SessionRecord> find(SessionId name) {
        return Optional.ofNullable(records.get(name.value()));
    }

    @Override
    public synchronized List<SessionRecord> list(@Nullable SessionId after, int limit) {
        return records.values().stream().limit(limit).toList();
    }

    @Override
    public synchronized List<SessionRecord> listAlive() {
        return List.copyOf(records.values());
    }

    @Override
    public synchronized List<RoomColliders.PinnedChunk> pinned(
            SessionId name, Generation generation) {
        Map<List<Integer>, RoomColliders.PinnedChunk> pins = new LinkedHashMap<>();
        for (RoomColliders.PinnedChunk pin : sessions.get(name.value()).pinned()) {
            pins.put(List.of(pin.cx(), pin.cy(), pin.cz()), pin);
        }
        for (Commit commit : journals.get(name.value())) {
            for (PinChange change : commit.pins()) {
                List<Integer> at = List.of(change.cx(), change.cy(), change.cz());
                pins.remove(at);
                RoomColliders.PinnedChunk pin = change.pin();
                if (pin != null) {
                    pins.put(at, pin);
                }
            }
        }
        return List.copyOf(pins.values());
    }

    @Override
    public synchronized Optional<Restorable> load(SessionId name) {
        List<Commit> journal = journals.get(name.value());
        List<RoomColliders.PinnedChunk> pins = pinned(name, records.get(name.value()).generation());
        return Optional.of(
                new Restorable(
                        records.get(name.value()),
                        sessions.get(name.value()).definition(),
                        null,
                        journal.stream().map(Commit::chunk).toList(),
                        journal.size(),
                        pins));
    }

    @Override
    public synchronized List<Bytes> journal(SessionId name, Generation generation) {
        return journals.get(name.value()).stream().map(Commit::chunk).toList();
    }

    @Override
    public synchronized Optional<StoredReceipt> findReceipt(
            SessionId name, Generation generation, CommandId id) {
        return journals.get(name.value()).stream()
                .flatMap(commit -> commit.receipts().stream())
                .filter(stored -> stored.receipt().commandId().equals(id))
                .findFirst();
    }

    @Override
    public List<ContactFact> facts(SessionId name, Generation generation, long revision) {
        return List.of();
    }

    @Override
    public void setPaused(SessionId name, boolean paused) {}

    @Override
    public void setFault(SessionId name, Generation generation, String fault) {}

    @Override
    public void retire(SessionId name, Generation generation) {}

    @Override
    public int pruneFacts(SessionId name, Generation generation, long beforeStep) {
        return 0;
    }

    @Override
    public synchronized List<JournalRow> journalAfter(
            SessionId name, Generation generation, long number, int limit) {
        return journals.get(name.value()).stream()
                .filter(commit -> commit.number() > number)
                .limit(limit)
                .map(
                        commit ->
                                new JournalRow(
                                        commit.number(),
                                        commit.expectedRevision(),
                                        commit.commandCount(),
                                        commit.progress().stepIndex(),
                                        commit.chunk()))
                .toList();
    }

    @Override
    public synchronized Optional<Bytes> definition(SessionId name, Generation generation) {
        return Optional.of(sessions.get(name.value()).definition());
    }

    @Override
    public Optional<StoredCheckpoint> base(SessionId name, Generation generation) {
        return Optional.empty();
    }

    @Override
    public Optional<Candidate> findCandidate(SessionId name, Generation generation) {
        return Optional.empty();
    }

    @Override
    public boolean acceptBase(
            SessionId name, Generation generation, Candidate candidate, List<JournalRow> archived) {
        return false;
    }

    @Override
    public void refuseBase(
            SessionId name, Generation generation, Candidate candidate, String defect) {}

    @Override
    public boolean rollOver(NewSession next, Generation from, long revision) {
        return false;
    }

    @Override
    public Optional<Life> successor(SessionId name, Generation generation) {
        return Optional.empty();
    }

    @Override
    public Pruned prune(Retention retention) {
        return new Pruned(0, 0, 0);
    }

    @Override
    public List<StoredFacts> factsAfter(
            SessionId name, Generation generation, long step, int limit) {
        return List.of();
    }
}
