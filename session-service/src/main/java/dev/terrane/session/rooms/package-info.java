/** Rooms as sessions see them: boxes made of solid tiles. */
@NullMarked
package dev.terrane.session.rooms;

import org.jspecify.annotations.NullMarked;
