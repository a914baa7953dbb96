/**
 * What the tests of every module share: time, seeds, waiting, processes, network faults, databases
 * and the machine-checked rules. Only tests may depend on it; no product code, no Spring.
 */
@NullMarked
package dev.terrane.testing;

import org.jspecify.annotations.NullMarked;
