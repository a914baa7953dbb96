package dev.terrane.schema.registry.wire;

import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.SchemaRule;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.PublishResult;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import java.util.List;
import java.util.Map;

/** The registry's outcomes as refusals, the same on every transport. */
public final class SchemaRefusals {
    private SchemaRefusals() {}

    /** A page size out of range. */
    public static TerraneException badPageSize(String field, long size) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "a page has 1.." + SchemaPage.SIZE_MAX + " versions, not " + size)
                .field(field)
                .limit(field, SchemaPage.SIZE_MAX, size)
                .toException();
    }

    /** A page token this service did not make. */
    public static TerraneException badPageToken(String field) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT, "the page token is not one of this list")
                .field(field)
                .toException();
    }

    /** No version answers to this reference. */
    public static TerraneException notFound(String field, SchemaReference reference) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no schema " + reference)
                .field(field)
                .extra("schema", reference.toString())
                .toException();
    }

    /** The newest version is not the expected one. */
    public static TerraneException conflict(
            String field, SchemaName name, PublishResult.Conflict conflict) {
        return TerraneException.of(
                        SchemaError.SCHEMA_VERSION_CONFLICT,
                        "the newest version of "
                                + name
                                + " is "
                                + conflict.latest()
                                + ", not "
                                + conflict.expected())
                .field(field)
                .extra("schema", name.value())
                .extra("latestVersion", Integer.toString(conflict.latest()))
                .toException();
    }

    /** A document that breaks rules; every problem becomes a detail of its own. */
    public static TerraneException invalid(
            List<SchemaProblem> problems, long documentBytes, SchemaProperties properties) {
        SchemaProblem first = problems.getFirst();
        if (first.rule() == SchemaRule.LIMIT_BYTES) {
            return TerraneException.of(CommonError.PAYLOAD_TOO_LARGE, first.message())
                    .field("document")
                    .limit(
                            SchemaProperties.DOCUMENT_LIMIT,
                            properties.documentBytesMax().toBytes(),
                            documentBytes)
                    .toException();
        }
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        TerraneException.Builder builder =
                TerraneException.of(SchemaError.SCHEMA_INVALID, first.message() + more)
                        .field("document")
                        .pointer(first.pointer())
                        .position(first.line(), first.column())
                        .extra("rule", first.rule().id());
        problems.forEach(
                problem ->
                        builder.place(
                                problem.pointer(),
                                problem.line(),
                                problem.column(),
                                Map.of("rule", problem.rule().id(), "message", problem.message())));
        return builder.toException();
    }
}
