/** Copies of databases, by their own means. */
@NullMarked
package dev.terrane.world.backups.store;

import org.jspecify.annotations.NullMarked;
