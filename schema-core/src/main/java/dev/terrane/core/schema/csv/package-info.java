/**
 * Static configuration as CSV that survives spreadsheets: what a cell says is either exact, marked
 * by a leading apostrophe, or refused with row and column when a spreadsheet may have changed it.
 * {@code docs/formats/config-csv.md} specifies it.
 *
 * <p>Reader and writer are our own, so that the core keeps to its libraries and a file's limits are
 * checked before memory is spent; tests hold them against another implementation.
 */
@NullMarked
package dev.terrane.core.schema.csv;

import org.jspecify.annotations.NullMarked;
