package dev.terrane.sdk;

/**
 * What became of an edit that was answered as not durable.
 *
 * @param at where
 * @param editId id of the edit
 * @param revision revision it made
 * @param durable true when it is on disk; false when a crash took it
 */
public record EditSettled(ChunkPosition at, String editId, long revision, boolean durable) {}
