package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaProblem;
import java.util.List;

/** What became of a request to publish. */
public sealed interface PublishResult {
    /** A new version holds the document. */
    record Created(PublishedSchema schema) implements PublishResult {}

    /** The newest version already had exactly this content; nothing was written. */
    record Unchanged(PublishedSchema schema) implements PublishResult {}

    /** The document breaks rules of the format. */
    record Invalid(List<SchemaProblem> problems) implements PublishResult {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Another version is the newest than the one the publisher expected.
     *
     * @param expected what the publisher expected, 0 for none
     * @param latest number of the newest version, 0 for none
     */
    record Conflict(int expected, int latest) implements PublishResult {}
}
