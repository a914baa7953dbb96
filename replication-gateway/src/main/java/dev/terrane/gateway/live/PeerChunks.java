package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Version;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/** The chunks one peer holds and what it waits for. Owned by the stage's thread. */
final class PeerChunks {
    /** Chunks a peer is kept informed of. */
    static final int HELD_MAX = 256;

    /** Questions that may wait. */
    static final int WAITING_MAX = 256;

    /** Questions asked at the same time. */
    static final int RUNNING_MAX = 4;

    private final Map<ChunkAt, Version> held = new HashMap<>();
    private final Queue<Wanted> waiting = new ArrayDeque<>();
    private int running;

    Map<ChunkAt, Version> held() {
        return held;
    }

    /** Adds a question; false when too many wait. */
    boolean enqueue(Wanted wanted) {
        return waiting.size() < WAITING_MAX && waiting.add(wanted);
    }

    /** The next question to ask, unless enough are being asked. */
    Optional<Wanted> begin() {
        if (running >= RUNNING_MAX || waiting.isEmpty()) {
            return Optional.empty();
        }
        running++;
        return Optional.of(waiting.remove());
    }

    void finished() {
        running--;
    }

    /** A question about a chunk. */
    sealed interface Wanted {
        /** The chunk itself. */
        record Image(ChunkAt at, String cachedChecksum) implements Wanted {}

        /** A change. */
        record Change(Edit edit) implements Wanted {}

        /** Its flags. */
        record FlagsOf(ChunkAt at) implements Wanted {}
    }
}
