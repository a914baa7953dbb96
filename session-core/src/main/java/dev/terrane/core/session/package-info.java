/**
 * The retained session: one named planar world that is changed only by commands accepted once,
 * journaled and replayable bit for bit. {@link dev.terrane.core.session.Session} is the entry. No
 * library, no I/O, no clock or randomness of its own.
 */
@NullMarked
package dev.terrane.core.session;

import org.jspecify.annotations.NullMarked;
