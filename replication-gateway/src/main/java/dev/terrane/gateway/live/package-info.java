/**
 * What happens on a live stage: its thread, peers, entities, frames and chunks. Everything here
 * runs on the stage's own actor and never blocks; what needs I/O runs elsewhere and posts its
 * result back. No Protobuf, no SQL, no web types: those are in the {@code wire} and {@code socket}
 * packages below.
 */
@NullMarked
package dev.terrane.gateway.live;

import org.jspecify.annotations.NullMarked;
