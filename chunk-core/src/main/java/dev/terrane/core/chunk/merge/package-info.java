/**
 * What importing a map again does to a room that was edited meanwhile: a comparison of three
 * versions, chunk by chunk. Pure; the store that holds the versions calls it.
 */
@NullMarked
package dev.terrane.core.chunk.merge;

import org.jspecify.annotations.NullMarked;
