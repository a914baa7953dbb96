package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Snapshot;
import java.util.Arrays;

/**
 * What the recipients of one projection class of one root share, and whose streams to mark when the
 * class sees a change. Flushes are numbered as {@link StageBodies#numberOf} does.
 */
abstract sealed class SharedClass permits ColumnClass, ComparedClass {
    /** Answers of {@link #locate} that are no place of a body. */
    static final int UNCHANGED = -1;

    static final int REFUSED = -2;

    private static final PeerStreams[] NO_PEERS = {};
    private static final int[] NO_HANDLES = {};

    private int recipients;
    private PeerStreams[] peers = NO_PEERS;
    private int[] handles = NO_HANDLES;
    private int peerCount;

    abstract ProjectionClass projection();

    abstract Entity entity();

    abstract boolean isChanged(long base);

    /** Place of the body from a base, encoded if need be; or one of the answers above. */
    abstract int locate(long base, RootBodies.Use use, StageBodies stage);

    /** Why {@link #locate} refused. */
    abstract Refusal refusal();

    /** Writes the body that was located last. */
    abstract void write(FrameWriter writer, int handle, int place, ChildNames names);

    /** The body that was located last. */
    abstract CompactBody body(int place);

    abstract BodyResult baseline(BodyCounters counters);

    abstract Snapshot state();

    /** What changed since a base that is kept. */
    abstract EntityPatch patch(long base);

    final void addRecipient() {
        recipients++;
    }

    /** Returns whether nobody is left. */
    final boolean removeRecipient() {
        recipients--;
        return recipients == 0;
    }

    /** Adds a stream to mark; returns its place for {@link #unsubscribe}. */
    final int subscribe(PeerStreams peer, int handle) {
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

    final void unsubscribe(int place) {
        peerCount--;
        if (place != peerCount) {
            peers[place] = peers[peerCount];
            handles[place] = handles[peerCount];
            peers[place].moved(handles[place], place);
        }
        Arrays.fill(peers, peerCount, peerCount + 1, null);
    }

    /** The class has another state than at the flush before. */
    final void mark(long previous) {
        for (int i = 0; i < peerCount; i++) {
            peers[i].mark(handles[i], previous);
        }
    }

    /** The root is gone: nothing of it is to be sent. */
    final void end() {
        for (int i = 0; i < peerCount; i++) {
            peers[i].unmark(handles[i]);
        }
    }
}
