package dev.terrane.core.entity.compact;

import java.util.Arrays;

/** Who receives a projection class of a root: how many, and which streams of theirs to mark. */
final class Recipients {
    private static final PeerStreams[] NO_PEERS = {};
    private static final int[] NO_HANDLES = {};

    private int count;
    private PeerStreams[] peers = NO_PEERS;
    private int[] handles = NO_HANDLES;
    private int peerCount;

    void add() {
        count++;
    }

    /** Returns whether nobody is left. */
    boolean remove() {
        count--;
        return count == 0;
    }

    /** Adds a stream to mark; returns its place for {@link #unsubscribe}. */
    int subscribe(PeerStreams peer, int handle) {
        if (peerCount == peers.length) {
            int capacity = Math.max(2, peerCount * 2);
            peers = Arrays.copyOf(peers, capacity);
            handles = Arrays.copyOf(handles, capacity);
        }
        peers[peerCount] = peer;
        handles[peerCount] = handle;
        peerCount++;
        return peerCount - 1;
    }

    void unsubscribe(int place) {
        peerCount--;
        if (place != peerCount) {
            peers[place] = peers[peerCount];
            handles[place] = handles[peerCount];
            peers[place].moved(handles[place], place);
        }
        Arrays.fill(peers, peerCount, peerCount + 1, null);
    }

    /** There is another state than at the flush before. */
    void mark(long previous) {
        for (int i = 0; i < peerCount; i++) {
            peers[i].mark(handles[i], previous);
        }
    }

    /** The root is gone: nothing of it is to be sent. */
    void end() {
        for (int i = 0; i < peerCount; i++) {
            peers[i].unmark(handles[i]);
        }
    }
}
