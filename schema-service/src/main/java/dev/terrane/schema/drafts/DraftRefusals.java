package dev.terrane.schema.drafts;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.edge.Problems;
import dev.terrane.schema.registry.edge.SchemaRefusals;

/** Outcomes of drafts as refusals, the same for every feature that writes drafts. */
public final class DraftRefusals {
    private DraftRefusals() {}

    /** The draft a change left behind; every other outcome is a refusal. */
    public static Draft saved(DraftKey key, DraftResult result) {
        return switch (result) {
            case DraftResult.Saved(Draft draft) -> draft;
            case DraftResult.Unchanged(Draft draft) -> draft;
            case DraftResult.Deleted(Draft draft) -> draft;
            case DraftResult.Invalid(var problems) ->
                    throw Problems.refuse(SchemaError.SCHEMA_INVALID, "document", problems);
            case DraftResult.Stale(Draft current) -> throw stale(current);
            case DraftResult.Missing() -> throw missing(key);
            case DraftResult.NoBase(var base) ->
                    throw SchemaRefusals.notFound("baseVersion", new SchemaReference.Pinned(base));
            case DraftResult.TooMany(int draftsMax) -> throw tooMany(key, draftsMax);
        };
    }

    /** There is no such draft. */
    public static TerraneException missing(DraftKey key) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no draft " + key)
                .field("draft")
                .extra("schema", key.schema().value())
                .extra("draft", key.name().value())
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
