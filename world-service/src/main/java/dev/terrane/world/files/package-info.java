/**
 * Worlds that have an SQLite file of their own: where the files are, which of them are open, and
 * the parts of the service over each. What is the service's alone is marked {@link
 * dev.terrane.world.ServiceWide}; whatever else the service is made of there is once more for each
 * open file.
 */
@NullMarked
package dev.terrane.world.files;

import org.jspecify.annotations.NullMarked;
