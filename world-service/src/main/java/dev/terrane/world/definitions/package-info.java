/**
 * Worlds and rooms: what they are called, where they lie and how large their chunks are. Chunks
 * themselves live in {@code dev.terrane.world.chunks}.
 */
@NullMarked
package dev.terrane.world.definitions;

import org.jspecify.annotations.NullMarked;
