/**
 * Kernel: class layouts, entities with fields, tables and containers, callbacks, maps, exports, and
 * what changed.
 *
 * <p>Here are runtime objects and their typed values only. Streams of them are in {@code stream},
 * their wire form in {@code canonical}. No Spring, no I/O, no clock and no randomness of its own; a
 * kernel belongs to one owner thread.
 */
@NullMarked
package dev.terrane.core.entity;

import org.jspecify.annotations.NullMarked;
