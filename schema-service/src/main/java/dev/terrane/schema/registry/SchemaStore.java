package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.registry.channels.ChannelName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where published versions are kept. Every call is one transaction. Any thread may call; calls
 * block.
 */
public interface SchemaStore {
    /** What a publication is decided by. */
    SchemaSnapshot snapshot(SchemaName name);

    /**
     * Stores publications, all or none: each document under the number after the highest of its
     * name, if nothing has moved since it was decided.
     */
    CommitResult commit(List<Publication> publications);

    /** One version, also a retired one. */
    Optional<PublishedSchema> find(SchemaId id);

    /** The newest version of a name that is not retired. */
    Optional<SchemaId> findLatest(SchemaName name);

    /** Where a channel points. */
    Optional<SchemaId> findChannel(SchemaName name, ChannelName channel);

    /** The first version published with this content, also a retired one. */
    Optional<SchemaId> findByContent(SchemaHash contentHash);

    /** The first version of this name with this content, also a retired one. */
    Optional<SchemaId> findByContent(SchemaName name, SchemaHash contentHash);

    /**
     * Versions in the order of name and number.
     *
     * @param name only this schema's, or null for all
     * @param after begin after this id, or null for the first
     * @param limit 1..{@link SchemaPage#SIZE_MAX}
     * @param retired whether retired versions are listed, too
     */
    SchemaPage list(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit, boolean retired);
}
