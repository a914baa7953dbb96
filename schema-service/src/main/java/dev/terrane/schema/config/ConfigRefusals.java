package dev.terrane.schema.config;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.csv.CsvProblem;
import dev.terrane.core.schema.rows.RowQuery;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.edge.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is refused about rows and tables, each with its place. */
public final class ConfigRefusals {
    private ConfigRefusals() {}

    /** The class of this name; refused when the document has none. */
    public static ClassDefinition require(SchemaDocument document, String field, String name) {
        return document.findClass(name)
                .orElseThrow(
                        () ->
                                TerraneException.of(
                                                CommonError.NOT_FOUND,
                                                "the document has no class "
                                                        + SchemaNames.clip(name))
                                        .field(field)
                                        .toException());
    }

    /** No row has this id. */
    public static TerraneException noRow(long id) {
        return TerraneException.of(CommonError.NOT_FOUND, "no row has the id " + id)
                .field("rowId")
                .extra("rowId", Long.toString(id))
                .toException();
    }

    /** The id belongs to a row of another class. */
    public static TerraneException taken(long id, String className) {
        return TerraneException.of(
                        SchemaError.SCHEMA_INVALID,
                        "the id " + id + " is already used by a row of " + className)
                .field("rowId")
                .pointer("/id")
                .extra("rule", "row-id-duplicate")
                .toException();
    }

    /** A page size out of range. */
    public static TerraneException badLimit(int limit) {
        return TerraneException.of(
                        CommonError.INVALID_ARGUMENT,
                        "a page has 1.." + RowQuery.LIMIT_MAX + " rows, not " + limit)
                .field("limit")
                .limit("limit", RowQuery.LIMIT_MAX, limit)
                .toException();
    }

    /** A row with mistakes; all of them are told, pointers begin at the row. */
    public static TerraneException badRow(List<SchemaProblem> problems) {
        return Problems.refuse(
                SchemaError.SCHEMA_INVALID,
                "row",
                problems.stream().map(DocumentProblem::of).toList());
    }

    /** A table with mistakes, or rows no table holds; all of them are told, cell by cell. */
    public static TerraneException badTable(String className, List<CsvProblem> problems) {
        CsvProblem first = problems.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.TABLE_INVALID, first + Problems.more(problems.size()))
                        .field("table")
                        .extra("class", className)
                        .extra("rule", first.rule().id())
                        .extra("cell", first.cell());
        problems.forEach(problem -> builder.place("", 0, 0, place(problem)));
        return builder.toException();
    }

    private static Map<String, String> place(CsvProblem problem) {
        Map<String, String> place = new LinkedHashMap<>();
        place.put("rule", problem.rule().id());
        place.put("cell", problem.cell());
        if (problem.row() > 0) {
            place.put("row", Integer.toString(problem.row()));
        }
        if (!problem.field().isEmpty()) {
            place.put("member", problem.field());
        }
        place.put("message", problem.message());
        return place;
    }
}
