/** SQL of hosted sessions, for SQLite and PostgreSQL. SQL types stay in here. */
@NullMarked
package dev.terrane.session.hosting.store;

import org.jspecify.annotations.NullMarked;
