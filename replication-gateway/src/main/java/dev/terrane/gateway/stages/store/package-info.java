/** SQL of stage definitions, for SQLite and PostgreSQL alike. */
@NullMarked
package dev.terrane.gateway.stages.store;

import org.jspecify.annotations.NullMarked;
