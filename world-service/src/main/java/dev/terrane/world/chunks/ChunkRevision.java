package dev.terrane.world.chunks;

/**
 * One row of a chunk's history.
 *
 * @param head key, revision, checksum (a deletion keeps the last one) and time
 * @param hasPayload false for deletions and for what was pruned
 */
public record ChunkRevision(ChunkHead head, String actor, ChunkAction action, boolean hasPayload) {}
