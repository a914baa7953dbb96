package dev.terrane.schema.drafts;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import java.util.List;
import java.util.Map;

/** Outcomes of drafts as refusals, the same for every feature that writes drafts. */
public final class DraftRefusals {
    private DraftRefusals() {}

    /** The draft a change left behind; every other outcome is a refusal. */
    public static Draft saved(DraftKey key, DraftResult result) {
        return switch (result) {
            case DraftResult.Saved(Draft draft) -> draft;
            case DraftResult.Unchanged(Draft draft) -> draft;
            case DraftResult.Deleted(Draft draft) -> draft;
            case DraftResult.Invalid(var problems) -> throw invalid(problems);
            case DraftResult.Stale(Draft current) -> throw stale(current);
            case DraftResult.Missing() -> throw missing(key);
            case DraftResult.NoBase(var base) ->
                    throw SchemaRefusals.notFound("baseVersion", new SchemaReference.Pinned(base));
            case DraftResult.TooMany(int draftsMax) -> throw tooMany(key, draftsMax);
        };
    }

    /** A document with problems; all of them are told. */
    public static TerraneException invalid(List<DocumentProblem> problems) {
        DocumentProblem first = problems.getFirst();
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        TerraneException.Builder builder =
                TerraneException.of(SchemaError.SCHEMA_INVALID, first.message() + more)
                        .field("document")
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

    /** There is no such draft. */
    public static TerraneException missing(DraftKey key) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no draft " + key)
                .field("draft")
                .extra("schema", key.schema().value())
                .extra("draft", key.name().value())
                .toException();
    }

    /** A change that names no state of the draft. */
    public static TerraneException unconditional() {
        return TerraneException.of(
                        WorldError.PRECONDITION_REQUIRED,
                        "a draft is changed with If-Match and its ETag, and made with"
                                + " If-None-Match: *")
                .field("If-Match")
                .toException();
    }

    /** A text that is no draft name. */
    public static TerraneException badName(String field) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT, "a draft name is " + DraftName.FORM)
                .field(field)
                .toException();
    }

    private static TerraneException stale(Draft current) {
        return TerraneException.of(
                        SchemaError.DRAFT_STALE,
                        "draft "
                                + current.key()
                                + " was saved by "
                                + current.updatedBy()
                                + " and is at revision "
                                + current.tag().revision())
                .field("If-Match")
                .extra("currentTag", current.tag().toString())
                .extra("currentRevision", Long.toString(current.tag().revision()))
                .extra("updatedBy", current.updatedBy())
                .toException();
    }

    private static TerraneException tooMany(DraftKey key, int draftsMax) {
        return TerraneException.of(
                        CommonError.RESOURCE_EXHAUSTED,
                        key.schema() + " has " + draftsMax + " drafts; remove one first")
                .field("draft")
                .limit(DraftProperties.SETTING, draftsMax, draftsMax + 1L)
                .toException();
    }
}
