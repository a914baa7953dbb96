/**
 * One-use tickets with which a browser opens a WebSocket: given out over an authenticated request,
 * redeemed at the upgrade. Held in memory; a restart voids them.
 */
@NullMarked
package dev.terrane.gateway.tickets;

import org.jspecify.annotations.NullMarked;
