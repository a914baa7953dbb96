package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.State;
import dev.terrane.gateway.live.ChunkMessages.Version;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What a stage is told about its room's chunks, in order. For one thread at a time, which is held
 * back when the stage does not keep up: at most {@link #AHEAD_MAX} news wait.
 */
public final class RoomNews {
    static final int AHEAD_MAX = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Actor actor;
    private final ChunkDesk desk;
    private final Collection<Peer> peers;
    private final Semaphore ahead = new Semaphore(AHEAD_MAX);

    /**
     * @param peers a live view, for the stage's thread
     */
    RoomNews(Actor actor, ChunkDesk desk, Collection<Peer> peers) {
        this.actor = actor;
        this.desk = desk;
        this.peers = peers;
    }

    /** A chunk was written: what it is now and what it is flagged for. */
    public void changed(State now) {
        post(
                () -> {
                    desk.gated(now.at(), now.gate(), peers);
                    desk.changed(now.at(), now.version(), !now.exists(), peers);
                });
    }

    /** What a chunk is flagged for now. */
    public void gated(ChunkAt at, Gate gate) {
        post(() -> desk.gated(at, gate, peers));
    }

    /** All revisions of a chunk up to this one are on disk. */
    public void durable(ChunkAt at, Version version) {
        post(() -> desk.durable(at, version.revision(), peers));
    }

    /** What chunks are now, whatever was told before, also if that was newer. */
    public void restated(List<State> states) {
        List<State> all = List.copyOf(states);
        post(() -> all.forEach(now -> desk.restated(now, peers)));
    }

    /** The chunks that peers hold or wait for: what must be told of when events were missed. */
    public CompletableFuture<Set<ChunkAt>> known() {
        CompletableFuture<Set<ChunkAt>> answer = new CompletableFuture<>();
        post(
                () -> {
                    Set<ChunkAt> known = new HashSet<>();
                    peers.forEach(peer -> known.addAll(peer.chunks().known()));
                    answer.complete(known);
                });
        return answer;
    }

    private void post(Runnable work) {
        try {
            if (!ahead.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the stage took no news for " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the stage was busy", e);
        }
        actor.post(
                () -> {
                    ahead.release();
                    work.run();
                });
    }
}
