package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;

/** What a scalar stream says. Immutable, for use inside one process: no codec carries it. */
public sealed interface ScalarPublication {
    /** The application's schema id. */
    String schemaId();

    /** Generation of the stream. */
    long generation();

    /** Revision after this publication. */
    long revision();

    /**
     * The whole selected state at a revision.
     *
     * @param schemaId the application's schema id
     * @param generation generation of the stream, at least 1
     * @param revision revision of the state, at least 1
     * @param snapshot the state
     */
    record Baseline(String schemaId, long generation, long revision, ScalarSnapshot snapshot)
            implements ScalarPublication {}

    /**
     * Changed fields from one revision to the next.
     *
     * @param schemaId the application's schema id
     * @param generation generation of the stream
     * @param revision revision after it; it applies to the one before
     * @param guid identity of the entity
     * @param fields the changed fields; none when it is removed
     * @param removed whether this is the tombstone
     */
    record Delta(
            String schemaId,
            long generation,
            long revision,
            Guid guid,
            IndexMap<Value> fields,
            boolean removed)
            implements ScalarPublication {}
}
