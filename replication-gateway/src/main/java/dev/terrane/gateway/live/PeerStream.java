package dev.terrane.gateway.live;

import dev.terrane.gateway.live.PeerLink.StreamHead;

/** One stream of one peer: its own handle, generation and revisions over a shared root stream. */
final class PeerStream {
    private final int handle;
    private final RootStream root;
    private final long generation;
    private long rootRevision;
    private long revision = 1;
    private boolean stale;

    PeerStream(int handle, RootStream root, long generation, long rootRevision) {
        this.handle = handle;
        this.root = root;
        this.generation = generation;
        this.rootRevision = rootRevision;
    }

    int handle() {
        return handle;
    }

    RootStream root() {
        return root;
    }

    /** Missed a change, or what was told at the bind is not true any more: must be bound anew. */
    boolean isStale() {
        return stale;
    }

    void markStale() {
        stale = true;
    }

    StreamHead head() {
        return new StreamHead(handle, root.projection().schemaId(), generation, revision);
    }

    /** The head of the next delta. */
    StreamHead advance() {
        if (root.revision() != rootRevision + 1) {
            throw new IllegalStateException(
                    "stream %d is at root revision %d, the change leads to %d"
                            .formatted(handle, rootRevision, root.revision()));
        }
        rootRevision++;
        revision++;
        return head();
    }
}
