package dev.terrane.core.schema.csv;

import java.util.List;

/**
 * What reading or writing a table gave: a value, or everything that is wrong.
 *
 * @param <T> the value
 */
public sealed interface CsvResult<T> {
    /** The value. */
    record Ok<T>(T value) implements CsvResult<T> {}

    /**
     * Nothing is taken over.
     *
     * @param problems in the order of the table, at least one
     */
    record Rejected<T>(List<CsvProblem> problems) implements CsvResult<T> {
        public Rejected {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refusal names a problem");
            }
        }
    }
}
