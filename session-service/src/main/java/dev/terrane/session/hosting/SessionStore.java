package dev.terrane.session.hosting;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionId;
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
            @Nullable StoredCheckpoint checkpoint) {
        public Commit {
            receipts = List.copyOf(receipts);
            facts = List.copyOf(facts);
        }
    }

    /**
     * What a session is rebuilt from.
     *
     * @param record its row
     * @param definition where a full replay begins
     * @param checkpoint the newest, or null
     * @param chunks journal rows after the checkpoint, or all
     * @param lastNumber number of the last journal row, 0 if none
     */
    record Restorable(
            SessionRecord record,
            Bytes definition,
            @Nullable StoredCheckpoint checkpoint,
            List<Bytes> chunks,
            long lastNumber) {
        public Restorable {
            chunks = List.copyOf(chunks);
        }
    }

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

    /** The whole journal of a generation, for full replay. */
    List<Bytes> journal(SessionId name, Generation generation);

    /** A client's receipt. */
    Optional<StoredReceipt> findReceipt(SessionId name, Generation generation, CommandId.Client id);

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
