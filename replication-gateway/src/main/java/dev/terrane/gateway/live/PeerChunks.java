package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Version;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chunks one peer holds and what it waits for. Owned by the stage's thread. */
final class PeerChunks {
    /** Chunks a peer is kept informed of. */
    static final int HELD_MAX = 256;

    /** Questions that may wait. */
    static final int WAITING_MAX = 256;

    /** Bytes of patches that may wait. */
    static final int WAITING_BYTES_MAX = 2 << 20;

    /** Questions asked at the same time. */
    static final int RUNNING_MAX = 4;

    /** Edits not durable whose end is told. */
    static final int UNSETTLED_MAX = 64;

    private final Map<ChunkAt, ChunkStand> stands = new HashMap<>();
    private final Queue<Wanted> waiting = new ArrayDeque<>();
    private final Map<String, Unsettled> unsettled =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Unsettled> eldest) {
                    return size() > UNSETTLED_MAX;
                }
            };
    private final Set<Unsettled> settling = new HashSet<>();
    private long waitingBytes;
    private int running;

    /** Chunks that are held or on their way, or whose edits are. */
    Set<ChunkAt> known() {
        Set<ChunkAt> known = new HashSet<>(stands.keySet());
        unsettled.values().forEach(edit -> known.add(edit.at()));
        return known;
    }

    /** What is known of a chunk; null when it is none of the peer's. */
    @Nullable ChunkStand find(ChunkAt at) {
        return stands.get(at);
    }

    /** What is known of a chunk, from now on. */
    ChunkStand stand(ChunkAt at) {
        return stands.computeIfAbsent(at, _ -> new ChunkStand());
    }

    /** Forgets a chunk that there is nothing to know of any more. */
    void tidy(ChunkAt at, ChunkStand stand) {
        if (stand.isIdle()) {
            stands.remove(at, stand);
        }
    }

    /** Whether the peer may hold one more. */
    boolean hasRoomFor(ChunkAt at) {
        ChunkStand stand = stands.get(at);
        return (stand != null && stand.isHeldOrAsked())
                || stands.values().stream().filter(ChunkStand::isHeldOrAsked).count() < HELD_MAX;
    }

    /** The limit that leaves no room for a question; empty when there is room. */
    Optional<Over> refusal(Wanted wanted) {
        if (waiting.size() >= WAITING_MAX) {
            return Optional.of(new Over("chunkRequestsMax", WAITING_MAX, waiting.size() + 1L));
        }
        long bytes = waitingBytes + wanted.bytes();
        return waitingBytes == 0 || bytes <= WAITING_BYTES_MAX
                ? Optional.empty()
                : Optional.of(new Over("chunkPatchBytesMax", WAITING_BYTES_MAX, bytes));
    }

    /** Adds a question. */
    void enqueue(Wanted wanted) {
        waiting.add(wanted);
        waitingBytes += wanted.bytes();
    }

    /** The next question to ask, unless enough are being asked. */
    Optional<Wanted> begin() {
        if (running >= RUNNING_MAX || waiting.isEmpty()) {
            return Optional.empty();
        }
        running++;
        Wanted next = waiting.remove();
        waitingBytes -= next.bytes();
        return Optional.of(next);
    }

    void finished() {
        running--;
    }

    /** Remembers an edit that is not durable. */
    void add(Unsettled edit) {
        unsettled.remove(edit.editId());
        unsettled.put(edit.editId(), edit);
    }

    /** Forgets an edit; false when it was forgotten, or the id is another edit's now. */
    boolean remove(Unsettled edit) {
        return unsettled.remove(edit.editId(), edit);
    }

    /** Edits of a chunk that are not known to be durable. */
    List<Unsettled> unsettledOf(ChunkAt at) {
        return unsettled.isEmpty()
                ? List.of()
                : unsettled.values().stream().filter(edit -> edit.at().equals(at)).toList();
    }

    /** Asks what has become of edits, once at a time each. */
    void settle(Collection<Unsettled> edits) {
        for (Unsettled edit : edits) {
            if (settling.add(edit)) {
                enqueue(new Wanted.Settlement(edit));
            }
        }
    }

    /** An edit was asked for. */
    void settled(Unsettled edit) {
        settling.remove(edit);
    }

    /**
     * A limit that is reached.
     *
     * @param limit its name
     * @param most what it allows
     * @param actual what there would be
     */
    record Over(String limit, long most, long actual) {}

    /**
     * An edit that was answered as not durable.
     *
     * @param editId its id
     * @param at which chunk
     * @param version what it made
     */
    record Unsettled(String editId, ChunkAt at, Version version) {}

    /** A question about a chunk. */
    sealed interface Wanted {
        /** Bytes it keeps while it waits. */
        default long bytes() {
            return 0;
        }

        /** The chunk itself. */
        record Image(ChunkAt at, String cachedChecksum) implements Wanted {}

        /** A change. */
        record Change(Edit edit) implements Wanted {
            @Override
            public long bytes() {
                return edit.patch().size();
            }
        }

        /** Its flags. */
        record FlagsOf(ChunkAt at) implements Wanted {}

        /** What has become of an edit. */
        record Settlement(Unsettled edit) implements Wanted {}
    }
}
