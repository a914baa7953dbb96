package dev.terrane.schema.drafts;

import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Where drafts are kept. Every call is one transaction. Any thread may call; calls block. */
public interface DraftStore {
    /** A draft on its way to the store. */
    record NewDraft(
            DraftKey key,
            SchemaContent content,
            OptionalInt baseVersion,
            Instant updatedAt,
            String updatedBy) {}

    /** The draft with its document. */
    Optional<DraftDocument> find(DraftKey key);

    /** All drafts of a schema by name (bytes). */
    List<Draft> list(SchemaName schema);

    /**
     * Saves a draft if it is what is expected. The content it had before goes when nothing else
     * holds it.
     *
     * @param draftsMax most drafts of the schema
     * @return Saved, Unchanged, Stale, Missing or TooMany
     */
    DraftResult save(NewDraft draft, DraftExpectation expected, int draftsMax);

    /**
     * Removes a draft if it is what is expected.
     *
     * @return Deleted, Stale or Missing
     */
    DraftResult delete(DraftKey key, DraftTag expected);
}
