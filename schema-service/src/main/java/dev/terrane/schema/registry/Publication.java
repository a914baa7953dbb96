package dev.terrane.schema.registry;

import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one name gets in a commit.
 *
 * @param name the schema
 * @param revision the revision the decision was made at
 * @param schema the document that becomes the next number; empty when the newest has it already
 * @param reserved retired members the document leaves out
 * @param move the channel that shall point to the newest then
 */
public record Publication(
        SchemaName name,
        long revision,
        Optional<NewSchema> schema,
        List<MemberKey> reserved,
        Optional<Move> move) {
    public Publication {
        reserved = List.copyOf(reserved);
    }

    /** A move of a channel that comes with a publication. */
    public record Move(ChannelName channel, String reason, Instant at, String subject) {}
}
