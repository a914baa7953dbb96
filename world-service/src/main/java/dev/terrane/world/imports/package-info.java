/** Maps of other programs as the content of a new room, whole or not at all. */
@NullMarked
package dev.terrane.world.imports;

import org.jspecify.annotations.NullMarked;
