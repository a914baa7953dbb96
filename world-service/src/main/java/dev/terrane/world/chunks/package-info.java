/**
 * Chunks as stored: reads through a cache, edits that share commits, and what they answer. The
 * format itself is chunk-core's.
 */
@NullMarked
package dev.terrane.world.chunks;

import org.jspecify.annotations.NullMarked;
