/** Copies of the whole database: backups beside edits, and the move from SQLite to PostgreSQL. */
@NullMarked
package dev.terrane.world.backups;

import org.jspecify.annotations.NullMarked;
