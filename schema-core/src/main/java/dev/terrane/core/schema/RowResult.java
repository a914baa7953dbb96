package dev.terrane.core.schema;

import java.util.List;

/** What reading one row gave: the row, or what is wrong with it. */
public sealed interface RowResult {
    /** The row fills its class. */
    record Ok(ConfigRow row) implements RowResult {}

    /**
     * The row is refused.
     *
     * @param problems pointers begin at the row; at least one
     */
    record Rejected(List<SchemaProblem> problems) implements RowResult {
        public Rejected {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refusal names a problem");
            }
        }
    }
}
