/**
 * The chunk model: immutable values that hold every invariant of the chunk format, so that a {@link
 * dev.terrane.core.chunk.Chunk} that exists can be encoded. Codecs, edits and importers live in the
 * packages below. No Spring, no I/O, no clock or randomness of its own.
 */
@NullMarked
package dev.terrane.core.chunk;

import org.jspecify.annotations.NullMarked;
