package dev.terrane.core.schema.csv;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of one class as a table: a header with the names of its fields, then a row each.
 * Stateless and safe for all threads.
 */
public final class ConfigCsv {
    private static final String LINE_END = "\r\n";

    private ConfigCsv() {}

    /**
     * Writes the rows of a class, fields and rows in the document's order. Refused, naming row and
     * column, when a spreadsheet would not keep a text.
     */
    public static CsvResult<String> write(
            SchemaDocument document, String className, CsvFormat format) {
        ClassDefinition type = require(document, className);
        CsvProblems problems = new CsvProblems(SchemaLimits.DEFAULT.problemsMax());
        StringBuilder text = new StringBuilder(format.byteOrderMark() ? "\uFEFF" : "");
        List<String> header = new ArrayList<>();
        for (FieldDefinition field : type.fields()) {
            check(field.name(), 1, header.size() + 1, field.name(), problems);
            header.add(CellWriter.text(field.name()));
        }
        append(text, header, format);
        int row = 1;
        for (ConfigRow values : document.rowsOf(className)) {
            row++;
            List<String> cells = new ArrayList<>();
            for (FieldDefinition field : type.fields()) {
                ScalarValue value = values.get(field.name());
                if (value instanceof ScalarValue.Text(String string)) {
                    check(string, row, cells.size() + 1, field.name(), problems);
                }
                cells.add(CellWriter.write(value));
            }
            append(text, cells, format);
        }
        return problems.isEmpty() ? new CsvResult.Ok<>(text.toString()) : problems.toRejected();
    }

    /**
     * Reads a table in place of a class's rows; its separator and encoding are found out. The
     * document is given back changed, or every problem with its row and column. The bytes are not
     * kept.
     *
     * @param hints what the values must keep to
     */
    public static CsvResult<SchemaDocument> read(
            byte[] bytes,
            SchemaDocument document,
            String className,
            SchemaHints hints,
            CsvLimits limits) {
        return new TableReader(document, require(document, className), hints, limits).read(bytes);
    }

    private static ClassDefinition require(SchemaDocument document, String className) {
        return document.findClass(className)
                .orElseThrow(() -> new IllegalArgumentException("no class is named " + className));
    }

    private static void check(
            String text, int row, int column, String field, CsvProblems problems) {
        CellWriter.faultOf(text)
                .ifPresent(fault -> problems.add(CsvRule.CSV_TEXT, row, column, field, fault));
    }

    private static void append(StringBuilder text, List<String> cells, CsvFormat format) {
        char separator = format.separator().character();
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                text.append(separator);
            }
            quote(text, cells.get(i), separator);
        }
        text.append(LINE_END);
    }

    private static void quote(StringBuilder text, String cell, char separator) {
        boolean plain =
                cell.chars().noneMatch(unit -> unit == '"' || unit == '\n' || unit == separator);
        if (plain) {
            text.append(cell);
        } else {
            text.append('"').append(cell.replace("\"", "\"\"")).append('"');
        }
    }
}
