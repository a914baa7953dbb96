/** Hints in SQLite or PostgreSQL. */
@NullMarked
package dev.terrane.schema.hints.store;

import org.jspecify.annotations.NullMarked;
