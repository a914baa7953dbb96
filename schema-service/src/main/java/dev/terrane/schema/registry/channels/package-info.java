/**
 * Named pointers to versions, such as dev and prod, moved with an audited reason and moved back.
 */
@NullMarked
package dev.terrane.schema.registry.channels;

import org.jspecify.annotations.NullMarked;
