package dev.terrane.gateway.live;

/** Why a stream ended. */
public enum RemovalReason {
    /** The entity left the peer's interest. */
    LEFT,
    /** The peer may see nothing of the entity any more. */
    REVOKED,
    /** A new stream of the same entity follows in the same frame. */
    REBOUND,
    /** The entity exists no more. */
    DESTROYED
}
