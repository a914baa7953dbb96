package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a connection may ask of its stage once its peer is in. For all threads; each call hands work
 * to the stage and returns false when the stage has too much waiting. After {@link #left} the calls
 * do nothing.
 */
public final class PeerHandle {
    /** Bytes of one peer's messages that may wait for the stage. */
    static final int WAITING_BYTES_MAX = 4 << 20;

    private final LiveStage stage;
    private final Peer peer;
    private final AtomicLong waitingBytes = new AtomicLong();

    PeerHandle(LiveStage stage, Peer peer) {
        this.stage = stage;
        this.peer = peer;
    }

    /** Number of the peer. */
    public int peerId() {
        return peer.id();
    }

    /** Answers a ping. */
    public boolean ping(long nonce) {
        return stage.offer(peer, () -> peer.link().pong(nonce, stage.currentTick()));
    }

    /** Performs an action. */
    public boolean act(String actionId, String name, byte[] argument) {
        return offer(
                actionId.length() + name.length() + argument.length,
                () -> stage.talk().act(peer, actionId, name, argument));
    }

    /** Relays bytes to other peers; to all of them when none is named. */
    public boolean relay(String relayId, List<Integer> to, byte[] payload) {
        return offer(
                relayId.length() + Integer.BYTES * to.size() + payload.length,
                () -> stage.talk().relay(peer, relayId, to, payload));
    }

    /** Asks for a chunk. */
    public boolean requestChunk(ChunkAt at, String cachedChecksum) {
        return stage.offer(peer, () -> stage.chunks().requestChunk(peer, at, cachedChecksum));
    }

    /** Asks to change a chunk. */
    public boolean requestChunkEdit(Edit edit) {
        return offer(edit.patch().size(), () -> stage.chunks().requestEdit(peer, edit));
    }

    /** Asks for a chunk's flags. */
    public boolean requestChunkFlags(ChunkAt at) {
        return stage.offer(peer, () -> stage.chunks().requestFlags(peer, at));
    }

    /** The same for messages that may be large: one peer's may not fill the heap. */
    private boolean offer(long bytes, Runnable work) {
        long before = waitingBytes.getAndAdd(bytes);
        if (before > 0 && before + bytes > WAITING_BYTES_MAX) {
            waitingBytes.addAndGet(-bytes);
            return false;
        }
        boolean taken =
                stage.offer(
                        peer,
                        () -> {
                            waitingBytes.addAndGet(-bytes);
                            work.run();
                        });
        if (!taken) {
            waitingBytes.addAndGet(-bytes);
        }
        return taken;
    }

    /** The connection is gone, or the peer said goodbye. */
    public void left() {
        stage.leave(peer);
    }
}
