package dev.terrane.core.schema.csv;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Documents and shortcuts the tests of tables share. */
final class Tables {
    /** Every type and every text a spreadsheet is known to change, in class Probe; Other has 5. */
    static final SchemaDocument PROBE =
            document(new String(resource("probe.json"), StandardCharsets.UTF_8));

    /** One field of a type, beside the id. */
    static SchemaDocument of(String type, String... rows) {
        return document(
                """
                {"format": "ark.entity-schema", "version": 1,
                 "classes": [
                  {"name": "A", "fields": [
                    {"name": "id", "index": 1, "type": "uint32"},
                    {"name": "v", "index": 2, "type": "%s"}],
                   "tables": [], "containers": []},
                  {"name": "B", "fields": [{"name": "id", "index": 1, "type": "uint32"}],
                   "tables": [], "containers": []},
                  {"name": "Bare", "fields": [], "tables": [], "containers": []}],
                 "configs": [{"class": "A", "rows": [%s]}, {"class": "B", "rows": [{"id": 7}]}]}
                """
                        .formatted(type, String.join(", ", rows)));
    }

    private Tables() {}

    static SchemaDocument document(String json) {
        return switch (SchemaReader.read(json.getBytes(StandardCharsets.UTF_8))) {
            case SchemaResult.Ok(SchemaDocument document) -> document;
            case SchemaResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }

    static byte[] resource(String name) {
        try (InputStream input = Tables.class.getResourceAsStream("/csv/" + name)) {
            return input.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static String write(SchemaDocument document, String className, CsvFormat format) {
        return switch (ConfigCsv.write(document, className, format)) {
            case CsvResult.Ok<String>(String text) -> text;
            case CsvResult.Rejected<String> rejected ->
                    throw new AssertionError(rejected.toString());
        };
    }

    static CsvResult<SchemaDocument> read(String text, SchemaDocument document, String className) {
        return read(text.getBytes(StandardCharsets.UTF_8), document, className);
    }

    static CsvResult<SchemaDocument> read(byte[] bytes, SchemaDocument document, String className) {
        return ConfigCsv.read(bytes, document, className, SchemaHints.NONE, CsvLimits.DEFAULT);
    }

    static SchemaDocument accepted(CsvResult<SchemaDocument> result) {
        return switch (result) {
            case CsvResult.Ok<SchemaDocument>(SchemaDocument document) -> document;
            case CsvResult.Rejected<SchemaDocument> rejected ->
                    throw new AssertionError(rejected.toString());
        };
    }

    static List<CsvProblem> problems(CsvResult<?> result) {
        return switch (result) {
            case CsvResult.Ok<?> ok -> throw new AssertionError("accepted: " + ok);
            case CsvResult.Rejected<?>(List<CsvProblem> problems) -> problems;
        };
    }

    /** Rule and cell of each problem. */
    static List<String> places(CsvResult<?> result) {
        return problems(result).stream()
                .map(problem -> problem.rule().id() + " " + problem.cell())
                .toList();
    }
}
