package dev.terrane.schema.registry.channels;

import dev.terrane.schema.registry.SchemaId;

/**
 * Where a channel points for one schema.
 *
 * @param channel the channel
 * @param id the version
 * @param revision number of the move that brought it there, from 1; the ETag
 */
public record ChannelPointer(ChannelName channel, SchemaId id, long revision) {}
