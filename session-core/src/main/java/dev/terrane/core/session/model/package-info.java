/**
 * Values of a retained session: identities, commands, receipts, facts, journal records and the
 * whole state a checkpoint keeps. Immutable; no behaviour beyond checking and naming themselves.
 */
@NullMarked
package dev.terrane.core.session.model;

import org.jspecify.annotations.NullMarked;
