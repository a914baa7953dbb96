package dev.terrane.core.schema;

import java.util.List;

/** What reading hints gave: the hints, or what is wrong with them. */
public sealed interface HintsResult {
    /** The hints fit their document. */
    record Ok(SchemaHints hints) implements HintsResult {}

    /**
     * The hints are refused as a whole.
     *
     * @param problems the mistakes in the order of the text, at least one
     */
    record Rejected(List<SchemaProblem> problems) implements HintsResult {
        public Rejected {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refusal names a problem");
            }
        }
    }
}
