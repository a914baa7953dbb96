package dev.terrane.core.schema;

import java.util.List;

/** What reading a document gave: the document, or what is wrong with it. */
public sealed interface SchemaResult {
    /** The document satisfies every rule. */
    record Ok(SchemaDocument document) implements SchemaResult {}

    /**
     * The document is refused as a whole.
     *
     * @param problems the mistakes in the order of the text, at least one and at most as many as
     *     {@link SchemaLimits#problemsMax()}; when that many are listed there may be more
     */
    record Rejected(List<SchemaProblem> problems) implements SchemaResult {
        public Rejected {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refusal names a problem");
            }
        }

        /** Whether a limit is exceeded, rather than a rule of the format broken. */
        public boolean isOverLimit() {
            return problems.stream()
                    .allMatch(
                            problem -> problem.rule().category() == SchemaRule.Category.OVER_LIMIT);
        }
    }
}
