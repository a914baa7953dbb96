package dev.terrane.schema.registry.channels;

import dev.terrane.schema.registry.SchemaName;
import java.time.Instant;

/**
 * One move of a channel, kept for ever.
 *
 * @param channel the channel
 * @param schema the schema whose pointer moved
 * @param revision number of the move within both, from 1
 * @param fromVersion where it pointed before, 0 for nowhere
 * @param toVersion where it points since
 * @param isRollback whether it went back to where it had pointed before
 * @param reason why, as the mover says
 * @param movedAt when, to the millisecond
 * @param movedBy by whom
 */
public record ChannelMove(
        ChannelName channel,
        SchemaName schema,
        long revision,
        int fromVersion,
        int toVersion,
        boolean isRollback,
        String reason,
        Instant movedAt,
        String movedBy) {}
