package dev.terrane.world.chunks;

/**
 * A chunk as lists show it to somebody.
 *
 * @param gated whether the reader may not see it: the checksum is not shown, it would tell whether
 *     a guess of the content is right
 */
public record ListedChunk(ChunkHead head, boolean gated) {}
