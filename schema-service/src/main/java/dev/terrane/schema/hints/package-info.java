/**
 * Hints of named schemas: labels, units, bounds, lists and references beside the documents. They
 * belong to the name, not to a version, and are in no hash. Saving a draft and importing a table
 * hold rows against them; publishing does not.
 */
@NullMarked
package dev.terrane.schema.hints;

import org.jspecify.annotations.NullMarked;
