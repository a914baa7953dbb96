/** What assets are flagged for, what a chunk's flags are derived from, and who may see what. */
@NullMarked
package dev.terrane.world.flags;

import org.jspecify.annotations.NullMarked;
