package dev.terrane.schema.drafts;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.schema.registry.SchemaName;
import java.util.List;

/**
 * A further check of valid documents, before a draft is saved. Every bean of this type is asked.
 * Called by many threads at once; may read the database.
 */
@FunctionalInterface
public interface DraftCheck {
    /** What is wrong with the document as one of this schema; none when nothing is. */
    List<DraftProblem> check(SchemaName schema, SchemaDocument document);
}
