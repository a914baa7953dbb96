/** The file of one world, opened. */
@NullMarked
package dev.terrane.world.files.store;

import org.jspecify.annotations.NullMarked;
