package dev.terrane.schema.registry.edge;

import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.DocumentProblem;
import java.util.List;
import java.util.Map;

/** Everything that is wrong with one text, told in one refusal. */
public final class Problems {
    private Problems() {}

    /** The first problem is the refusal's own place, and each has its place among the rest. */
    public static TerraneException refuse(
            ErrorCode code, String field, List<DocumentProblem> problems) {
        DocumentProblem first = problems.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(code, first.message() + more(problems.size()))
                        .field(field)
                        .pointer(first.pointer())
                        .position(first.line(), first.column())
                        .extra("rule", first.rule());
        problems.forEach(
                problem ->
                        builder.place(
                                problem.pointer(),
                                problem.line(),
                                problem.column(),
                                Map.of("rule", problem.rule(), "message", problem.message())));
        return builder.toException();
    }

    /** How many more there are than the one that is told first; empty for none. */
    public static String more(long count) {
        return count == 1 ? "" : " (and " + (count - 1) + " more)";
    }
}
