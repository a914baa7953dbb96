package dev.terrane.schema.drafts;

import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaId;
import java.util.List;

/** What became of a change of a draft. */
public sealed interface DraftResult {
    /** The draft is saved; it was made when its revision is 1. */
    record Saved(Draft draft) implements DraftResult {}

    /** The draft had exactly this content already; nothing was written. */
    record Unchanged(Draft draft) implements DraftResult {}

    /** The draft is gone. */
    record Deleted(Draft draft) implements DraftResult {}

    /** The document has problems; nothing was written. */
    record Invalid(List<DocumentProblem> problems) implements DraftResult {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }

    /** The draft is not what the writer believed. */
    record Stale(Draft current) implements DraftResult {}

    /** There is no such draft. */
    record Missing() implements DraftResult {}

    /** The version it says it was begun from never was. */
    record NoBase(SchemaId base) implements DraftResult {}

    /** The schema has as many drafts as it may have. */
    record TooMany(int draftsMax) implements DraftResult {}
}
