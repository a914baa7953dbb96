package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ContentFlags;

/**
 * A chunk that is flagged for something, as the index knows it.
 *
 * @param formatVersion of the stored payload
 */
public record FlaggedChunk(ChunkHead head, int formatVersion, ContentFlags flags) {}
