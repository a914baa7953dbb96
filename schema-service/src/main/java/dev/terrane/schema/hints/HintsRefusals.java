package dev.terrane.schema.hints;

import dev.terrane.core.schema.HintViolation;
import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.SchemaName;
import java.util.List;
import java.util.Map;

/** What is refused about hints. */
public final class HintsRefusals {
    private HintsRefusals() {}

    /** The stored hints; every other outcome is a refusal. */
    public static StoredHints saved(HintsOutcome outcome) {
        return switch (outcome) {
            case HintsOutcome.Saved(StoredHints hints) -> hints;
            case HintsOutcome.Invalid(var problems) -> throw invalid(problems);
            case HintsOutcome.Violated(var violations) -> throw violated(violations);
        };
    }

    /** The schema has none. */
    public static TerraneException none(SchemaName name) {
        return TerraneException.of(CommonError.NOT_FOUND, name + " has no hints")
                .field("name")
                .extra("schema", name.value())
                .toException();
    }

    private static TerraneException invalid(List<SchemaProblem> problems) {
        SchemaProblem first = problems.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.HINTS_INVALID, first.message() + more(problems.size()))
                        .field("hints")
                        .pointer(first.pointer())
                        .position(first.line(), first.column())
                        .extra("rule", first.rule().id());
        problems.forEach(
                problem ->
                        builder.place(
                                problem.pointer(),
                                problem.line(),
                                problem.column(),
                                Map.of(
                                        "rule", problem.rule().id(),
                                        "message", problem.message())));
        return builder.toException();
    }

    private static TerraneException violated(List<HintViolation> violations) {
        HintViolation first = violations.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.HINTS_INVALID,
                                "a row breaks them: " + first.message() + more(violations.size()))
                        .field("document")
                        .pointer(first.pointer())
                        .extra("rule", first.rule().id());
        violations.forEach(
                violation ->
                        builder.place(
                                violation.pointer(),
                                0,
                                0,
                                Map.of(
                                        "rule", violation.rule().id(),
                                        "message", violation.message())));
        return builder.toException();
    }

    private static String more(int count) {
        return count == 1 ? "" : " (and " + (count - 1) + " more)";
    }
}
