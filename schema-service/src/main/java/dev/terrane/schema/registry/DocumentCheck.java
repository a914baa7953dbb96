package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaDocument;
import java.util.List;

/**
 * A further check of valid documents, before a draft is saved or a version published. Every bean of
 * this type is asked. Called by many threads at once; may read the database.
 */
@FunctionalInterface
public interface DocumentCheck {
    /** What is wrong with the document as one of this schema; none when nothing is. */
    List<DocumentProblem> check(SchemaName schema, SchemaDocument document);
}
