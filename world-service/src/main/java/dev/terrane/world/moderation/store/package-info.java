/** Jobs in the database. */
@NullMarked
package dev.terrane.world.moderation.store;

import org.jspecify.annotations.NullMarked;
