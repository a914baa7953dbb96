/** Finding static rows in a document, and changing them one by one. Pure values, no I/O. */
@NullMarked
package dev.terrane.core.schema.rows;

import org.jspecify.annotations.NullMarked;
