/**
 * The two forms of a chunk: AGPC v1, the binary image that is stored and sent, and JSON for people
 * and tools. Both carry the same model; docs/formats/agpc.md is the reference.
 */
@NullMarked
package dev.terrane.core.chunk.codec;

import org.jspecify.annotations.NullMarked;
