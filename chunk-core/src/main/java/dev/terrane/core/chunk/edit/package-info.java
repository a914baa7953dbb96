/**
 * Edits: an RFC 6902 applier of our own over a small tree port, for any JSON document and for the
 * chunk model. Atomic: the document given is never changed.
 */
@NullMarked
package dev.terrane.core.chunk.edit;

import org.jspecify.annotations.NullMarked;
