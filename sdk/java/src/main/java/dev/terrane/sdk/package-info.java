/**
 * Java client of the public protocols: a peer of one stage over WebSocket, and calls to the
 * services.
 *
 * <p>What it hands out is immutable. No Spring, no service internals, no rendering.
 */
@NullMarked
package dev.terrane.sdk;

import org.jspecify.annotations.NullMarked;
