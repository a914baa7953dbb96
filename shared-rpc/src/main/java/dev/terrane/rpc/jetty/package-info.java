/**
 * The HTTP server as Terrane needs it: a client reads what it was sent last. The body of a request
 * that was answered before it was read is thrown away ({@link UnreadBodies}); a connection that is
 * closed nevertheless, or that no request has, as a WebSocket, waits for its client to close too
 * ({@link LingeringEndPoint}). No handlers and no protocol may be here.
 */
@NullMarked
package dev.terrane.rpc.jetty;

import org.jspecify.annotations.NullMarked;
