/** Asset flags over RPC. */
@NullMarked
package dev.terrane.world.moderation.wire;

import org.jspecify.annotations.NullMarked;
