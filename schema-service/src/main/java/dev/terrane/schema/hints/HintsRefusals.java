package dev.terrane.schema.hints;

import dev.terrane.core.schema.HintViolation;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.edge.Problems;

/** What is refused about hints. */
public final class HintsRefusals {
    private HintsRefusals() {}

    /** The stored hints; every other outcome is a refusal. */
    public static StoredHints saved(HintsOutcome outcome) {
        return switch (outcome) {
            case HintsOutcome.Saved(StoredHints hints) -> hints;
            case HintsOutcome.Invalid(var problems) ->
                    throw Problems.refuse(
                            SchemaError.HINTS_INVALID,
                            "hints",
                            problems.stream().map(DocumentProblem::of).toList());
            case HintsOutcome.Violated(var violations) ->
                    throw Problems.refuse(
                            SchemaError.HINTS_INVALID,
                            "document",
                            violations.stream().map(HintsRefusals::violation).toList());
        };
    }

    /** The schema has none. */
    public static TerraneException none(SchemaName name) {
        return TerraneException.of(CommonError.NOT_FOUND, name + " has no hints")
                .field("name")
                .extra("schema", name.value())
                .toException();
    }

    private static DocumentProblem violation(HintViolation violation) {
        return DocumentProblem.of(
                violation.rule().id(),
                violation.pointer(),
                "a row breaks the hints: " + violation.message());
    }
}
