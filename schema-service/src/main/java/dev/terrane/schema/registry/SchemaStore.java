package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Where published versions are kept. Every call is one transaction. Any thread may call; calls
 * block.
 */
public interface SchemaStore {
    /**
     * Gives the document the number after the newest one and stores it, whole or not at all. The
     * same content as the newest version is {@link PublishResult.Unchanged}, whatever was expected.
     *
     * @param expectedLatest refuse unless this is the newest number, 0 for none
     */
    PublishResult publish(NewSchema schema, OptionalInt expectedLatest);

    /** One version. */
    Optional<PublishedSchema> find(SchemaId id);

    /** The number of the newest version of a name. */
    Optional<SchemaId> findLatest(SchemaName name);

    /** The first version published with this content. */
    Optional<SchemaId> findByContent(SchemaHash contentHash);

    /** The first version of this name with this content. */
    Optional<SchemaId> findByContent(SchemaName name, SchemaHash contentHash);

    /**
     * Versions in the order of name and number.
     *
     * @param name only this schema's, or null for all
     * @param after begin after this id, or null for the first
     * @param limit 1..{@link SchemaPage#SIZE_MAX}
     */
    SchemaPage list(@Nullable SchemaName name, @Nullable SchemaId after, int limit);
}
