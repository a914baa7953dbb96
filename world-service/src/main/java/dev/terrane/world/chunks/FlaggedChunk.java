package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ContentFlags;

/** A chunk that is flagged for something, as the index knows it. */
public record FlaggedChunk(ChunkHead head, ContentFlags flags) {}
