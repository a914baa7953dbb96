package dev.terrane.sdk;

import com.google.protobuf.ByteString;

/**
 * Told what happens, on the client's owner thread and in order. A call that blocks stops this
 * client only; one that throws ends the connection as a protocol fault.
 */
public interface StageListener {
    /** A listener that ignores everything. */
    StageListener NONE = new StageListener() {};

    /** A whole frame was applied. */
    default void onFrame(StageView view) {}

    /** Somebody came. */
    default void onPeerJoined(StagePeer peer) {}

    /** Somebody left. */
    default void onPeerLeft(int peerId) {}

    /** Bytes of another peer. */
    default void onRelay(int fromPeerId, ByteString payload) {}

    /** Two bodies met or parted. */
    default void onContact(Contact contact) {}

    /**
     * A chunk this client holds is something else: changed, deleted, or more than it may see. Its
     * revision may be lower than before, when the world was restored.
     */
    default void onChunkInvalidated(ChunkInvalidation invalidation) {}

    /** What became of one of the newest 64 edits that were answered as not durable. */
    default void onEditSettled(EditSettled settled) {}

    /** The connection ended; the last call. */
    default void onClosed(CloseReason reason) {}
}
