package dev.terrane.session.hosting;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions are kept. All methods but {@link #commit} wait and are never called on a session's
 * thread. Failures are exceptions and leave the store as it was.
 */
public interface SessionStore {
    /** A new life of a session. */
    record NewSession(
            SessionRecord record, Bytes definition, List<RoomColliders.PinnedChunk> pinned) {
        public NewSession {
            pinned = List.copyOf(pinned);
        }
    }

    /** A receipt with what a retry is compared with and answered. */
    record StoredReceipt(Receipt receipt, Hash fingerprint) {}

    /** Facts of one command. */
    record StoredFacts(long revision, long stepIndex, Bytes facts) {}

    /**
     * The whole state at a revision.
     *
     * @param number of the journal row it was committed with, the last it covers
     */
    record StoredCheckpoint(long revision, long stepIndex, long number, Bytes state) {}

    /** A change of the chunks a session's boxes come from; the new pin is null when it is gone. */
    record PinChange(int cx, int cy, int cz, RoomColliders.@Nullable PinnedChunk pin) {}

    /**
     * What one session commits at once.
     *
     * @param number of the journal row, one above the last
     * @param expectedRevision durable revision before it; anything else fails the commit
     * @param commandCount accepted commands in the chunk
     */
    record Commit(
            SessionId name,
            Generation generation,
            long number,
            long expectedRevision,
            long commandCount,
            Bytes chunk,
            SessionRecord.Progress progress,
            boolean disposed,
            List<StoredReceipt> receipts,
            List<StoredFacts> facts,
            List<PinChange> pins,
            @Nullable StoredCheckpoint checkpoint) {
        public Commit {
            receipts = List.copyOf(receipts);
            facts = List.copyOf(facts);
            pins = List.copyOf(pins);
        }
    }

    /**
     * A row of the journal.
     *
     * @param number its place among the rows; a joined row has that of its last part
     * @param firstIndex accepted commands before it
     */
    record JournalRow(
            long number, long firstIndex, long commandCount, long stepIndex, Bytes chunk) {}

    /**
     * A checkpoint that waits to become a base.
     *
     * @param definition where replay begins if there is no base yet
     * @param base the newest base, or null
     * @param rows the journal from there to the candidate
     */
    record Candidate(
            StoredCheckpoint checkpoint,
            Bytes definition,
            @Nullable StoredCheckpoint base,
            List<JournalRow> rows) {
        public Candidate {
            rows = List.copyOf(rows);
        }
    }

    /**
     * How long things are kept that no restore needs.
     *
     * @param generations of one name that ended and are kept at most, however young they are
     */
    record Retention(Duration journal, Duration receipts, int generations) {}

    /** What a pruning dropped. */
    record Pruned(long journalRows, long receipts, long generations) {}

    /**
     * What a session is rebuilt from.
     *
     * @param record its row
     * @param definition where a full replay begins
     * @param checkpoint the newest base, or null
     * @param chunks journal rows after the base, or all
     * @param lastNumber number of the last journal row, 0 if none
     * @param pinned chunks its boxes come from
     */
    record Restorable(
            SessionRecord record,
            Bytes definition,
            @Nullable StoredCheckpoint checkpoint,
            List<Bytes> chunks,
            long lastNumber,
            List<RoomColliders.PinnedChunk> pinned) {
        public Restorable {
            chunks = List.copyOf(chunks);
            pinned = List.copyOf(pinned);
        }
    }

    /** A life of a session. */
    record Life(Generation generation, boolean byRollover) {}

    /** Adds a session, or a new life of a disposed one; false if the name is taken. */
    boolean create(NewSession session);

    /** The session of that name. */
    Optional<SessionRecord> find(SessionId name);

    /** Sessions in order of name, after one. */
    List<SessionRecord> list(@Nullable SessionId after, int limit);

    /** Sessions that are not disposed, in order of name. */
    List<SessionRecord> listAlive();

    /** The chunks a generation's boxes came from. */
    List<RoomColliders.PinnedChunk> pinned(SessionId name, Generation generation);

    /** What a session is rebuilt from. */
    Optional<Restorable> load(SessionId name);

    /** The whole journal of a generation as far as it is kept. */
    List<Bytes> journal(SessionId name, Generation generation);

    /** Rows of a generation's journal after a number, in order. */
    List<JournalRow> journalAfter(SessionId name, Generation generation, long number, int limit);

    /** What a generation was made from. */
    Optional<Bytes> definition(SessionId name, Generation generation);

    /** The newest base of a generation. */
    Optional<StoredCheckpoint> base(SessionId name, Generation generation);

    /** The oldest checkpoint that is neither a base nor refused. */
    Optional<Candidate> findCandidate(SessionId name, Generation generation);

    /**
     * Makes a candidate the newest base, puts archived rows in the place of the journal between the
     * base before it and it, and drops bases no restore reads. False if it is no candidate any
     * more.
     */
    boolean acceptBase(
            SessionId name, Generation generation, Candidate candidate, List<JournalRow> archived);

    /** Keeps a candidate as evidence that a replay of the journal gave something else. */
    void refuseBase(SessionId name, Generation generation, Candidate candidate, String defect);

    /**
     * Replaces a generation by the next one, made from the state at this revision; false if the
     * session does not stand there any more.
     */
    boolean rollOver(NewSession next, Generation from, long revision);

    /** The life after this one, if there was one. */
    Optional<Life> successor(SessionId name, Generation generation);

    /** Drops, in slices, archived journal and receipts that are old enough. */
    Pruned prune(Retention retention);

    /** Facts of steps after one, in order, those of a command together. */
    List<StoredFacts> factsAfter(SessionId name, Generation generation, long step, int limit);

    /** A client's receipt. */
    Optional<StoredReceipt> findReceipt(SessionId name, Generation generation, CommandId id);

    /** Facts of one command by the revision after it; empty when it had none or they are pruned. */
    List<ContactFact> facts(SessionId name, Generation generation, long revision);

    /** Remembers whether the clock stands still. */
    void setPaused(SessionId name, boolean paused);

    /** Remembers that a generation failed. */
    void setFault(SessionId name, Generation generation, String fault);

    /** Disposes a generation that failed and takes no command any more. */
    void retire(SessionId name, Generation generation);

    /** Drops facts of steps before one. */
    int pruneFacts(SessionId name, Generation generation, long beforeStep);

    /**
     * Commits these in one transaction; if it fails and they are several, each on its own.
     *
     * @return their outcomes in the same order; never completes exceptionally
     */
    CompletableFuture<List<Outcome>> commit(List<Commit> commits);

    /** What became of a commit. */
    sealed interface Outcome {
        /** It is durable. */
        record Committed() implements Outcome {}

        /** It is not, as far as anyone can tell. */
        record Failed(Throwable cause) implements Outcome {}
    }
}
