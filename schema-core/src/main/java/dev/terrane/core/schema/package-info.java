/**
 * The schema document {@code ark.entity-schema} version 1: its model, a strict JSON reader that
 * names every mistake by rule, pointer, line and column, a deterministic writer, content and wire
 * hashes, and the class layouts other libraries look members up in.
 *
 * <p>The one validator is behind {@link dev.terrane.core.schema.SchemaReader}. No Spring, no I/O,
 * no clock or randomness; comparison of documents is in {@code diff}.
 */
@NullMarked
package dev.terrane.core.schema;

import org.jspecify.annotations.NullMarked;
