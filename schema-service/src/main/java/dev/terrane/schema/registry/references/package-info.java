/**
 * Who uses a version. What is held is not retired, and what its holders may have seen is not left
 * out.
 */
@NullMarked
package dev.terrane.schema.registry.references;

import org.jspecify.annotations.NullMarked;
