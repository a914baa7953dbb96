package dev.terrane.sdk;

/**
 * A chunk this client holds has changed.
 *
 * @param at where
 * @param revision its revision now
 * @param checksum its checksum now
 * @param deleted whether it was deleted
 * @param gated whether the client may not see it any more: what it has of it is to be dropped, and
 *     revision and checksum are not told
 */
public record ChunkInvalidation(
        ChunkPosition at, long revision, String checksum, boolean deleted, boolean gated) {}
