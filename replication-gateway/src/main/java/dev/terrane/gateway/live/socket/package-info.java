/**
 * The stage socket: Jetty's asynchronous WebSocket behind {@code PeerChannel}, and its handshake.
 */
@NullMarked
package dev.terrane.gateway.live.socket;

import org.jspecify.annotations.NullMarked;
