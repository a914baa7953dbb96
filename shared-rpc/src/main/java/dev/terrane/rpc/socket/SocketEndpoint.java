package dev.terrane.rpc.socket;

import java.time.Duration;
import java.util.Set;

/** A WebSocket endpoint. A bean of this type is served; its subprotocols are access-table rows. */
public interface SocketEndpoint {
    /** The path pattern, for example {@code /api/v1/stages/{id}/connect}. */
    String path();

    /** The contracts spoken here; a client offers exactly one of them beside its credential. */
    Set<String> subprotocols();

    /** Largest message a client may send, in bytes. A larger one closes the connection (1009). */
    int messageBytesMax();

    /** How long a connection may be silent both ways before it is closed (1001). */
    default Duration idleTimeout() {
        return Duration.ofSeconds(30);
    }

    /**
     * The listener of a new connection. Called at the HTTP upgrade, on the request's thread: a
     * {@code TerraneException} thrown here refuses the upgrade before any frame.
     */
    SocketListener connect(SocketRequest request);
}
