/**
 * WebSocket endpoints of a service: which paths and subprotocols there are, and the upgrade. Native
 * Jetty sessions, because only their callback sends never block. Who may connect is decided before,
 * at the HTTP request; no domain here.
 */
@NullMarked
package dev.terrane.rpc.socket;

import org.jspecify.annotations.NullMarked;
