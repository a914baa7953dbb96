/**
 * entity-core: see the module's description. No Spring, no I/O, no clock or randomness of its own.
 */
@NullMarked
package dev.terrane.core.entity;

import org.jspecify.annotations.NullMarked;
