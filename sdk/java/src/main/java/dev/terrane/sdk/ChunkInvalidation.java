package dev.terrane.sdk;

/**
 * A chunk this client holds has changed.
 *
 * @param at where
 * @param revision its revision now
 * @param checksum its checksum now
 * @param deleted whether it was deleted
 */
public record ChunkInvalidation(
        ChunkPosition at, long revision, String checksum, boolean deleted) {}
