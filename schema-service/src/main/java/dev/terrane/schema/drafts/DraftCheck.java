package dev.terrane.schema.drafts;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaName;
import java.util.List;

/**
 * A further check of drafts alone, for what editors should not save and publishing does not ask.
 * Every bean of this type is asked. Called by many threads at once; may read the database.
 */
@FunctionalInterface
public interface DraftCheck {
    /** What is wrong with the document as a draft of this schema; none when nothing is. */
    List<DocumentProblem> check(SchemaName schema, SchemaDocument document);
}
