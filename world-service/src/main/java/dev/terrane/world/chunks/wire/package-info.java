/** Chunks over RPC. */
@NullMarked
package dev.terrane.world.chunks.wire;

import org.jspecify.annotations.NullMarked;
