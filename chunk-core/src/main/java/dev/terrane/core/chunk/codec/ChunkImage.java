package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;

/**
 * An encoded chunk.
 *
 * @param bytes header and stored body, as in a file, a row or a message
 * @param bodyBytes length of the uncompressed body
 * @param checksum over the uncompressed body, meta included
 * @param contentHash over sections 01 to 04: equal content has equal hashes whatever its meta
 */
public record ChunkImage(Bytes bytes, int bodyBytes, Checksum checksum, Checksum contentHash) {}
