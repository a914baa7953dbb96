/** Flags of assets in the database. */
@NullMarked
package dev.terrane.world.flags.store;

import org.jspecify.annotations.NullMarked;
