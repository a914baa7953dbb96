package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;

/**
 * A stored chunk with its payload, verified.
 *
 * @param image header and uncompressed body, the bytes that are served
 * @param chunk the same, decoded
 */
public record StoredChunk(ChunkHead head, Bytes image, Chunk chunk) {}
