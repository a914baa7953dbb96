/**
 * Leaving without losing anything: {@link dev.terrane.support.drain.DrainCoordinator} turns
 * readiness off, refuses new work, lets running requests end and has long-lived connections closed,
 * within a grace period. What a connection must be told is known by its owner, which registers as a
 * {@link dev.terrane.support.drain.DrainListener}.
 */
@NullMarked
package dev.terrane.support.drain;

import org.jspecify.annotations.NullMarked;
