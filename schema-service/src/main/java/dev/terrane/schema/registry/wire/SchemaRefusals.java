package dev.terrane.schema.registry.wire;

import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.SchemaRule;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.PublishResult;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import java.util.List;

/** The registry's outcomes as refusals, the same on every transport. */
public final class SchemaRefusals {
    private SchemaRefusals() {}

    /** A text that names no version. */
    public static TerraneException badReference(String field, String text) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "a schema is named by " + SchemaReference.FORMS + ", not by " + clip(text))
                .field(field)
                .toException();
    }

    /** A text that is no schema name. */
    public static TerraneException badName(String field, String text) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "a schema name is " + SchemaName.FORM + ", not " + clip(text))
                .field(field)
                .toException();
    }

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
    public static TerraneException notFound(SchemaReference reference) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no schema " + reference)
                .field("schema_id")
                .extra("schema", reference.toString())
                .toException();
    }

    /** The newest version is not the expected one. */
    public static TerraneException conflict(SchemaName name, PublishResult.Conflict conflict) {
        return TerraneException.of(
                        SchemaError.SCHEMA_VERSION_CONFLICT,
                        "the newest version of "
                                + name
                                + " is "
                                + conflict.latest()
                                + ", not "
                                + conflict.expected())
                .field("expected_latest_version")
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
        problems.forEach(problem -> builder.detail(detail(problem)));
        return builder.toException();
    }

    private static ErrorInfo detail(SchemaProblem problem) {
        return ErrorInfo.newBuilder()
                .setCode(SchemaError.SCHEMA_INVALID.name())
                .setByteOffset(-1)
                .setPointer(problem.pointer())
                .setLine(problem.line())
                .setColumn(problem.column())
                .putExtras("rule", problem.rule().id())
                .putExtras("message", problem.message())
                .build();
    }

    private static String clip(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (printable.length() > 80 ? printable.substring(0, 80) + "…" : printable) + '"';
    }
}
