/** Statements on chunks, their index and their history; used by the feature only. */
@NullMarked
package dev.terrane.world.chunks.store;

import org.jspecify.annotations.NullMarked;
