/**
 * What differs between two schema documents, by meaning and not by text, and what each difference
 * does to streams, source code, stored data and authorisation.
 *
 * <p>A pure library over the model: no registry, no I/O. What is in use and what was retired comes
 * in as {@link dev.terrane.core.schema.diff.SchemaUse}.
 */
@NullMarked
package dev.terrane.core.schema.diff;

import org.jspecify.annotations.NullMarked;
