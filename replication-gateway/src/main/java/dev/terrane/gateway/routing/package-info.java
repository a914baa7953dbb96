/**
 * Passes REST and RPC of the other services on to them, before Spring sees the request. Decides by
 * path alone; the target checks the token. WebSocket upgrades are not passed.
 */
@NullMarked
package dev.terrane.gateway.routing;

import org.jspecify.annotations.NullMarked;
