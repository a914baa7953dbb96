/**
 * Event streams over WebSocket (terrane/events/v1alpha1): a bounded log on the server, subscribers
 * that never delay each other, a client that comes back by itself and notices what it missed. What
 * an event means is the contract's business, not this package's.
 */
@NullMarked
package dev.terrane.rpc.events;

import org.jspecify.annotations.NullMarked;
