package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Whether a change that was acknowledged is on disk, and waiting for it. Blocks. */
@Component
public final class DurabilityWait {
    /** How long may be waited. */
    public static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private final StoreThreads threads;
    private final DirtyChunks dirty;
    private final HistoryStore history;
    private final ChunkHistory served;

    /** Makes the facade over a store. */
    public DurabilityWait(
            StoreThreads threads, DirtyChunks dirty, HistoryStore history, ChunkHistory served) {
        this.threads = threads;
        this.dirty = dirty;
        this.history = history;
        this.served = served;
    }

    /** How a change is named. */
    public sealed interface Name {
        /** By its id. */
        record Edit(String id) implements Name {}

        /** By what it made; the number alone would not do, since it is given again after a loss. */
        record Revision(long number, String checksum) implements Name {}

        /** The same among the changes of one caller, as REST's ids are. */
        default Name ofCaller(String subject) {
            return switch (this) {
                case Edit(String id) -> new Edit(EditRequest.Id.ofCaller(id, subject).text());
                case Revision revision -> revision;
            };
        }
    }

    /** What is known of a change. */
    public sealed interface State {
        /** It is on disk. */
        record Durable(long revision) implements State {}

        /** It is in memory still. */
        record Pending(long revision) implements State {}

        /** It is in neither: it never was, or was lost. */
        record Unknown() implements State {}
    }

    /** How a request names a change: by revision and checksum, or by id. */
    public static Name name(long revision, String checksum, String editId) {
        boolean byRevision = revision != 0 || !checksum.isEmpty();
        if (byRevision == !editId.isEmpty()) {
            throw Requests.bad(
                    "revision", "a change is named by revision and checksum, or by its id");
        }
        if (!byRevision) {
            return new Name.Edit(Requests.requestId("edit_id", editId));
        }
        if (revision < 1 || !checksum.matches("[0-9a-f]{64}")) {
            throw Requests.bad(
                    "checksum", "a revision is a number from 1 with its checksum, 64 hex digits");
        }
        return new Name.Revision(revision, checksum);
    }

    /** How long a request may wait. */
    public static Duration wait(String field, long millis) {
        if (millis < 0 || millis > WAIT_MAX.toMillis()) {
            throw Requests.bad(field, "0 to " + WAIT_MAX.toMillis() + ", not " + millis);
        }
        return Duration.ofMillis(millis);
    }

    /**
     * The flags that keep somebody from asking by a checksum, which would tell whether a guess of
     * the content is right.
     */
    public Optional<ContentFlags> findGate(ChunkKey key, Name name, Viewer viewer) {
        return switch (name) {
            case Name.Edit _ -> Optional.empty();
            case Name.Revision _ -> served.findGate(key, viewer);
        };
    }

    /** Waits until a change is on disk, for so long at most. */
    public State await(ChunkKey key, Name name, Duration wait) {
        Optional<DirtyChunk> chunk = dirty.find(key);
        Optional<DirtyChunk.Pending> change = chunk.flatMap(here -> find(here, name));
        if (change.isEmpty()) {
            return threads.read(() -> stored(key, name));
        }
        long revision = change.get().head().revision();
        try {
            boolean durable =
                    chunk.get()
                            .durable()
                            .copy()
                            .completeOnTimeout(
                                    Boolean.FALSE, wait.toMillis(), TimeUnit.MILLISECONDS)
                            .join();
            return durable ? new State.Durable(revision) : new State.Pending(revision);
        } catch (CompletionException e) {
            return new State.Pending(revision);
        }
    }

    private static Optional<DirtyChunk.Pending> find(DirtyChunk chunk, Name name) {
        return switch (name) {
            case Name.Edit(String id) -> chunk.findEdit(id);
            case Name.Revision(long number, String checksum) ->
                    chunk.find(number)
                            .filter(change -> change.head().checksum().hex().equals(checksum));
        };
    }

    private State stored(ChunkKey key, Name name) {
        return switch (name) {
            case Name.Edit(String id) ->
                    history.findEdit(key, id)
                            .<State>map(row -> new State.Durable(row.revision()))
                            .orElseGet(State.Unknown::new);
            case Name.Revision(long number, String checksum) ->
                    history.find(key, number)
                            .map(served::served)
                            .filter(row -> row.head().checksum().hex().equals(checksum))
                            .<State>map(row -> new State.Durable(row.head().revision()))
                            .orElseGet(State.Unknown::new);
        };
    }
}
