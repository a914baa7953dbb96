/**
 * The only way from a service to its database: {@link dev.terrane.support.store.StoreThreads} and
 * what opens, migrates, locks and watches the database behind it. Tables, statements and anything
 * else of a domain live in the services.
 */
@NullMarked
package dev.terrane.support.store;

import org.jspecify.annotations.NullMarked;
