/** Reads a room's solid tiles from world-service by its contract. */
@NullMarked
package dev.terrane.session.rooms.wire;

import org.jspecify.annotations.NullMarked;
