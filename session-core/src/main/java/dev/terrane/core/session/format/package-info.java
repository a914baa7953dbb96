/**
 * Binary forms of commands, journals, definitions and checkpoints, little-endian, bounded,
 * checksummed, fail-closed; docs/formats/session.md has the tables. Also the fingerprints and the
 * chained digest, which hash the same bytes.
 */
@NullMarked
package dev.terrane.core.session.format;

import org.jspecify.annotations.NullMarked;
