/**
 * Benchmarks, each with a peer or floor measured in the same run. Run by {@code terrane bench
 * NAME}; never part of the tests' outcome.
 */
@NullMarked
package dev.terrane.bench;

import org.jspecify.annotations.NullMarked;
