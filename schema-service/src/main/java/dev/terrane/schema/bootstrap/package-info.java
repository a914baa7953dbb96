/** Publishes the documents of a folder when the service starts, or stops the start. */
@NullMarked
package dev.terrane.schema.bootstrap;

import org.jspecify.annotations.NullMarked;
