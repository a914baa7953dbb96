/**
 * First results of mutating requests, so that a retry with the same key gets the same answer and
 * does nothing twice. For requests whose contract has no id of its own.
 *
 * <p>A service that uses it copies {@code terrane/idempotency/<sqlite|postgresql>.sql} of this
 * module's jar into its next migration: migrations are append-only and belong to one service, so
 * there is no shared one.
 */
@NullMarked
package dev.terrane.support.store.idempotency;

import org.jspecify.annotations.NullMarked;
