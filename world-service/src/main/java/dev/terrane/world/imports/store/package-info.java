/** Import jobs and what they have staged, in the database. */
@NullMarked
package dev.terrane.world.imports.store;

import org.jspecify.annotations.NullMarked;
