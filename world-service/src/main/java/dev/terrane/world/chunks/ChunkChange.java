package dev.terrane.world.chunks;

/** One committed change, in the order of the commits. */
public record ChunkChange(ChunkHead head, ChunkAction action) {}
