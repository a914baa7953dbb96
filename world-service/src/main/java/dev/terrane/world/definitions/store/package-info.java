/** Statements on worlds and rooms; used by the feature's facade only. */
@NullMarked
package dev.terrane.world.definitions.store;

import org.jspecify.annotations.NullMarked;
