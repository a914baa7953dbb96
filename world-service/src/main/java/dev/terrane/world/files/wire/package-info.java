/** Sends calls on a world to the parts over its file. */
@NullMarked
package dev.terrane.world.files.wire;

import org.jspecify.annotations.NullMarked;
