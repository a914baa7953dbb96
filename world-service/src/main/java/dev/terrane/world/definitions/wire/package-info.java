/** Worlds and rooms over RPC. */
@NullMarked
package dev.terrane.world.definitions.wire;

import org.jspecify.annotations.NullMarked;
