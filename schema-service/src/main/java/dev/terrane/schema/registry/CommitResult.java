package dev.terrane.schema.registry;

import java.util.List;

/** What became of a commit. */
public sealed interface CommitResult {
    /**
     * Everything is stored.
     *
     * @param published the version each publication's name has now, in their order
     */
    record Committed(List<PublishedSchema> published) implements CommitResult {
        public Committed {
            published = List.copyOf(published);
        }
    }

    /** Nothing is stored: what was known of this name is not so any more. */
    record Moved(SchemaName name) implements CommitResult {}
}
