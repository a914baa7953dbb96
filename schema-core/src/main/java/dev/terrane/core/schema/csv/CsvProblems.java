package dev.terrane.core.schema.csv;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems of one table up to a cap. */
final class CsvProblems {
    private static final int QUOTED_MAX = 40;

    private final int max;
    private final List<CsvProblem> found = new ArrayList<>();

    CsvProblems(int max) {
        this.max = max;
    }

    void add(CsvRule rule, int row, int column, String field, String message) {
        if (found.size() < max) {
            found.add(new CsvProblem(rule, row, column, field, message));
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** Whether nothing more would be listed. */
    boolean isFull() {
        return found.size() >= max;
    }

    <T> CsvResult<T> toRejected() {
        List<CsvProblem> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt(CsvProblem::row).thenComparingInt(CsvProblem::column));
        return new CsvResult.Rejected<>(sorted);
    }

    /** A cell's text in quotes, short and without control characters. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints()
                .limit(QUOTED_MAX)
                .forEach(
                        point ->
                                quoted.appendCodePoint(
                                        Character.isISOControl(point)
                                                        || Character.getType(point)
                                                                == Character.FORMAT
                                                        || Character.getType(point)
                                                                == Character.SURROGATE
                                                ? '\uFFFD'
                                                : point));
        return quoted.append(text.codePointCount(0, text.length()) > QUOTED_MAX ? "…\"" : "\"")
                .toString();
    }
}
